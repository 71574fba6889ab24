"""Traces of sign-ins for administrators: settings, and operations that find and return them."""
