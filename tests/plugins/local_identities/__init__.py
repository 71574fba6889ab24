"""Accounts of local users."""
