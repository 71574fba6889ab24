"""Keys and addresses for the checks of access token managers."""

from datetime import datetime, timedelta
from functools import cache, partial
from typing import Final

from cryptography import x509
from cryptography.x509.oid import NameOID

from hanse.crypto.certificate_builder import Validity, self_signed
from hanse.crypto.jwk import public_jwk
from hanse.crypto.jwk_sets import published_keys
from hanse.crypto.jws_signing import RSA_ALGORITHMS
from hanse.crypto.key_pairs import EC, RSA, generate_key
from hanse.crypto.xml.signatures import XmlSigningKey
from hanse.kit.randomness import SystemRandomness
from hanse.plugins.conformance.example import NOW
from hanse.plugins.contracts.access_tokens import SigningKey, TokenManagerServices, TokenReaderServices
from hanse.plugins.contracts.token_signing import TokenSigningServices

ISSUER: Final = "https://issuer.example"
_KEY_ID: Final = "example-key"
_CURVES: Final = {"ES256": 256, "ES384": 384, "ES512": 521}
_PAIR: Final = (EC, 256)


def services(server: str = "this") -> TokenManagerServices:
    """Return the services with which a server issues tokens; each server has keys of its own."""
    return TokenManagerServices(
        now=NOW,
        randomness=SystemRandomness(),
        issuer=ISSUER,
        key_pair=lambda _id: key_of(*_PAIR, server),
        central_key=partial(_central_key, server),
    )


def signing_services() -> TokenSigningServices:
    """Return the services of plug-ins that sign tokens."""
    keys = services()
    return TokenSigningServices(
        now=NOW,
        issuer=ISSUER,
        randomness=keys.randomness,
        central_key=keys.central_key,
        key_pair=lambda _id: _xml_key(),
    )


@cache
def _xml_key() -> XmlSigningKey:
    key = generate_key(*_PAIR)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "example")])
    validity = Validity(NOW - timedelta(days=1), days=365)
    return XmlSigningKey(key, self_signed(key, name, (), validity, "SHA256withECDSA", SystemRandomness()))


def reader_services(now: datetime = NOW, issuer: str = ISSUER) -> TokenReaderServices:
    """Return the services with which the server reads tokens."""
    kinds = ((RSA, 2048), *((EC, size) for size in _CURVES.values()))

    def central() -> list[dict[str, object]]:
        return [{**public_jwk(key_of(*kind).private_key.public_key()), "kid": _KEY_ID, "use": "sig"} for kind in kinds]

    return TokenReaderServices(
        now=now,
        issuer=issuer,
        central_keys=lambda: published_keys(central()),
        key_pair=lambda _id: [(_KEY_ID, key_of(*_PAIR).private_key.public_key())],
        serves=lambda _resource: True,
    )


def key_of(kind: str, size: int, server: str = "this") -> SigningKey:
    """Return a server's key of a type and size."""
    return _made(kind, size, server)


@cache
def _made(kind: str, size: int, _server: str) -> SigningKey:
    return SigningKey(generate_key(kind, size), _KEY_ID)


def _central_key(server: str, algorithm: str) -> SigningKey:
    kind = (RSA, 2048) if algorithm in RSA_ALGORITHMS else (EC, _CURVES[algorithm])
    return key_of(*kind, server)
