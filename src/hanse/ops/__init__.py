"""Licence, logging, notifications, metrics and other matters of running the server."""
