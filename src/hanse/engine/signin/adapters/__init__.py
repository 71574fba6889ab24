"""Calls of IdP adapters, which are synchronous plug-ins: their input, and the services that they can use."""
