"""JSON Web Tokens as access tokens (RFC 9068): their settings and their signature."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import msgspec

from hanse.config.plugins.numbers import number
from hanse.config.plugins.plugin import SettingRefused, Settings, Values
from hanse.crypto.jws_signing import LEAST_SECRET_OCTETS, mac_signer
from hanse.kit.randomness import new_token
from hanse.kit.texts.messages import message
from hanse.plugins.access_tokens import claims
from hanse.plugins.access_tokens.jwt import encryption, keys, setting_names
from hanse.plugins.access_tokens.jwt.encryption import encrypting
from hanse.plugins.access_tokens.jwt.token_reader import JwtReader
from hanse.plugins.contracts.access_tokens import (
    AccessToken,
    ReadToken,
    SignerProfile,
    TokenContent,
    TokenManagerServices,
    TokenReaderServices,
)

# Claims that the server sets itself (RFC 7519, section 4.1). An attribute cannot override them.
_OWN = ("iss", "aud", "exp", "nbf", "iat", "jti")
Sign = Callable[[bytes, TokenManagerServices], str]


class JwtTokens:
    """Creates signed tokens; the interface is `contracts.access_tokens.TokenManager`.

    The common parts of tokens are prepared once; issuing a token fills in the rest and signs.
    """

    is_quick = True
    binds_keys = True
    supports_exchange = True

    def __init__(self, settings: Settings) -> None:
        self._lifetime = timedelta(minutes=number(settings, setting_names.LIFETIME))
        self._issuer = settings.text(setting_names.ISSUER)
        self._id_length = number(settings, setting_names.ID_LENGTH)
        self._includes_issued_at = settings.flag(setting_names.INCLUDE_ISSUED_AT)
        before = settings.text(setting_names.NOT_BEFORE)
        self._seconds_before = 60 * int(before) if before else None
        self._grant_name = settings.text(setting_names.GRANT_NAME)
        self._claims = claims.GrantClaims(
            client_id=settings.text(setting_names.CLIENT_ID_NAME),
            scope=settings.text(setting_names.SCOPE_NAME),
            details=settings.text(setting_names.DETAILS_NAME),
            space_delimited=settings.flag(setting_names.DELIMIT),
            reserved=(*_OWN, self._grant_name),
        )
        audience = settings.text(setting_names.AUDIENCE).split()
        self._constant: dict[str, Any] = {}
        if audience:
            self._constant["aud"] = audience if len(audience) > 1 else audience[0]
        self.expands_scope_groups = settings.flag(setting_names.EXPAND)
        self.revokes_by_id = settings.flag(setting_names.REVOCATION)
        if self.revokes_by_id and not self._id_length:
            raise SettingRefused(
                message(
                    "{revocation} needs a JWT ID: set {id_length} to 22 or more.",
                    revocation=message(setting_names.REVOCATION),
                    id_length=message(setting_names.ID_LENGTH),
                ),
                setting_names.ID_LENGTH,
            )
        _check_names(settings)
        _check_unique(settings)
        self._encrypt = encrypting(settings)
        self._sign = _signing(settings) if settings.text(setting_names.ALGORITHM) else None
        if self._sign is None and settings.text(encryption.ALGORITHM) not in encryption.SYMMETRIC:
            # Anybody can encrypt with a public key, so encryption alone does not prove the issuer.
            raise SettingRefused(
                message(
                    "{algorithm} is required, unless a symmetric key encrypts the token.",
                    algorithm=message(setting_names.ALGORITHM),
                ),
                setting_names.ALGORITHM,
            )
        self._reading = JwtReader(settings)

    def issue(self, content: TokenContent, services: TokenManagerServices) -> AccessToken:
        """Return a signed token."""
        expires = services.now + self._lifetime
        if content.expires_by is not None:
            expires = min(expires, content.expires_by)
        payload = self._claims.of(content)
        if content.resources:
            # RFC 9068, section 3: a token for a resource names it as its audience, unless one is configured.
            payload["aud"] = content.resources[0] if len(content.resources) == 1 else list(content.resources)
        payload.update(self._constant)
        self._add_own(payload, content, services)
        payload["exp"] = int(expires.timestamp())
        # A token that cannot be revoked is valid until it expires, and nothing needs to be stored for it.
        is_linked = self.revokes_by_id and content.grant_id and not self._grant_name
        return AccessToken(
            self._text(msgspec.json.encode(payload), services), expires, id=payload["jti"] if is_linked else ""
        )

    def read(self, text: str, services: TokenReaderServices) -> ReadToken | None:
        """Return the claims of a token of this manager."""
        return self._reading.read(text, services)

    def extended(self, *_token: object, **_how: object) -> None:
        """Return None: a signed token cannot be extended."""

    def _text(self, payload: bytes, services: TokenManagerServices) -> str:
        text = payload.decode() if self._sign is None else self._sign(payload, services)
        # Signed first, and then encrypted: RFC 7519, section 11.2.
        return text if self._encrypt is None else self._encrypt(text, self._sign is not None)

    def _add_own(self, payload: dict[str, Any], content: TokenContent, services: TokenManagerServices) -> None:
        now = int(services.now.timestamp())
        payload["iss"] = self._issuer or services.issuer
        if self._includes_issued_at:
            payload["iat"] = now
        if self._seconds_before is not None:
            payload["nbf"] = now - self._seconds_before
        if self._id_length:
            # A character of base64 has six bits, so the last octet may have unused ones.
            payload["jti"] = new_token(services.randomness, (6 * self._id_length + 7) // 8)[: self._id_length]
        if content.grant_id and self._grant_name:
            payload[self._grant_name] = content.grant_id


def _check_names(settings: Settings) -> None:
    """Refuse a claim name for grant data that another claim of the server uses: one of the two would be lost."""
    seen = set(_OWN)
    for field in (
        setting_names.CLIENT_ID_NAME,
        setting_names.SCOPE_NAME,
        setting_names.DETAILS_NAME,
        setting_names.GRANT_NAME,
    ):
        name = settings.text(field)
        if name in seen:
            raise ValueError(message("{field}: the server already uses the claim {name}.", field=field, name=name))
        if name:
            seen.add(name)


def _check_unique(settings: Settings) -> None:
    seen: set[str] = set()
    for row in (*settings.rows(setting_names.SYMMETRIC_KEYS), *settings.rows(setting_names.CERTIFICATES)):
        if (name := row.get(keys.KEY_ID, "")) in seen:
            raise ValueError(message("There are two keys with the ID '{name}'.", name=name))
        seen.add(name)


def _signing(settings: Settings) -> Sign:
    """Return the signer for the configured algorithm; raises ValueError if its key is missing or does not fit."""
    algorithm = settings.text(setting_names.ALGORITHM)
    if algorithm in LEAST_SECRET_OCTETS:
        if settings.flag(setting_names.CENTRAL):
            raise ValueError(
                message(
                    "{central}: the server's own keys cannot sign with a symmetric algorithm.",
                    central=message(setting_names.CENTRAL),
                )
            )
        if settings.flag(setting_names.INCLUDE_THUMBPRINT):
            raise ValueError(
                message(
                    "{include_thumbprint}: a symmetric key has no certificate.",
                    include_thumbprint=message(setting_names.INCLUDE_THUMBPRINT),
                )
            )
        return _symmetric(settings, algorithm)
    profile = SignerProfile(
        algorithm, settings.text(setting_names.TYPE), has_thumbprint=settings.flag(setting_names.INCLUDE_THUMBPRINT)
    )
    names_key = settings.flag(setting_names.INCLUDE_KEY_ID)
    return (
        _central(profile, names_key)
        if settings.flag(setting_names.CENTRAL)
        else _certified(settings, profile, names_key)
    )


def _row(settings: Settings, table: str, active: str) -> Values:
    """Return the row with the signing key."""
    name = settings.text(active)
    if not name:
        raise ValueError(
            message(
                "{active} is required for {value}.",
                active=message(active),
                value=settings.text(setting_names.ALGORITHM),
            )
        )
    found = next((row for row in settings.rows(table) if row.get(keys.KEY_ID) == name), None)
    if found is None:
        raise ValueError(
            message(
                "{active}: there is no key '{name}' among {table}.",
                active=message(active),
                name=name,
                table=message(table),
            )
        )
    return found


def _symmetric(settings: Settings, algorithm: str) -> Sign:
    row = _row(settings, setting_names.SYMMETRIC_KEYS, setting_names.ACTIVE_KEY)
    header = {"typ": settings.text(setting_names.TYPE)} if settings.text(setting_names.TYPE) else {}
    if settings.flag(setting_names.INCLUDE_KEY_ID):
        header["kid"] = row[keys.KEY_ID]
    signer = mac_signer(keys.octets_of(row), algorithm, header)
    return lambda payload, _services: signer.sign(payload)


def _central(profile: SignerProfile, names_key: bool) -> Sign:
    algorithm = profile.algorithm

    def sign(payload: bytes, services: TokenManagerServices) -> str:
        key = services.central_key(algorithm)
        return key.signer(profile._replace(key_id=key.key_id) if names_key else profile).sign(payload)

    return sign


def _certified(settings: Settings, profile: SignerProfile, names_key: bool) -> Sign:
    row = _row(settings, setting_names.CERTIFICATES, setting_names.ACTIVE_CERTIFICATE)
    pair, name = row[keys.CERTIFICATE], row[keys.KEY_ID]

    def sign(payload: bytes, services: TokenManagerServices) -> str:
        key = services.key_pair(pair)
        if not names_key:
            return key.signer(profile).sign(payload)
        return key.signer(profile._replace(key_id=keys.full_id(name, key.key_id))).sign(payload)

    return sign
