"""Public keys as JSON Web Keys (RFC 7517)."""

from base64 import b64decode, urlsafe_b64encode
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePublicKey
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from joserfc.jwk import ECKey, RSAKey

Jwk = dict[str, Any]


def public_jwk(key: RSAPublicKey | EllipticCurvePublicKey) -> Jwk:
    """Return the members that define a public key (RFC 7518, section 6), and no others."""
    return {str(name): value for name, value in _imported(key).as_dict(private=False).items()}


def thumbprint(key: RSAPublicKey | EllipticCurvePublicKey) -> str:
    """Return the RFC 7638 SHA-256 thumbprint, 43 characters."""
    return _imported(key).thumbprint()


def certificate_members(chain: Sequence[str]) -> Jwk:
    """Return the members that publish a key's certificate chain, as it is kept (RFC 7517, sections 4.7 and 4.9).

    The older `x5t` is a SHA-1 digest and adds nothing.
    """
    digest = sha256(b64decode(chain[0])).digest()
    return {"x5c": list(chain), "x5t#S256": urlsafe_b64encode(digest).rstrip(b"=").decode()}


def _imported(key: RSAPublicKey | EllipticCurvePublicKey) -> RSAKey | ECKey:
    return RSAKey.import_key(key) if isinstance(key, RSAPublicKey) else ECKey.import_key(key)
