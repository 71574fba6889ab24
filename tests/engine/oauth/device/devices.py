"""A television as a device without a browser, and its client at the server."""

from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import httpx

from hanse.resources.applications.access_token_mappings import ACCESS_TOKEN_MAPPINGS
from hanse.resources.applications.access_tokens.managers import MANAGER_SETTINGS, MANAGERS
from hanse.resources.applications.clients.resource import OAUTH_CLIENTS
from hanse.resources.system.authorization_server import COMMON_SCOPES, SETTINGS
from tests.engine.signin.site import SignInSite, Visitor, form_of
from tests.support.access_tokens import manager
from tests.support.clients import client
from tests.support.configurations import create, replace
from tests.support.mappings import from_source

DEVICE_CODE = "urn:ietf:params:oauth:grant-type:device_code"
DEVICE_PATH, USER_PATH = "/as/device_authz.oauth2", "/as/user_authz.oauth2"
Body = dict[str, Any]


@dataclass
class Television:
    """A device; `answer` is the last answer of the device authorization endpoint."""

    site: SignInSite
    id: str = "tv"
    answer: Body = field(default_factory=dict)

    def start(self, scope: str = "read", **more: str) -> Body:
        """Request a device code and a user code."""
        answer = self.request(scope=scope, **more)
        assert answer.status_code == 200, answer.text
        assert answer.headers["cache-control"] == "no-store"
        self.answer = answer.json()
        return self.answer

    def request(self, **form: str) -> httpx.Response:
        return self.site.engine.post(DEVICE_PATH, {"client_id": self.id, **form})

    def poll(self, **more: str) -> httpx.Response:
        """Request tokens after the interval that the server demands."""
        self.site.engine.clock.advance(seconds=self.answer["interval"])
        return self.poll_at_once(**more)

    def poll_at_once(self, **form: str) -> httpx.Response:
        """Request tokens at once."""
        given = {"grant_type": DEVICE_CODE, "client_id": self.id, "device_code": self.answer["device_code"], **form}
        return self.site.engine.post("/as/token.oauth2", given)

    def error(self) -> str:
        answer = self.poll()
        assert answer.status_code == 400, answer.text
        code: str = answer.json()["error"]
        return code

    def tokens(self) -> Body:
        answer = self.poll()
        assert answer.status_code == 200, answer.text
        content: Body = answer.json()
        return content

    @property
    def code(self) -> str:
        code: str = self.answer["user_code"]
        return code

    @property
    def link(self) -> str:
        """The path and query of the QR code's link."""
        parts = urlsplit(self.answer["verification_uri_complete"])
        return f"{parts.path}?{parts.query}"


def save_client(site: SignInSite, **more: Any) -> None:
    """Replace the television's client."""
    replace(site.engine.core.configuration, OAUTH_CLIENTS, "tv", device_client(**more))
    site.engine.caught_up()


def device_client(**more: Any) -> Body:
    """Return the body of a public client for devices."""
    usual = {
        "name": "Living room",
        "redirectUris": [],
        "grantTypes": ["DEVICE_CODE", "REFRESH_TOKEN"],
        "clientAuth": {"type": "NONE"},
        "deviceFlowSettingType": "SERVER_DEFAULT",
    }
    return client("tv", **{**usual, **more})


def settings(site: SignInSite, **given: Any) -> None:
    """Save the settings of the authorization server."""
    site.engine.save(SETTINGS, given)


def prepare(site: SignInSite) -> Television:
    """Add an access token manager, the scopes `read` and `write`, and the television's client."""
    site.add(MANAGERS, manager(0, "sub"))
    mapping: Body = {
        "context": {"type": "IDP_ADAPTER", "contextRef": {"id": "adapter-0"}},
        "accessTokenManagerRef": {"id": "manager-0"},
        "attributeContractFulfillment": {"sub": from_source("ADAPTER", "username", "adapter-0")},
    }
    site.add(ACCESS_TOKEN_MAPPINGS, mapping)
    site.engine.save(MANAGER_SETTINGS, {"defaultAccessTokenManagerRef": {"id": "manager-0"}})
    for name in ("read", "write"):
        site.add(COMMON_SCOPES, {"name": name, "description": f"May {name}"})
    create(site.engine.core.configuration, OAUTH_CLIENTS, device_client())
    site.engine.caught_up()
    return Television(site)


def press(visitor: Visitor, page: httpx.Response, **values: str) -> httpx.Response:
    """Submit the form of a page with values, and return the next page."""
    action, hidden = form_of(page)
    return visitor.follow(visitor.browser.post(action, {**hidden, **values}))


def allow(visitor: Visitor, page: httpx.Response, *scopes: str) -> httpx.Response:
    """Submit a consent page with the given scopes."""
    action, hidden = form_of(page)
    fields = [*hidden.items(), ("pf.oauth.authz.consent", "allow"), *(("scope", each) for each in scopes)]
    return visitor.follow(visitor.browser.post(action, fields))
