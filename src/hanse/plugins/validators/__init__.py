"""Password credential validators that ship with the server."""
