"""Mutual TLS (RFC 8705)."""
