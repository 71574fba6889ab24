"""A client's key and the DPoP proofs signed with it (RFC 9449, section 4.2)."""

from base64 import urlsafe_b64encode
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import count
from typing import Any

from joserfc import jwt
from joserfc.jwk import ECKey

_NUMBERS = count(1)


@dataclass
class ProvingKey:
    """An EC key that signs proofs."""

    key: ECKey = field(default_factory=lambda: ECKey.generate_key("P-256"))

    @property
    def thumbprint(self) -> str:
        """Return the value of `cnf.jkt` (section 6.1)."""
        return self.key.thumbprint()

    def proof(
        self, method: str, url: str, now: float, token: str = "", header: dict[str, Any] | None = None, **claims: Any
    ) -> str:
        """Return a proof. Claims and header parameters that are None are omitted."""
        usual: dict[str, Any] = {"jti": f"proof-{next(_NUMBERS)}", "htm": method, "htu": url, "iat": int(now)}
        if token:
            usual["ath"] = urlsafe_b64encode(sha256(token.encode()).digest()).rstrip(b"=").decode()
        payload = {name: value for name, value in {**usual, **claims}.items() if value is not None}
        public = self.key.as_dict(private=False)
        members = {"typ": "dpop+jwt", "alg": "ES256", "jwk": public, **(header or {})}
        return jwt.encode({name: value for name, value in members.items() if value is not None}, payload, self.key)
