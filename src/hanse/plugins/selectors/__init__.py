"""Authentication selectors that ship with the server."""
