"""OAuth 2: the authorization endpoint, the token endpoint, and their common parts.

The error codes are in `engine.errors`. Endpoints are declared beside their handlers and listed in `engine.endpoints`.
"""
