"""Access token managers that ship with the server, and what both of them use: the claims of a token."""
