"""The simple validator: stores user names and password digests in its own table."""
