"""Demonstrating proof of possession (RFC 9449): tokens that only the holder of a key can use.

`proof` reads a proof and checks what it says by itself; `nonces` makes the nonces that proofs must contain where the
settings require it; `service` checks the proof of a request.
"""
