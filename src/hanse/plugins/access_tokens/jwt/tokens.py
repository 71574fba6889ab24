"""JSON Web Tokens as access tokens (RFC 9068): what is set, and the signature."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import msgspec
from joserfc import jws
from joserfc.jwk import OctKey

from hanse.config.plugins.numbers import number
from hanse.config.plugins.plugin import Settings, Values
from hanse.crypto.chains import sha1_thumbprint
from hanse.crypto.signing import CompactSigner
from hanse.kit.randomness import new_token
from hanse.plugins.access_tokens import claims
from hanse.plugins.access_tokens.jwt import encryption, keys
from hanse.plugins.access_tokens.jwt.encryption import encrypting
from hanse.plugins.contracts.access_tokens import AccessToken, Content, Means, SigningKey

SYMMETRIC_KEYS, CERTIFICATES = keys.SYMMETRIC_KEYS, keys.CERTIFICATES
LIFETIME, CENTRAL, ALGORITHM = "Token Lifetime", "Use Centralized Signing Key", "JWS Algorithm"
ACTIVE_KEY, ACTIVE_CERTIFICATE = "Active Symmetric Key ID", "Active Signing Certificate Key ID"
TYPE = "Type Header Value"
INCLUDE_KEY_ID = "Include Key ID Header Parameter"
INCLUDE_THUMBPRINT = "Include X.509 Thumbprint Header Parameter"
CLIENT_ID_NAME, SCOPE_NAME, DELIMIT = "Client ID Claim Name", "Scope Claim Name", "Space Delimit Scope Values"
DETAILS_NAME, GRANT_NAME = "Authorization Details Claim Name", "Access Grant GUID Claim Name"
ISSUER, AUDIENCE, ID_LENGTH = "Issuer Claim Value", "Audience Claim Value", "JWT ID Claim Length"
INCLUDE_ISSUED_AT, NOT_BEFORE = "Include Issued At Claim", "Not Before Claim Offset"
EXPAND = "Expand Scope Groups"
# What the server says of a token itself (RFC 7519, section 4.1): no attribute takes its place.
_OWN = ("iss", "aud", "exp", "nbf", "iat", "jti")
Sign = Callable[[bytes, dict[str, Any], Means], str]


class JwtTokens:
    """Makes signed tokens; the interface is `contracts.access_tokens.TokenManager`."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lifetime = timedelta(minutes=number(settings, LIFETIME))
        self._id_length = number(settings, ID_LENGTH)
        self._not_before = settings.text(NOT_BEFORE)
        self._names = {
            claims.CLIENT_ID: settings.text(CLIENT_ID_NAME),
            claims.SCOPE: settings.text(SCOPE_NAME),
            claims.DETAILS: settings.text(DETAILS_NAME),
        }
        self.expands_scope_groups = settings.flag(EXPAND)
        _check_unique(settings)
        self._encrypt = encrypting(settings)
        self._sign = _signing(settings) if settings.text(ALGORITHM) else None
        if self._sign is None and settings.text(encryption.ALGORITHM) not in encryption.SYMMETRIC:
            # What anybody can encrypt says nothing of who made it.
            raise ValueError(f"{ALGORITHM} is required, unless a symmetric key encrypts the token.")

    def issue(self, content: Content, means: Means) -> AccessToken:
        """Return a signed token."""
        expires = means.now + self._lifetime
        said = claims.claims_of(content, space_delimited=self._settings.flag(DELIMIT), names=self._names)
        said = {name: value for name, value in said.items() if name not in _OWN} | self._own(content, means)
        said["exp"] = int(expires.timestamp())
        return AccessToken(self._text(msgspec.json.encode(said), means), expires)

    def _text(self, said: bytes, means: Means) -> str:
        text = said.decode() if self._sign is None else self._sign(said, {"typ": self._settings.text(TYPE)}, means)
        # Signed first, and then encrypted: RFC 7519, section 11.2.
        return text if self._encrypt is None else self._encrypt(text, self._sign is not None)

    def extended(self, *_token: object, **_how: object) -> None:
        """Return None: what is signed stays as it is."""

    def _own(self, content: Content, means: Means) -> dict[str, Any]:
        now = int(means.now.timestamp())
        said: dict[str, Any] = {"iss": self._settings.text(ISSUER) or means.issuer}
        if audience := self._settings.text(AUDIENCE).split():
            said["aud"] = audience if len(audience) > 1 else audience[0]
        if self._settings.flag(INCLUDE_ISSUED_AT):
            said["iat"] = now
        if self._not_before:
            said["nbf"] = now - 60 * int(self._not_before)
        if self._id_length:
            # A character of base64 has six bits; what is over is cut off.
            said["jti"] = new_token(means.randomness, self._id_length)[: self._id_length]
        if content.grant_id and (name := self._settings.text(GRANT_NAME)):
            said[name] = content.grant_id
        return said


def _check_unique(settings: Settings) -> None:
    seen: set[str] = set()
    for row in (*settings.rows(SYMMETRIC_KEYS), *settings.rows(CERTIFICATES)):
        if (name := row.get(keys.KEY_ID, "")) in seen:
            raise ValueError(f"There are two keys with the ID '{name}'.")
        seen.add(name)


def _signing(settings: Settings) -> Sign:
    """Return what signs by the algorithm that is set; raises ValueError when its key is not there or does not fit."""
    algorithm = settings.text(ALGORITHM)
    if algorithm in keys.LEAST_OCTETS:
        if settings.flag(CENTRAL):
            raise ValueError(f"{CENTRAL}: the server's own keys sign with no symmetric algorithm.")
        if settings.flag(INCLUDE_THUMBPRINT):
            raise ValueError(f"{INCLUDE_THUMBPRINT}: a symmetric key has no certificate.")
        return _symmetric(settings, algorithm)
    if settings.flag(CENTRAL):
        return _asymmetric(settings, algorithm, lambda means: means.central_key(algorithm))
    row = _row(settings, CERTIFICATES, ACTIVE_CERTIFICATE)

    def certified(means: Means) -> SigningKey:
        key = means.key_pair(row[keys.CERTIFICATE])
        return replace(key, key_id=keys.full_id(row[keys.KEY_ID], key.key_id))

    return _asymmetric(settings, algorithm, certified)


def _row(settings: Settings, table: str, active: str) -> Values:
    """Return the row with the key that signs."""
    name = settings.text(active)
    if not name:
        raise ValueError(f"{active} is required for {settings.text(ALGORITHM)}.")
    found = next((row for row in settings.rows(table) if row.get(keys.KEY_ID) == name), None)
    if found is None:
        raise ValueError(f"{active}: there is no key '{name}' among {table}.")
    return found


def _symmetric(settings: Settings, algorithm: str) -> Sign:
    row = _row(settings, SYMMETRIC_KEYS, ACTIVE_KEY)
    octets = keys.octets_of(row)
    if len(octets) < keys.LEAST_OCTETS[algorithm]:
        raise ValueError(f"{algorithm} needs a key of at least {keys.LEAST_OCTETS[algorithm]} octets.")
    key = OctKey.import_key(octets)
    own = {"alg": algorithm}
    if settings.flag(INCLUDE_KEY_ID):
        own["kid"] = row[keys.KEY_ID]

    def sign(payload: bytes, header: dict[str, Any], _means: Means) -> str:
        return jws.serialize_compact({**header, **own}, payload, key, algorithms=[algorithm])

    return sign


def _asymmetric(settings: Settings, algorithm: str, key_of: Callable[[Means], SigningKey]) -> Sign:
    names_key, has_thumbprint = settings.flag(INCLUDE_KEY_ID), settings.flag(INCLUDE_THUMBPRINT)

    def sign(payload: bytes, header: dict[str, Any], means: Means) -> str:
        key = key_of(means)
        if has_thumbprint and key.certificate is not None:
            header = {**header, "x5t": sha1_thumbprint(key.certificate)}
        return CompactSigner(key.private_key, algorithm, key.key_id if names_key else None).sign(payload, header)

    return sign
