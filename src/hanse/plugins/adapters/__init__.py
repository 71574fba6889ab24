"""IdP adapters that ship with the server."""
