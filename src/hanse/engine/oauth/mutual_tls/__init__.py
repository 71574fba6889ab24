"""Mutual TLS: clients that authenticate with certificates, and tokens bound to them (RFC 8705)."""
