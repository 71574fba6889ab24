"""Pushed authorization requests (RFC 9126)."""
