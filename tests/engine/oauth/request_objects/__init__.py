"""Request objects (RFC 9101)."""
