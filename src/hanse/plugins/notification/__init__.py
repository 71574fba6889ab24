"""Notification publishers that ship with the server."""
