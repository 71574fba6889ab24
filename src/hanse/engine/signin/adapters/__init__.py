"""Calling IdP adapters, which are synchronous plug-ins: what they are given, and what the server does for them."""
