"""Persistent pseudonyms of users, which differ between partners (SAML core, section 8.3.7)."""

import hmac
from hashlib import sha256
from typing import Final

from hanse.engine.snapshot.compiler import Compiler, CompilerInput

_PURPOSE: Final = "SAML pseudonyms"


def pseudonym(salt: bytes, server: str, partner: str, user: str) -> str:
    """Return the pseudonym of a user at a partner, given the entity IDs of both sides.

    It is an HMAC, so that without the salt nobody can compute it, reverse it, or compare users between partners.
    """
    message = f"{server}\0{partner}\0{user}".encode()
    return f"_{hmac.digest(salt, message, sha256).hex()}"


def _compile(given: CompilerInput[bytes]) -> bytes:
    return given.view.secrets.keyring.derive_from_master_key(_PURPOSE)


# The salt depends on no document, and stays the same as long as the master key.
PSEUDONYM_SALT: Final[Compiler[bytes]] = Compiler("SAML pseudonym salt", frozenset(), _compile)
