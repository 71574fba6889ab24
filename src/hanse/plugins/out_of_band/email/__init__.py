"""Notifies users by e-mail."""
