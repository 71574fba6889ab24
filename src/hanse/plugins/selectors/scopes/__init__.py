"""The OAuth scope selector: chooses by the scopes that a client requests."""
