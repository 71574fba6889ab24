"""Comparison of clients with the security recommendations for OAuth 2.0 (RFC 9700) and with the standards it builds on.

A rule is a generator function from an assessed client to its findings. Each rule has tests of a client with the finding
and of one without it. Weaknesses that the server never allows, such as keys from an address without TLS or access
tokens in the query, need no rule.
"""
