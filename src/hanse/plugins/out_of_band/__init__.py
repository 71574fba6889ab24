"""The built-in out-of-band authenticators."""
