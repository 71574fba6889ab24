"""An OpenID provider whose answers tests determine, and the requests that it receives."""

import base64
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from hanse.crypto.jwk import public_jwk
from hanse.crypto.jwk_sets import JwkSet, published_keys
from hanse.crypto.jws_signing import CompactSigner
from hanse.crypto.jws_verification import read_compact
from hanse.crypto.key_pairs import PublicKey
from hanse.data_stores.settings import HttpAnswer, HttpRequest, SourceUnreachable
from tests.support.certified_keys import private_key

ISSUER = "https://login.partner.example"
CLIENT = "hanse"
Body = dict[str, Any]


@dataclass
class OpenIdProvider:
    """Issues an ID token for any code. `claims`, `metadata` and `header` replace members; None omits one."""

    issuer: str = ISSUER
    now: Callable[[], float] = lambda: 0.0
    key: str = "p256-1"
    key_id: str = "key-1"
    claims: Body = field(default_factory=dict)
    metadata: Body = field(default_factory=dict)
    header: Body = field(default_factory=dict)
    user_info: Body = field(default_factory=lambda: {"sub": "joe"})
    nonce: str = ""
    # Replace the answers of the token endpoint and of that for pushed requests: the status and the body.
    token_answer: tuple[int, bytes] | None = None
    pushed_answer: tuple[int, bytes] = (201, b'{"request_uri": "urn:example:1", "expires_in": 60}')
    # The nonce that proofs of possession must have; empty for none.
    dpop_nonce: str = ""
    # The type of access tokens; empty for that of the request.
    token_type: str = ""
    is_away: bool = False
    received: list[HttpRequest] = field(default_factory=list)

    def send(self, request: HttpRequest) -> HttpAnswer:
        """Answer a request; the interface is `contracts.data_stores.HttpSender`."""
        self.received.append(request)
        if self.is_away:
            raise SourceUnreachable("The service cannot be used.")
        path = urlsplit(request.url).path
        if path == "/token" and self.token_answer is not None:
            return HttpAnswer(*self.token_answer)
        if path == "/par":
            return HttpAnswer(*self.pushed_answer)
        if path in ("/token", "/userinfo") and (refusal := self._refusal(request, path)):
            return refusal
        documents: dict[str, Callable[[], Body]] = {
            "/.well-known/openid-configuration": self.published,
            "/keys": lambda: {"keys": [self.jwk()]},
            "/token": lambda: {
                "access_token": "at-1",
                "token_type": self.token_type or ("DPoP" if "DPoP" in dict(request.headers) else "Bearer"),
                "id_token": self.id_token(),
            },
            "/userinfo": lambda: self.user_info,
        }
        return HttpAnswer(200, json.dumps(documents[path]()).encode())

    def proofs(self) -> list[tuple[str, Body]]:
        """Return the path of each request with a proof of possession, and the claims of the proof."""
        sent = [(urlsplit(each.url).path, dict(each.headers).get("DPoP")) for each in self.received]
        return [(path, read_compact(proof).claims()) for path, proof in sent if proof]

    def _refusal(self, request: HttpRequest, path: str) -> HttpAnswer | None:
        """Refuse a proof without the nonce (RFC 9449, sections 8 and 9)."""
        proof = dict(request.headers).get("DPoP")
        if not proof or not self.dpop_nonce or read_compact(proof).claims().get("nonce") == self.dpop_nonce:
            return None
        return HttpAnswer(400 if path == "/token" else 401, b'{"error": "use_dpop_nonce"}', dpop_nonce=self.dpop_nonce)

    def signed_response(self, **changed: Any) -> str:
        """Return an authorization response as a JWT (JARM, section 2.1)."""
        usual = {"iss": self.issuer, "aud": CLIENT, "exp": int(self.now()) + 60, "code": "code-1", **changed}
        payload = json.dumps({name: claim for name, claim in usual.items() if claim is not None}).encode()
        return CompactSigner(private_key(self.key), "ES256", self.key_id).sign(payload, {"typ": "JWT"})

    def published(self) -> Body:
        """Return the metadata."""
        return _replaced(
            {
                "issuer": self.issuer,
                "authorization_endpoint": f"{self.issuer}/authorize",
                "token_endpoint": f"{self.issuer}/token",
                "jwks_uri": f"{self.issuer}/keys",
                "userinfo_endpoint": f"{self.issuer}/userinfo",
                "authorization_response_iss_parameter_supported": True,
                "token_endpoint_auth_methods_supported": ["client_secret_basic", "private_key_jwt"],
                "scopes_supported": ["openid", "profile", "email"],
            },
            self.metadata,
        )

    def jwk(self) -> Body:
        """Return the public key."""
        return {**public_jwk(private_key(self.key).public_key()), "kid": self.key_id, "use": "sig"}

    def keys_at(self, url: str, algorithm: str, key_id: str | None) -> tuple[PublicKey, ...]:
        """Return the keys at the address of the key set; the interface is that of `AdapterServices`."""
        assert url == f"{self.issuer}/keys"
        found: JwkSet = published_keys([self.jwk()])
        return found.verifying(algorithm, key_id)

    def id_token(self) -> str:
        """Return an ID token for Joe."""
        now = int(self.now())
        claims = {
            "iss": self.issuer,
            "aud": CLIENT,
            "sub": "joe",
            "iat": now,
            "exp": now + 300,
            "nonce": self.nonce,
            "email": "joe@partner.example",
            **self.claims,
        }
        payload = json.dumps({name: claim for name, claim in claims.items() if claim is not None}).encode()
        if self.header.get("alg") == "none":
            return f"{_encoded(json.dumps(self.header).encode())}.{_encoded(payload)}."
        algorithm = "ES256" if self.key.startswith("p256") else "RS256"
        header = {name: value for name, value in self.header.items() if name != "kid"}
        return CompactSigner(private_key(self.key), algorithm, self.header.get("kid", self.key_id)).sign(
            payload, {"typ": "JWT", **header}
        )

    def form(self, number: int = -1) -> dict[str, str]:
        """Return the form of a request."""
        return dict(parse_qsl(self.received[number].content.decode()))

    def paths(self) -> list[str]:
        """Return the paths of all requests."""
        return [urlsplit(each.url).path for each in self.received]


def parameters_of(url: str) -> dict[str, str]:
    """Return the parameters of an address; none is repeated."""
    pairs = parse_qsl(urlsplit(url).query, strict_parsing=True)
    assert len(dict(pairs)) == len(pairs)
    return dict(pairs)


def _replaced(members: Body, changed: Body) -> Body:
    return {name: value for name, value in {**members, **changed}.items() if value is not None}


def _encoded(octets: bytes) -> str:
    return base64.urlsafe_b64encode(octets).rstrip(b"=").decode()
