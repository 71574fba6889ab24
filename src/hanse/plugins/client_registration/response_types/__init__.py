"""Limits the response types that clients can register."""
