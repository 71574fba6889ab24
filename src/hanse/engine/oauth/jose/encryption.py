"""Encrypts JWTs for a client (RFC 7516), with its public key or with its secret (OpenID Connect Core, 10.2)."""

from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256, sha384, sha512
from typing import Any, Final

from joserfc import jwe
from joserfc.errors import JoseError
from joserfc.jwk import ECKey, OctKey, OKPKey, RSAKey

from hanse.crypto.jwk import Jwk
from hanse.engine.errors import ServerError
from hanse.engine.oauth.jose.algorithm_names import CONTENT_ENCRYPTIONS, KEY_ENCRYPTIONS
from hanse.engine.oauth.jose.client_keys import ClientKeys, NoClientKeys
from hanse.engine.snapshot.clients import RegisteredClient
from hanse.resources.applications.clients.choices import ContentEncryption, KeyEncryption

_LEAST_RSA_BITS: Final = 2048  # RFC 7518, section 4.3.
_CURVES: Final = frozenset({"P-256", "P-384", "P-521", "X25519"})
_KEY_TYPES: Final[dict[str, type[RSAKey | ECKey | OKPKey]]] = {"RSA": RSAKey, "EC": ECKey, "OKP": OKPKey}
# The sizes, in octets, of the content encryption keys, which are the keys of `dir` (RFC 7518, sections 4.5 and 5.1).
_CONTENT_OCTETS: Final = {
    ContentEncryption.AES_128_CBC_HMAC_SHA_256: 32,
    ContentEncryption.AES_192_CBC_HMAC_SHA_384: 48,
    ContentEncryption.AES_256_CBC_HMAC_SHA_512: 64,
    ContentEncryption.AES_128_GCM: 16,
    ContentEncryption.AES_192_GCM: 24,
    ContentEncryption.AES_256_GCM: 32,
}
_WRAPPING_OCTETS: Final = {"A128": 16, "A192": 24, "A256": 32}
Recipient = RSAKey | ECKey | OKPKey | OctKey


class CannotEncrypt(ServerError):
    """A client requires an encrypted JWT and has no key for it."""


@dataclass(frozen=True)
class Encryption:
    """The encryption algorithms for one kind of JWT of a client."""

    key: KeyEncryption
    content: ContentEncryption


class JwtEncryption:
    """Encrypts for clients."""

    def __init__(self, keys: ClientKeys) -> None:
        self._keys = keys

    async def encrypt(
        self, client: RegisteredClient, encryption: Encryption, content: bytes, now: datetime, *, nested: bool = True
    ) -> str:
        """Return a JWE in the compact serialization. Raises CannotEncrypt.

        `nested` means that the content is a signed JWT (RFC 7519, section 5.2) and not plain claims.
        """
        recipient = await self._recipient(client, encryption, now)
        algorithm, method = KEY_ENCRYPTIONS[encryption.key], CONTENT_ENCRYPTIONS[encryption.content]
        header: dict[str, Any] = {"alg": algorithm, "enc": method, **({"cty": "JWT"} if nested else {"typ": "JWT"})}
        if encryption.key.is_asymmetric and recipient.kid:
            header["kid"] = recipient.kid
        return jwe.encrypt_compact(header, content, recipient, algorithms=[algorithm, method])

    async def _recipient(self, client: RegisteredClient, encryption: Encryption, now: datetime) -> Recipient:
        if not encryption.key.is_asymmetric:
            secret = next(iter(client.secrets(now)), "")
            if not secret:
                raise CannotEncrypt("This client has no secret to encrypt with.")
            return OctKey.import_key(key_of_secret(secret, symmetric_octets(encryption)))
        try:
            found = await self._keys.load(client)
        except NoClientKeys as error:
            raise CannotEncrypt("The keys of this client cannot be read.") from error
        chosen = choose_key(found, KEY_ENCRYPTIONS[encryption.key])
        if chosen is None:
            raise CannotEncrypt("This client has no key for its encryption algorithm.")
        return chosen


def key_of_secret(secret: str, octets: int) -> bytes:
    """Return the symmetric key that is derived from a client's secret (OpenID Connect Core, section 10.2)."""
    function = sha256 if octets <= sha256().digest_size else sha384 if octets <= sha384().digest_size else sha512
    return function(secret.encode()).digest()[:octets]


def choose_key(keys: tuple[Jwk, ...], algorithm: str) -> RSAKey | ECKey | OKPKey | None:
    """Return the first key for encryption, or else the first that may be used for it."""
    types = ("RSA",) if algorithm.startswith("RSA") else ("EC", "OKP")
    fitting = [key for key in keys if _fits(key, types, algorithm)]
    fitting.sort(key=lambda key: (key.get("alg") != algorithm, key.get("use") != "enc"))
    for key in fitting:
        try:
            imported = _KEY_TYPES[key["kty"]].import_key(key)
        except (JoseError, ValueError, TypeError, KeyError):
            continue
        if not isinstance(imported, RSAKey) or imported.public_key.key_size >= _LEAST_RSA_BITS:
            return imported
    return None


def _fits(key: Jwk, types: tuple[str, ...], algorithm: str) -> bool:
    if key.get("kty") not in types or key.get("use", "enc") != "enc" or key.get("alg", algorithm) != algorithm:
        return False
    return key["kty"] == "RSA" or key.get("crv") in _CURVES


def symmetric_octets(encryption: Encryption) -> int:
    """Return the size, in octets, of the symmetric key of an encryption."""
    if encryption.key is KeyEncryption.DIR:
        return _CONTENT_OCTETS[encryption.content]
    return _WRAPPING_OCTETS[encryption.key.value[:4]]
