"""JSON Web Tokens as access tokens (RFC 9068): what is set, and the signature."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import msgspec

from hanse.config.plugins.numbers import number
from hanse.config.plugins.plugin import Settings, Values
from hanse.crypto.signing import LEAST_SECRET_OCTETS, mac_signer
from hanse.kit.randomness import new_token
from hanse.plugins.access_tokens import claims
from hanse.plugins.access_tokens.jwt import encryption, keys
from hanse.plugins.access_tokens.jwt.encryption import encrypting
from hanse.plugins.contracts.access_tokens import AccessToken, Content, Means, SignerProfile

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
Sign = Callable[[bytes, Means], str]


class JwtTokens:
    """Makes signed tokens; the interface is `contracts.access_tokens.TokenManager`.

    What tokens have in common is prepared when the manager is made: issuing one fills in the rest and signs.
    """

    is_quick = True

    def __init__(self, settings: Settings) -> None:
        self._lifetime = timedelta(minutes=number(settings, LIFETIME))
        self._issuer = settings.text(ISSUER)
        self._id_length = number(settings, ID_LENGTH)
        self._includes_issued_at = settings.flag(INCLUDE_ISSUED_AT)
        before = settings.text(NOT_BEFORE)
        self._seconds_before = 60 * int(before) if before else None
        self._grant_name = settings.text(GRANT_NAME)
        self._claims = claims.GrantClaims(
            client_id=settings.text(CLIENT_ID_NAME),
            scope=settings.text(SCOPE_NAME),
            details=settings.text(DETAILS_NAME),
            space_delimited=settings.flag(DELIMIT),
            reserved=(*_OWN, self._grant_name),
        )
        audience = settings.text(AUDIENCE).split()
        self._constant: dict[str, Any] = {}
        if audience:
            self._constant["aud"] = audience if len(audience) > 1 else audience[0]
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
        said = self._claims.of(content)
        if content.resources:
            # RFC 9068, section 3: a token for a resource names it as its audience, unless one is configured.
            said["aud"] = content.resources[0] if len(content.resources) == 1 else list(content.resources)
        said.update(self._constant)
        self._add_own(said, content, means)
        said["exp"] = int(expires.timestamp())
        return AccessToken(self._text(msgspec.json.encode(said), means), expires)

    def extended(self, *_token: object, **_how: object) -> None:
        """Return None: what is signed stays as it is."""

    def _text(self, said: bytes, means: Means) -> str:
        text = said.decode() if self._sign is None else self._sign(said, means)
        # Signed first, and then encrypted: RFC 7519, section 11.2.
        return text if self._encrypt is None else self._encrypt(text, self._sign is not None)

    def _add_own(self, said: dict[str, Any], content: Content, means: Means) -> None:
        now = int(means.now.timestamp())
        said["iss"] = self._issuer or means.issuer
        if self._includes_issued_at:
            said["iat"] = now
        if self._seconds_before is not None:
            said["nbf"] = now - self._seconds_before
        if self._id_length:
            # A character of base64 has six bits, of which there may be some too many in the last octet.
            said["jti"] = new_token(means.randomness, (6 * self._id_length + 7) // 8)[: self._id_length]
        if content.grant_id and self._grant_name:
            said[self._grant_name] = content.grant_id


def _check_unique(settings: Settings) -> None:
    seen: set[str] = set()
    for row in (*settings.rows(SYMMETRIC_KEYS), *settings.rows(CERTIFICATES)):
        if (name := row.get(keys.KEY_ID, "")) in seen:
            raise ValueError(f"There are two keys with the ID '{name}'.")
        seen.add(name)


def _signing(settings: Settings) -> Sign:
    """Return what signs by the algorithm that is set; raises ValueError when its key is not there or does not fit."""
    algorithm = settings.text(ALGORITHM)
    if algorithm in LEAST_SECRET_OCTETS:
        if settings.flag(CENTRAL):
            raise ValueError(f"{CENTRAL}: the server's own keys sign with no symmetric algorithm.")
        if settings.flag(INCLUDE_THUMBPRINT):
            raise ValueError(f"{INCLUDE_THUMBPRINT}: a symmetric key has no certificate.")
        return _symmetric(settings, algorithm)
    profile = SignerProfile(algorithm, settings.text(TYPE), has_thumbprint=settings.flag(INCLUDE_THUMBPRINT))
    names_key = settings.flag(INCLUDE_KEY_ID)
    return _central(profile, names_key) if settings.flag(CENTRAL) else _certified(settings, profile, names_key)


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
    header = {"typ": settings.text(TYPE)} if settings.text(TYPE) else {}
    if settings.flag(INCLUDE_KEY_ID):
        header["kid"] = row[keys.KEY_ID]
    signer = mac_signer(keys.octets_of(row), algorithm, header)
    return lambda payload, _means: signer.sign(payload)


def _central(profile: SignerProfile, names_key: bool) -> Sign:
    algorithm = profile.algorithm

    def sign(payload: bytes, means: Means) -> str:
        key = means.central_key(algorithm)
        return key.signer(profile._replace(key_id=key.key_id) if names_key else profile).sign(payload)

    return sign


def _certified(settings: Settings, profile: SignerProfile, names_key: bool) -> Sign:
    row = _row(settings, CERTIFICATES, ACTIVE_CERTIFICATE)
    pair, name = row[keys.CERTIFICATE], row[keys.KEY_ID]

    def sign(payload: bytes, means: Means) -> str:
        key = means.key_pair(pair)
        if not names_key:
            return key.signer(profile).sign(payload)
        return key.signer(profile._replace(key_id=keys.full_id(name, key.key_id))).sign(payload)

    return sign
