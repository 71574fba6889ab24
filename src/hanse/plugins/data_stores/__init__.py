"""Plug-ins for custom data stores, and the set of those that are installed."""
