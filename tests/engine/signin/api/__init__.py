"""The authentication API over ASGI."""
