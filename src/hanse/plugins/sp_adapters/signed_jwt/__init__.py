"""The SP adapter that hands users over with a signed JSON Web Token."""
