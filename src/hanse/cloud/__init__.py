"""The reference cloud service: a small ASGI application of its own that speaks the platform API's shapes."""
