"""Pairwise subject identifiers (OpenID Connect Core 1.0, section 8.1)."""

import hmac
from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import Final

from hanse.engine.snapshot.clients import RegisteredClient
from hanse.engine.snapshot.compiler import Compiler, CompilerInput
from hanse.resources.applications.clients.addresses import host_of

_PURPOSE: Final = "pairwise subject identifiers"


def sector_of(client: RegisteredClient) -> str:
    """Return the sector identifier of a client: the host of its sector identifier URI or of its redirect URIs."""
    oidc = client.settings.oidc_policy
    if oidc.sector_identifier_uri:
        return host_of(oidc.sector_identifier_uri)
    # A save refuses several hosts without a sector identifier URI.
    return next((host for uri in client.settings.redirect_uris if (host := host_of(uri))), client.id)


def pairwise_subject(salt: bytes, sector: str, subject: str) -> str:
    """Return the subject identifier of a user for all clients of a sector.

    It is an HMAC, so that without the salt nobody can compute it, reverse it, or compare users between sectors.
    """
    message = f"{sector}\0{subject}".encode()
    return urlsafe_b64encode(hmac.digest(salt, message, sha256)).rstrip(b"=").decode("ascii")


def subject_for(client: RegisteredClient, subject: str, salt: bytes) -> str:
    """Return the `sub` for a client of the user whom the policy calls `subject`."""
    if not client.settings.oidc_policy.pairwise_identifier_user_type:
        return subject
    return pairwise_subject(salt, sector_of(client), subject)


def _compile(given: CompilerInput[bytes]) -> bytes:
    return given.view.secrets.keyring.derive_from_master_key(_PURPOSE)


# The salt depends on no document, and stays the same as long as the master key.
PAIRWISE_SALT: Final[Compiler[bytes]] = Compiler("pairwise salt", frozenset(), _compile)
