"""Token processors that ship with the server."""
