"""An OpenID provider on the real engine: configured in a database, called without an HTTP server."""

import asyncio
from collections.abc import Coroutine, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

import jwt as pyjwt
import msgspec
from joserfc import jwt
from joserfc.jwk import KeySet
from starlette.types import Message

from hanse.engine.attributes import AttributeFulfillment
from hanse.engine.errors import InvalidToken
from hanse.engine.http.request import Request
from hanse.engine.oauth.contracts import ActiveToken, GrantContext, IdTokenRequest, IssuedToken, TokenRequest
from hanse.engine.oauth.jose.client_keys import ClientKeys
from hanse.engine.oauth.jose.encryption import JwtEncryption
from hanse.engine.oidc.claims import UserClaims
from hanse.engine.oidc.id_token import IdTokens
from hanse.engine.oidc.id_token_hint import HintVerifier
from hanse.engine.services import Services
from hanse.engine.signin.contracts import Origin, Value
from hanse.engine.snapshot.clients import CLIENTS, RegisteredClient
from hanse.kit.http.request_log import ID_KEY
from hanse.resources.applications.access_tokens.managers import MANAGERS
from hanse.resources.applications.clients.resource import OAUTH_CLIENTS
from hanse.resources.applications.oidc_policies.policies import OIDC_POLICIES, OIDC_SETTINGS
from tests.engine.scripted_network import PlannedOutgoing
from tests.engine.server import BASE_URL, EngineServer, engine_server
from tests.support.access_tokens import manager
from tests.support.clients import client
from tests.support.clock import ManualClock
from tests.support.configurations import create
from tests.support.mappings import from_source

T = TypeVar("T")
Body = dict[str, Any]
NAMES = ("sub", "name", "given_name", "email", "email_verified", "phone_number", "address", "updated_at", "groups")
CONTEXT = GrantContext(
    user_key="joe",
    user_name="joe",
    origin=Origin("ADAPTER", "form"),
    session_id="session-1",
    auth_time=1_763_713_000.5,
    acr="urn:example:password",
    amr=("pwd",),
    nonce="n-0S6_WzA2Mj",
)
ATTRIBUTES: Mapping[str, Value] = {
    "sub": "joe",
    "name": "Joe Doe",
    "given_name": "Joe",
    "email": "joe@example.com",
    "email_verified": "true",
    "phone_number": "+49 451 1",
    "address": '{"locality": "Lübeck"}',
    "updated_at": "1311280970",
    "groups": ["sailors", "merchants"],
}


class PlannedTokens:
    """Replaces the access token managers, which have their own tests."""

    def __init__(self) -> None:
        self.granted: Mapping[str, Value] = ATTRIBUTES
        self.active: dict[str, ActiveToken] = {}
        self.requests: list[TokenRequest] = []

    async def issue(self, _request: Request, wanted: TokenRequest) -> IssuedToken:
        return IssuedToken(
            text="token-2", expires=0, manager_id="manager-0", scopes=wanted.scopes, attributes=self.granted
        )

    async def attributes(self, _request: Request, wanted: TokenRequest) -> Mapping[str, Value]:
        self.requests.append(wanted)
        return self.granted

    async def inspect(self, _request: Request, token: str) -> ActiveToken:
        if token not in self.active:
            raise InvalidToken("The access token is not valid.")
        return self.active[token]

    async def revoke(self, _request: Request, token: str) -> bool:
        return self.active.pop(token, None) is not None


def policy(*extended: str | Body, **more: Any) -> Body:
    """Return the body of an OpenID Connect policy with the attributes of the access token."""
    declared: list[Body] = [{"name": each} if isinstance(each, str) else each for each in extended or NAMES[1:]]
    names = ["sub", *(each["name"] for each in declared)]
    return {
        "id": "policy",
        "name": "Policy",
        "accessTokenManagerRef": {"id": "manager-0"},
        "attributeContract": {"extendedAttributes": declared},
        "attributeMapping": {"attributeContractFulfillment": {name: from_source("TOKEN", name) for name in names}},
        **more,
    }


@dataclass
class Provider:
    """An OpenID provider, and the services that the tests call."""

    server: EngineServer
    services: Services
    outgoing: PlannedOutgoing
    tokens: PlannedTokens
    id_tokens: IdTokens
    hints: HintVerifier
    keys: ClientKeys
    claims: UserClaims
    loop: asyncio.AbstractEventLoop

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self.loop.run_until_complete(work)

    def save_policy(self, body: Body, *, default: bool = True) -> None:
        create(self.server.core.configuration, OIDC_POLICIES, body)
        if default:
            self.server.save(OIDC_SETTINGS, {"defaultPolicyRef": {"id": body["id"]}})
        self.server.caught_up()

    def save_client(self, id_: str = "web", **more: Any) -> RegisteredClient:
        create(self.server.core.configuration, OAUTH_CLIENTS, client(id_, **more))
        self.server.caught_up()
        return self.client(id_)

    def client(self, id_: str = "web") -> RegisteredClient:
        found = self.server.follower.snapshot.part(CLIENTS).get(id_)
        assert found is not None
        return found

    def request(
        self,
        method: str = "GET",
        path: str = "/",
        *,
        query: bytes = b"",
        headers: Mapping[str, str] | None = None,
        body: bytes = b"",
        values: Mapping[str, str] | None = None,
    ) -> Request:
        snapshot = self.server.follower.snapshot
        issuer = snapshot.issuer(BASE_URL)
        assert issuer is not None
        scope = {
            "type": "http",
            "method": method,
            "path": path,
            "scheme": "https",
            "query_string": query,
            "headers": [(name.lower().encode(), value.encode("latin-1")) for name, value in (headers or {}).items()],
            "client": ("192.0.2.7", 50000),
            ID_KEY: "request-1",
        }

        async def receive() -> Message:
            return {"type": "http.request", "body": body, "more_body": False}

        return Request(scope, receive, issuer, snapshot, values or {})

    def wanted(self, id_: str = "web", *, scopes: tuple[str, ...] = ("openid",), **more: Any) -> IdTokenRequest:
        """Return an ID token request of the token endpoint, or with `alone=True` one of the authorization endpoint."""
        context = replace_context(more)
        alone = more.pop("alone", False)
        token = IssuedToken(
            text="token-1", expires=0, manager_id="manager-0", scopes=scopes, attributes=self.tokens.granted
        )
        return IdTokenRequest(
            client=self.client(id_),
            scopes=scopes,
            context=context,
            access_token=None if alone else token,
            **more,
        )

    def issue(self, id_: str = "web", **more: Any) -> str:
        return self.run(self.id_tokens.issue(self.request(), self.wanted(id_, **more)))

    def claims_of(self, token: str, algorithm: str = "RS256") -> dict[str, Any]:
        """Verify a token with two libraries and the published keys, and return its claims."""
        published = self.server.get("/pf/JWKS").json()
        claims = dict(jwt.decode(token, KeySet.import_key_set(published), algorithms=[algorithm]).claims)
        key_id = pyjwt.get_unverified_header(token)["kid"]
        key = next(pyjwt.PyJWK(each, algorithm) for each in published["keys"] if each["kid"] == key_id)
        options: Any = {"verify_exp": False, "verify_iat": False, "verify_aud": False}
        assert pyjwt.decode(token, key, algorithms=[algorithm], options=options) == claims
        return claims

    def issued(self, id_: str = "web", **more: Any) -> dict[str, Any]:
        """Return the claims of a new ID token."""
        return self.claims_of(self.issue(id_, **more))


def replace_context(more: dict[str, Any]) -> GrantContext:
    """Return the usual grant context with the fields in `more`, which are removed from it."""
    fields = {name: more.pop(name) for name in list(more) if name in GrantContext.__struct_fields__}
    return msgspec.structs.replace(CONTEXT, **fields)


@contextmanager
def opened_provider(database_url: str, folder: Path, clock: ManualClock, *, fresh: bool = True) -> Iterator[Provider]:
    """Yield a provider with a base URL, an access token manager and nothing else."""
    with engine_server(database_url, folder, clock) as server:
        if fresh:
            server.set_base_url()
            create(server.core.configuration, MANAGERS, manager(0, *NAMES))
        server.caught_up()
        outgoing, tokens = PlannedOutgoing(), PlannedTokens()
        services = replace(server.services, outgoing=outgoing)
        keys = ClientKeys(services)
        encryption = JwtEncryption(keys)
        claims = UserClaims(AttributeFulfillment(services))
        loop = asyncio.new_event_loop()
        yield Provider(
            server,
            services,
            outgoing,
            tokens,
            IdTokens(claims, tokens, encryption, clock),
            HintVerifier(clock),
            keys,
            claims,
            loop,
        )
        loop.close()
