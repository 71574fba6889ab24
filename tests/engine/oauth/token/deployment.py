"""An engine with a working token endpoint: access token managers, mappings, scopes and clients."""

import asyncio
from base64 import b64encode
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx

from hanse.config.declare.resource import Resource
from hanse.engine.oauth.contracts import AuthorizationCode, GrantContext
from hanse.engine.oauth.paths import TOKEN_PATH
from hanse.engine.signin.contracts import Origin
from hanse.engine.state.contracts import Grant, digest
from hanse.kit.errors import ValidationFailed
from hanse.resources.applications.access_token_mappings import ACCESS_TOKEN_MAPPINGS
from hanse.resources.applications.access_tokens.managers import MANAGER_SETTINGS, MANAGERS
from hanse.resources.applications.clients import OAUTH_CLIENTS
from hanse.resources.authentication.policy_contracts import POLICY_CONTRACTS
from hanse.resources.system.authorization_server import COMMON_SCOPES, SETTINGS
from tests.engine.server import EngineServer, Form
from tests.support.access_tokens import manager, signing_manager
from tests.support.clients import client
from tests.support.configurations import create, replace
from tests.support.mappings import contract, from_source, token_mapping

ISSUER = "https://sso.example.com:9031"
Body = dict[str, Any]


def basic(client_id: str, secret: str) -> str:
    """Return an Authorization header value for HTTP basic authentication."""
    return "Basic " + b64encode(f"{client_id}:{secret}".encode()).decode()


class Deployment:
    """An engine with the default access token manager `manager-0`, which signs JWTs with the issuer's RS256 key."""

    def __init__(self, engine: EngineServer, folder: Path | None = None) -> None:
        """`folder` is the server's data folder, for tests that add files."""
        self.engine, self.folder = engine, folder or Path()
        engine.set_base_url(ISSUER)
        self.add(MANAGERS, central_manager())
        self.add(ACCESS_TOKEN_MAPPINGS, token_mapping())
        self.add(MANAGER_SETTINGS, {"defaultAccessTokenManagerRef": {"id": "manager-0"}})
        for name in ("read", "write"):
            self.add(COMMON_SCOPES, {"name": name, "description": name})

    def add(self, resource: Resource[Any], body: Body) -> None:
        """Create a document, or replace a singleton."""
        if resource.default is not None:
            replace(self.engine.core.configuration, resource, resource.singleton_id, body)
        else:
            create(self.engine.core.configuration, resource, body)
        self.engine.caught_up()

    def change(self, resource: Resource[Any], id_: str, body: Body) -> None:
        """Replace a document."""
        replace(self.engine.core.configuration, resource, id_, body)
        self.engine.caught_up()

    def settings(self, **changes: Any) -> None:
        """Replace the settings of the authorization server."""
        self.add(SETTINGS, changes)

    def add_service(self, id_: str = "batch", *grants: str, **more: Any) -> str:
        """Create a client with the client credentials grant; return its Authorization header value."""
        self.add(OAUTH_CLIENTS, service(id_, *grants, **more))
        return basic(id_, secret_of(id_))

    def token(self, form: Form, **headers: str) -> httpx.Response:
        """Send a request to the token endpoint."""
        return self.engine.post(TOKEN_PATH, form, **headers)

    def client_credentials(self, authorization: str, **form: str) -> httpx.Response:
        """Request a token with the client credentials grant."""
        return self.token({"grant_type": "client_credentials", **form}, Authorization=authorization)


def secret_of(id_: str) -> str:
    """Return the secret of a client of `add_service`."""
    return f"clear-secret-of-{id_}-with-enough-octets-for-hs256"


def service(id_: str = "batch", *grants: str, **more: Any) -> Body:
    """Return the body of a client with the client credentials grant."""
    auth = {"type": "SECRET", "secret": secret_of(id_)}
    return client(id_, redirectUris=[], grantTypes=list(grants or ("CLIENT_CREDENTIALS",)), clientAuth=auth) | more


def central_manager(number: int = 0, algorithm: str = "RS256", **settings: str) -> Body:
    """Return the body of an access token manager that signs JWTs with the issuer's own keys."""
    fields = {"Use Centralized Signing Key": "true", "JWS Algorithm": algorithm, **settings}
    made = signing_manager(number)
    made["configuration"] = {"fields": [{"name": name, "value": value} for name, value in fields.items()]}
    return made


def reference_manager(number: int = 1, **settings: str) -> Body:
    """Return the body of an access token manager that issues reference tokens."""
    made = manager(number)
    fields = {"Token Lifetime": "30", **settings}
    made["configuration"] = {"fields": [{"name": name, "value": value} for name, value in fields.items()]}
    return made


def refused(answer: httpx.Response, status: int, code: str) -> str:
    """Check that an answer is an OAuth error; return its description."""
    assert (answer.status_code, answer.json()["error"]) == (status, code), answer.text
    assert answer.headers["cache-control"] == "no-store"
    description: str = answer.json().get("error_description", "")
    return description


# RFC 7636, appendix B.
VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
CALLBACK = "https://web.example.com/callback"


class Application:
    """A web application with users of the policy contract `apc-0`. Authorization codes are stored directly."""

    def __init__(self, deployment: Deployment, id_: str = "web", **more: Any) -> None:
        self.deployment, self.id = deployment, id_
        self._codes = 0
        self.authorization = basic(id_, secret_of(id_))
        with suppress(ValidationFailed):
            deployment.add(POLICY_CONTRACTS, contract())
            deployment.add(ACCESS_TOKEN_MAPPINGS, user_mapping())
        self.save(**more)

    def save(self, **more: Any) -> None:
        """Create or replace the client."""
        grants = ("AUTHORIZATION_CODE", "REFRESH_TOKEN")
        body = service(self.id, *grants, **{"redirectUris": [CALLBACK], **more})
        try:
            self.deployment.add(OAUTH_CLIENTS, body)
        except ValidationFailed:
            self.deployment.change(OAUTH_CLIENTS, self.id, body)

    def code(self, **changes: Any) -> str:
        """Store an authorization code, and return it."""
        self._codes += 1
        text = f"code-{self._codes}-of-{self.id}"
        usual: dict[str, Any] = {
            "client_id": self.id,
            "issuer": ISSUER,
            "redirect_uri": CALLBACK,
            "scopes": ("read", "write"),
            "context": context(),
            "code_challenge": CHALLENGE,
            "code_challenge_method": "S256",
            "refresh_token": True,
        }
        code = AuthorizationCode(**{**usual, **changes})
        grants = self.deployment.engine.state.grants
        asyncio.run(grants.put_code(digest(text), code.encode(), self.deployment.engine.now() + 60))
        return text

    def redeem(self, code: str | None, **changes: str | None) -> httpx.Response:
        """Redeem a code. Parameters that are None are omitted."""
        usual = {"grant_type": "authorization_code", "redirect_uri": CALLBACK, "code_verifier": VERIFIER}
        form = {name: value for name, value in {**usual, "code": code, **changes}.items() if value is not None}
        return self.deployment.token(form, Authorization=self.authorization)

    def tokens(self, **changes: Any) -> Body:
        """Redeem a new code and return the answer."""
        answer = self.redeem(self.code(**changes))
        assert answer.status_code == 200, answer.text
        content: Body = answer.json()
        return content

    def refresh(self, token: str, **form: str) -> httpx.Response:
        """Use a refresh token."""
        return self.deployment.token(
            {"grant_type": "refresh_token", "refresh_token": token, **form}, Authorization=self.authorization
        )

    def grants(self) -> Sequence[Grant]:
        """Return the user's current grants to the client."""
        engine = self.deployment.engine
        return asyncio.run(engine.state.grants.find("joe", self.id, engine.now()))


def context(**changes: Any) -> GrantContext:
    """Return the grant context of Joe."""
    usual: dict[str, Any] = {
        "user_key": "joe",
        "user_name": "Joe",
        "origin": Origin("AUTHENTICATION_POLICY_CONTRACT", "apc-0"),
        "origin_attributes": {"subject": "joe", "mail": "joe@example.com"},
        "session_id": "session-1",
    }
    return GrantContext(**{**usual, **changes})


def user_mapping(number: int = 0, manager_number: int = 0) -> Body:
    """Return the body of an access token mapping for users of a policy contract."""
    contract_id = f"apc-{number}"
    return {
        "id": f"users-{number}-{manager_number}",
        "context": {"type": "AUTHENTICATION_POLICY_CONTRACT", "contextRef": {"id": contract_id}},
        "accessTokenManagerRef": {"id": f"manager-{manager_number}"},
        "attributeContractFulfillment": {
            "sub": from_source("OAUTH_PERSISTENT_GRANT", "USER_KEY"),
            "mail": from_source("AUTHENTICATION_POLICY_CONTRACT", "mail", contract_id),
        },
    }
