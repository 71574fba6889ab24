"""Connections to partners. They build on the other areas: access token managers, certificates and server settings."""
