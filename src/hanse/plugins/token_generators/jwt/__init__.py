"""The JWT token generator: issues JSON Web Tokens that the server's own keys sign (RFC 7519)."""
