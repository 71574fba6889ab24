"""Mutual TLS: clients and partners that authenticate with certificates, and tokens bound to them (RFC 8705)."""
