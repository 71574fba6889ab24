"""The JWT token processor: validates the JSON Web Tokens of one trusted issuer (RFC 7519; RFC 8725)."""
