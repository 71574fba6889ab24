"""A client that pushes authorization requests, and users who follow the references."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import httpx

from hanse.engine.oauth.paths import PUSHED_REQUEST_PATH, TOKEN_PATH
from hanse.resources.applications.access_token_mappings import ACCESS_TOKEN_MAPPINGS
from hanse.resources.applications.access_tokens.managers import MANAGER_SETTINGS, MANAGERS
from hanse.resources.applications.clients.resource import OAUTH_CLIENTS
from hanse.resources.system.authorization_server import COMMON_SCOPES, SETTINGS
from tests.engine.oauth.site import CALLBACK, CHALLENGE, VERIFIER
from tests.engine.oauth.token.deployment import basic, central_manager
from tests.engine.server import BASE_URL
from tests.engine.signin.site import AUTHORIZE, SignInSite, Visitor
from tests.support.clients import client
from tests.support.configurations import create, replace
from tests.support.mappings import from_source

PAR_URL = f"{BASE_URL}{PUSHED_REQUEST_PATH}"
WEB = basic("web", "clear-secret-of-web")


def add_tokens(site: SignInSite) -> None:
    """Add the configuration for access tokens with the scope `read` for users of the first adapter."""
    site.add(MANAGERS, central_manager())
    mapping: dict[str, Any] = {
        "context": {"type": "IDP_ADAPTER", "contextRef": {"id": "adapter-0"}},
        "accessTokenManagerRef": {"id": "manager-0"},
        "attributeContractFulfillment": {
            "sub": from_source("ADAPTER", "username", "adapter-0"),
            "mail": from_source("ADAPTER", "username", "adapter-0"),
        },
    }
    site.add(ACCESS_TOKEN_MAPPINGS, mapping)
    site.engine.save(MANAGER_SETTINGS, {"defaultAccessTokenManagerRef": {"id": "manager-0"}})
    site.add(COMMON_SCOPES, {"name": "read", "description": "May read"})


@dataclass
class PushingClient:
    """The client `web`, which skips consent."""

    site: SignInSite

    def settings(self, **given: Any) -> None:
        self.site.engine.save(SETTINGS, given)

    def client(self, id_: str = "web", **given: Any) -> None:
        """Replace the client `web`, or create another client."""
        body = client(id_, **{"bypassApprovalPage": True, **given})
        if id_ == "web":
            replace(self.site.engine.core.configuration, OAUTH_CLIENTS, id_, body)
        else:
            create(self.site.engine.core.configuration, OAUTH_CLIENTS, body)
        self.site.engine.caught_up()

    def push(self, authorization: str = WEB, proof: str = "", **changed: Any) -> httpx.Response:
        """Push a valid request with changed parameters; None omits a parameter."""
        usual = {
            "redirect_uri": CALLBACK,
            "response_type": "code",
            "scope": "read",
            "state": "s-1",
            "code_challenge": CHALLENGE,
            "code_challenge_method": "S256",
        }
        form = {name: value for name, value in {**usual, **changed}.items() if value is not None}
        headers = {"Authorization": authorization} if authorization else {}
        headers |= {"DPoP": proof} if proof else {}
        return self.site.engine.post(PUSHED_REQUEST_PATH, list(_pairs(form)), **headers)

    def reference(self, **changed: Any) -> str:
        """Push a request and return its `request_uri`."""
        answer = self.push(**changed)
        assert answer.status_code == 201, answer.text
        found: str = answer.json()["request_uri"]
        return found

    def visit(self, uri: str, visitor: Visitor | None = None, **more: str) -> httpx.Response:
        """Open the authorization endpoint with a reference as a user."""
        query = urlencode({"client_id": "web", "request_uri": uri, **more})
        return (visitor or self.site.browser()).browser.get(f"{AUTHORIZE}?{query}")

    def redeem(self, code: str, **headers: str) -> httpx.Response:
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": CALLBACK,
            "code_verifier": VERIFIER,
        }
        return self.site.engine.post(TOKEN_PATH, form, **{"Authorization": WEB, **headers})


def _pairs(form: dict[str, Any]) -> list[tuple[str, str]]:
    return [(name, each) for name, value in form.items() for each in (value if isinstance(value, list) else [value])]
