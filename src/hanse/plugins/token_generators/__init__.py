"""Token generators that ship with the server."""
