"""Authorization detail processors that ship with the server."""
