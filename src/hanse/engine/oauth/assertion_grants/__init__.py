"""Assertions of IdP connections that clients present as authorization grants (RFC 7521)."""
