"""Access token managers that ship with the server, and the claims of tokens, which both of them use."""
