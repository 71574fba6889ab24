"""The requested authentication context selector: chooses by the `acr_values` of a request."""
