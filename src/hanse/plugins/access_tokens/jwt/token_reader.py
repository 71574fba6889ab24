"""Reads a presented JSON Web Token, and checks that it belongs to this manager.

A token belongs to the manager if one of its keys signed it and its type, issuer and audience are the manager's. The
type distinguishes access tokens from other JWTs signed with the same key, such as ID tokens (RFC 8725, section 3.11).
Former signing keys that are still configured or published verify as well.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from joserfc.errors import JoseError

from hanse.config.plugins.plugin import Settings
from hanse.crypto.jws_signing import ALGORITHMS, LEAST_SECRET_OCTETS
from hanse.crypto.jws_verification import MOST_CHARACTERS, CompactToken, MalformedToken, decoded_object, read_compact
from hanse.crypto.key_pairs import PublicKey
from hanse.plugins.access_tokens import claims
from hanse.plugins.access_tokens.jwt import encryption, keys, setting_names
from hanse.plugins.contracts.access_tokens import ReadToken, TokenReaderServices

Claims = dict[str, Any]
_ENCRYPTED_DOTS: Final = 4


class JwtReader:
    """Reads the tokens of one manager."""

    def __init__(self, settings: Settings) -> None:
        self._type = settings.text(setting_names.TYPE).lower().removeprefix("application/")
        self._issuer = settings.text(setting_names.ISSUER)
        self._audience = settings.text(setting_names.AUDIENCE).split()
        self._client_id = settings.text(setting_names.CLIENT_ID_NAME) or claims.CLIENT_ID
        self._scope = settings.text(setting_names.SCOPE_NAME) or claims.SCOPE
        self._grant = settings.text(setting_names.GRANT_NAME)
        self._is_signed = bool(settings.text(setting_names.ALGORITHM))
        self._is_authenticated = settings.text(setting_names.ALGORITHM) in LEAST_SECRET_OCTETS
        self._is_central = settings.flag(setting_names.CENTRAL)
        self._secrets = list(_signing_secrets(settings))
        self._pairs = [
            (row.get(keys.KEY_ID, ""), row[keys.CERTIFICATE])
            for row in settings.rows(setting_names.CERTIFICATES)
            if keys.CERTIFICATE in row
        ]
        self._is_encrypted = bool(settings.text(encryption.ALGORITHM))
        self._decrypt = encryption.decrypting(settings)

    def read(self, text: str, services: TokenReaderServices) -> ReadToken | None:
        """Return the claims of a token, or None for any other text."""
        if len(text) > MOST_CHARACTERS or (text.count(".") == _ENCRYPTED_DOTS) is not self._is_encrypted:
            return None
        try:
            inner = self._opened(text) if self._is_encrypted else text
            claims = None if inner is None else self._claims(inner, services)
        except (MalformedToken, JoseError, ValueError):
            return None
        return None if claims is None else self._checked(claims, services)

    def _opened(self, text: str) -> str | None:
        # Tokens that are encrypted for another server cannot be read here.
        return None if self._decrypt is None else self._decrypt(text)

    def _claims(self, text: str, services: TokenReaderServices) -> Claims | None:
        if not self._is_signed:
            # The symmetric key that encrypted it is the proof (`JwtTokens` accepts no other key without a signature).
            return decoded_object(text.encode())
        token = read_compact(text)
        return token.claims() if token.type == self._type and self._is_genuine(token, services) else None

    def _is_genuine(self, token: CompactToken, services: TokenReaderServices) -> bool:
        algorithm, key_id = token.algorithm, token.key_id
        if self._is_authenticated:
            secrets = (octets for id_, octets in self._secrets if key_id in (None, id_))
            return algorithm in LEAST_SECRET_OCTETS and any(token.has_mac_of(each, algorithm) for each in secrets)
        if algorithm not in ALGORITHMS:
            return False
        return any(token.is_signed_by(key, algorithm) for key in self._public_keys(algorithm, key_id, services))

    def _public_keys(self, algorithm: str, key_id: str | None, services: TokenReaderServices) -> Sequence[PublicKey]:
        if self._is_central:
            return services.central_keys().verifying(algorithm, key_id)
        return [
            key
            for name, pair in self._pairs
            for mark, key in services.key_pair(pair)
            if key_id in (None, keys.full_id(name, mark))
        ]

    def _checked(self, claims: Claims, services: TokenReaderServices) -> ReadToken | None:
        now = services.now.timestamp()
        expires, begins, client_id = claims.get("exp"), claims.get("nbf", 0), claims.get(self._client_id, "")
        if not isinstance(expires, int) or expires <= now or not isinstance(begins, int) or begins > now:
            return None
        if claims.get("iss") != (self._issuer or services.issuer) or not self._is_for_us(claims.get("aud"), services):
            return None
        if not isinstance(client_id, str) or not client_id:
            return None
        return ReadToken(
            claims=claims,
            client_id=client_id,
            scopes=_scopes(claims.get(self._scope)),
            expires=float(expires),
            id=_text(claims.get("jti")),
            grant_id=_text(claims.get(self._grant)) if self._grant else "",
        )

    def _is_for_us(self, audience: Any, services: TokenReaderServices) -> bool:
        named = [audience] if isinstance(audience, str) else audience or []
        if self._audience:
            return named == self._audience
        return isinstance(named, list) and all(isinstance(each, str) and services.serves(each) for each in named)


def _signing_secrets(settings: Settings) -> Iterator[tuple[str, bytes]]:
    """Yield the keys for MACs, but not the decryption key: servers that decrypt tokens must not issue them."""
    signs = settings.text(setting_names.ACTIVE_KEY)
    for row in settings.rows(setting_names.SYMMETRIC_KEYS):
        key_id = row.get(keys.KEY_ID, "")
        if key_id == signs or key_id != settings.text(encryption.ACTIVE_KEY):
            yield key_id, keys.octets_of(row)


def _scopes(value: Any) -> tuple[str, ...]:
    if isinstance(value, str):
        return tuple(value.split())
    return tuple(str(each) for each in value) if isinstance(value, list) else ()


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
