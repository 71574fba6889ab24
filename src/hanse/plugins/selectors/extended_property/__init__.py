"""The selector that chooses by an extended property of the client or of the connection."""
