"""Secrets at rest: sealed with the newest configuration encryption key, opened with whichever sealed them.

A sealed secret is a compact JWE (RFC 7516) with `alg: dir`, `enc: A256GCM`, the key's id in `kid` and, in `use`, the
resource kind and field it belongs to. The header is authenticated, so a sealed text that is moved to another field,
where it might be sent somewhere else, does not open. The keys themselves are wrapped (RFC 3394) by a master key that
never enters the database.
"""
