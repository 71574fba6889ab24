"""The REST service with which programs manage clients, for callers of the API that existing servers offer."""
