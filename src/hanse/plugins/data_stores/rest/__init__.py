"""Looks attributes up in a service that answers with JSON."""
