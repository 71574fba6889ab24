"""Public keys as JSON Web Keys (RFC 7517)."""

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


def _imported(key: RSAPublicKey | EllipticCurvePublicKey) -> RSAKey | ECKey:
    return RSAKey.import_key(key) if isinstance(key, RSAPublicKey) else ECKey.import_key(key)
