"""Demonstrating proof of possession (RFC 9449): tokens that only the holder of a key can use.

`proof` parses a proof and verifies its signature; `nonces` creates the nonces that proofs must contain if the settings
require it; `service` checks the proof of a request.
"""
