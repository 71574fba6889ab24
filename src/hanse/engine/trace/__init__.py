"""Traces of sign-ins and of requests for tokens: recorded with the request, and written in the background."""
