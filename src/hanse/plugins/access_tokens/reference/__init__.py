"""The reference token manager: random texts whose claims the server keeps (RFC 7662)."""
