"""A client that signs its authorization requests."""

import json
from collections.abc import Mapping
from typing import Any

import httpx
from joserfc import jwt
from joserfc.jwk import ECKey, KeyFlexible

from hanse.crypto.jwk import public_jwk
from tests.engine.oauth.pushed_requests.pushing import PushingClient
from tests.engine.oauth.site import CALLBACK, CHALLENGE
from tests.engine.server import BASE_URL
from tests.engine.signin.site import Visitor
from tests.support.key_pairs import ec_key

OWN_TYPE = "oauth-authz-req+jwt"


class SigningClient:
    """The client `web`, whose first key is registered and whose second key is not."""

    def __init__(self, pusher: PushingClient) -> None:
        self.pusher = pusher
        self.key, self.other_key = ECKey.import_key(ec_key(1)), ECKey.import_key(ec_key(2))
        self.save()

    @property
    def now(self) -> int:
        return int(self.pusher.site.engine.now())

    def save(self, **more: Any) -> None:
        jwks = json.dumps({"keys": [public_jwk(ec_key(1).public_key())]})
        self.pusher.client(**{"jwksSettings": {"jwks": jwks}, **more})

    def claims(self, **changed: Any) -> dict[str, Any]:
        """Return the claims of a valid request object with changes; None omits a claim."""
        usual: dict[str, Any] = {
            "iss": "web",
            "aud": BASE_URL,
            "nbf": self.now,
            "exp": self.now + 300,
            "client_id": "web",
            "redirect_uri": CALLBACK,
            "response_type": "code",
            "scope": "read",
            "state": "s-1",
            "code_challenge": CHALLENGE,
            "code_challenge_method": "S256",
        }
        return {name: value for name, value in {**usual, **changed}.items() if value is not None}

    def sign(
        self,
        claims: Mapping[str, Any] | None = None,
        key: KeyFlexible | None = None,
        algorithm: str = "ES256",
        type_: str = OWN_TYPE,
    ) -> str:
        header = {"alg": algorithm, "typ": type_}
        given = self.claims() if claims is None else dict(claims)
        return jwt.encode(header, given, key or self.key, algorithms=[algorithm])

    def visit(self, text: str, visitor: Visitor | None = None, **beside: Any) -> httpx.Response:
        """Open the authorization endpoint with the client ID and a request object, as a user."""
        nothing: dict[str, Any] = dict.fromkeys(
            ("redirect_uri", "response_type", "scope", "state", "code_challenge", "code_challenge_method")
        )
        given = {**nothing, "request": text, **beside}
        return (visitor or self.pusher.site.browser()).authorize(**given)
