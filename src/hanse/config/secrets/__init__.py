"""Secrets at rest: sealed with the newest configuration encryption key, opened with the key that sealed them.

A sealed secret is a compact JWE (RFC 7516) with `alg: dir`, `enc: A256GCM`, the key's id in `kid` and, in `use`, the
resource kind and field to which it belongs. The header is authenticated, so a sealed text that is moved to another
field, which might be sent elsewhere, cannot be opened. The keys themselves are wrapped (RFC 3394) by a master key that
never enters the database.
"""
