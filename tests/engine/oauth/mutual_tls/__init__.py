"""DPoP (RFC 9449)."""
