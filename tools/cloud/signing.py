"""The service's signing key.

RS256 is the only algorithm, as on the platform. A token with another algorithm is refused even if its signature is
correct (RFC 8725, section 3.1).
"""

from collections.abc import Mapping
from typing import Any

from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import RSAKey

_ALGORITHMS = ["RS256"]


class SigningKey:
    """An RSA key pair that signs and verifies compact JWTs."""

    def __init__(self, pem: str) -> None:
        self._key = RSAKey.import_key(pem, {"use": "sig", "alg": "RS256"})
        self._key.ensure_kid()

    @staticmethod
    def generate_pem() -> str:
        """Return a new private key of 2,048 bits in PEM."""
        return RSAKey.generate_key(2048).as_pem(private=True).decode()

    def sign(self, claims: Mapping[str, Any]) -> str:
        """Return the claims as a compact signed JWT."""
        return jwt.encode({"alg": "RS256", "kid": self._key.kid}, dict(claims), self._key, algorithms=_ALGORITHMS)

    def verify(self, token: str) -> dict[str, Any] | None:
        """Return the claims of a token, or None if this key did not sign it."""
        try:
            return dict(jwt.decode(token, self._key, algorithms=_ALGORITHMS).claims)
        except (JoseError, ValueError):
            return None

    def jwks(self) -> dict[str, Any]:
        """Return the public key as a JSON Web Key Set (RFC 7517, section 5)."""
        return {"keys": [self._key.as_dict(private=False)]}
