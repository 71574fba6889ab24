"""The RADIUS validator: sends passwords to RADIUS servers (RFC 2865)."""
