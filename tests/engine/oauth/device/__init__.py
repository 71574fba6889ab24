"""The device authorization grant (RFC 8628)."""
