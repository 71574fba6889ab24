"""Checks ID tokens that clients send back as `id_token_hint`.

The algorithm is the one of the client's settings, never the one that the token names (RFC 8725, section 3.1), and the
keys are those that the issuer publishes or the client's secret.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from joserfc import jwe
from joserfc.errors import JoseError
from joserfc.jwk import OctKey

from hanse.crypto.jws_signing import LEAST_SECRET_OCTETS
from hanse.crypto.jws_verification import read_compact
from hanse.engine.http.request import Request
from hanse.engine.oauth.contracts import IdTokenHint
from hanse.engine.oauth.jose.algorithm_names import CONTENT_ENCRYPTIONS, KEY_ENCRYPTIONS, NONE
from hanse.engine.oauth.jose.encryption import key_of_secret, symmetric_octets
from hanse.engine.oidc.algorithms import id_token_algorithm, id_token_encryption
from hanse.engine.oidc.policies import COMPILED_POLICIES
from hanse.engine.snapshot.clients import CLIENTS, RegisteredClient
from hanse.engine.snapshot.model import PublishedIssuer
from hanse.kit.clock import Clock

MOST_CHARACTERS: Final = 65_536
_JWE_PARTS = 5
# JWTs of other kinds that the issuer's keys sign (RFC 9068, section 2.1; Back-Channel Logout 1.0, section 2.4).
_OTHER_TYPES: Final = frozenset({"at+jwt", "logout+jwt", "sso+jwt"})
# Errors of damaged texts; MalformedToken is a ValueError.
_DAMAGED: Final = (JoseError, ValueError, TypeError, KeyError)


@dataclass(frozen=True)
class HintVerifier:
    """Checks ID tokens; the contract is `oauth.contracts.IdTokenHints`."""

    clock: Clock

    def check(self, request: Request, hint: str, client_id: str = "") -> IdTokenHint | None:
        """Return the content of an ID token; None if this issuer did not sign it for this client."""
        if len(hint) > MOST_CHARACTERS or not hint.isascii():
            return None
        now = self.clock.now()
        try:
            return self._checked(request, hint, client_id, now)
        except _DAMAGED:
            return None

    def claims(self, request: Request, token: str) -> Mapping[str, Any] | None:
        """Return the claims of a valid ID token of this issuer whose policy allows introspection, and None otherwise.

        The token must be signed and not encrypted: its audience names the client whose settings determine the
        verification.
        """
        if len(token) > MOST_CHARACTERS or not token.isascii():
            return None
        now = self.clock.now()
        try:
            client = request.snapshot.part(CLIENTS).get(_audience_of(token))
            policy = None if client is None else request.snapshot.part(COMPILED_POLICIES).of(client)
            if client is None or policy is None or not policy.settings.allow_id_token_introspection:
                return None
            claims = _claims_of(request.issuer, client, token, now)
        except _DAMAGED:
            return None
        return None if claims is None or claims["exp"] <= now.timestamp() else claims

    def _checked(self, request: Request, hint: str, client_id: str, now: datetime) -> IdTokenHint | None:
        client = request.snapshot.part(CLIENTS).get(client_id or _audience_of(hint))
        claims = None if client is None else _claims_of(request.issuer, client, hint, now)
        if client is None or claims is None:
            return None
        return IdTokenHint(
            client_id=client.id,
            subject=claims["sub"],
            session_id=str(claims.get("sid") or claims.get("pi.sri") or ""),
            expired=claims["exp"] <= now.timestamp(),
            claims=claims,
        )


def _claims_of(issuer: PublishedIssuer, client: RegisteredClient, text: str, now: datetime) -> dict[str, Any] | None:
    """Return the claims of an ID token of this issuer for a client, expired or not."""
    token = _decrypted(client, text, now) if text.count(".") == _JWE_PARTS - 1 else text
    claims = None if token is None else _verified(issuer, client, token, now)
    return claims if claims is not None and _is_id_token(claims, issuer, client) else None


def _audience_of(hint: str) -> str:
    """Return the client that the token names as its audience; its settings determine the verification."""
    audience = read_compact(hint).claims().get("aud")
    if isinstance(audience, list) and len(audience) == 1:
        audience = audience[0]
    return audience if isinstance(audience, str) else ""


def _decrypted(client: RegisteredClient, hint: str, now: datetime) -> str | None:
    """Return the token in a JWE that is encrypted with the client's secret.

    A token that is encrypted with the client's public key cannot be decrypted here; clients send the signed token in
    it.
    """
    encryption = id_token_encryption(client)
    if encryption is None or encryption.key.is_asymmetric:
        return None
    algorithms = [KEY_ENCRYPTIONS[encryption.key], CONTENT_ENCRYPTIONS[encryption.content]]
    for secret in client.secrets(now):
        key = OctKey.import_key(key_of_secret(secret, symmetric_octets(encryption)))
        try:
            opened = jwe.decrypt_compact(hint, key, algorithms=algorithms)
        except _DAMAGED:
            continue
        return (opened.plaintext or b"").decode("ascii")
    return None


def _verified(issuer: PublishedIssuer, client: RegisteredClient, text: str, now: datetime) -> dict[str, Any] | None:
    """Return the claims of a token whose signature is valid."""
    algorithm, token = id_token_algorithm(client), read_compact(text)
    # An unsecured token proves nothing, and a token of another type has another purpose.
    if algorithm == NONE or token.type in _OTHER_TYPES:
        return None
    if algorithm in LEAST_SECRET_OCTETS:
        is_right = any(token.has_mac_of(secret.encode(), algorithm) for secret in client.secrets(now))
    else:
        keys = issuer.keys.published.verifying(algorithm, token.key_id or "")
        is_right = any(token.is_signed_by(key, algorithm) for key in keys)
    return token.claims() if is_right else None


def _is_id_token(claims: dict[str, Any], issuer: PublishedIssuer, client: RegisteredClient) -> bool:
    """Return whether claims are those of an ID token of this issuer for this client."""
    is_numeric = all(isinstance(claims.get(name), int) for name in ("exp", "iat"))
    is_for_client = claims.get("aud") in (client.id, [client.id])
    has_subject = isinstance(claims.get("sub"), str)
    return (
        is_numeric
        and is_for_client
        and has_subject
        and claims.get("iss") == issuer.identifier
        and "events" not in claims
    )
