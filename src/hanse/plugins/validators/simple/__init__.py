"""The simple validator: keeps user names and password digests in its own table."""
