"""Proofs that this server possesses the key to which the provider binds its access tokens (RFC 9449)."""

from base64 import urlsafe_b64encode
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Final, Self
from urllib.parse import urlsplit, urlunsplit

import msgspec

from hanse.crypto.jwk import public_jwk
from hanse.crypto.jws_signing import CompactSigner, PreparedSigner
from hanse.crypto.key_pairs import EC, generate_key
from hanse.plugins.adapters.openid_connect.provider_metadata import ProviderMetadata
from hanse.plugins.adapters.openid_connect.settings import ProviderSettings

ALGORITHM: Final = "ES256"
_BITS: Final = 256
# Section 4.2.
_TYPE: Final = "dpop+jwt"


@dataclass(frozen=True)
class ProofKey:
    """The key of one sign-in. It is not stored: the access token is used in the same request of the user."""

    signer: PreparedSigner = field(repr=False)

    @classmethod
    def of_sign_in(cls, settings: ProviderSettings, metadata: ProviderMetadata) -> Self | None:
        """Return a new key; None if tokens are not bound, by the settings or by the provider."""
        if not settings.bound_tokens or ALGORITHM not in metadata.dpop_algorithms:
            return None
        key = generate_key(EC, _BITS)
        header = {"typ": _TYPE, "jwk": public_jwk(key.public_key())}
        return cls(CompactSigner(key, ALGORITHM, None).prepared(header))

    def prove(
        self, method: str, url: str, now: float, new_id: Callable[[], str], *, nonce: str = "", access_token: str = ""
    ) -> str:
        """Return the proof for one request; `nonce` is that of the provider (sections 8 and 9)."""
        claims: dict[str, Any] = {"jti": new_id(), "htm": method, "htu": _without_query(url), "iat": int(now)}
        if nonce:
            claims["nonce"] = nonce
        if access_token:
            claims["ath"] = urlsafe_b64encode(sha256(access_token.encode()).digest()).rstrip(b"=").decode()
        return self.signer.sign(msgspec.json.encode(claims))


def _without_query(url: str) -> str:
    return urlunsplit(urlsplit(url)._replace(query="", fragment=""))
