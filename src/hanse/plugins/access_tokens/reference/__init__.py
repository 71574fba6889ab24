"""The reference token manager: random texts whose claims the server stores (RFC 7662)."""
