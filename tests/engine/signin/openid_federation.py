"""Two servers: the users of one, the partner, sign in at the other, the hub, with an OpenID Connect adapter."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from hanse.data_stores.client_pool import DataStoreClients
from hanse.data_stores.settings import HttpAnswer, HttpRequest, HttpSettings, SourceUnreachable
from hanse.engine.outgoing_requests import GuardedRequests
from hanse.kit.errors import ExternalFailure
from hanse.plugins.adapters.openid_connect.plugin import OPENID_CONNECT, callback_name
from hanse.plugins.contracts.data_stores import HttpSender
from hanse.resources.applications.access_token_mappings import ACCESS_TOKEN_MAPPINGS
from hanse.resources.applications.access_tokens.managers import MANAGER_SETTINGS, MANAGERS
from hanse.resources.applications.clients.resource import OAUTH_CLIENTS
from hanse.resources.applications.oidc_policies.policies import OIDC_POLICIES, OIDC_SETTINGS
from hanse.resources.authentication.adapters.resource import ADAPTERS
from hanse.resources.authentication.grant_mappings import ADAPTER_GRANT_MAPPINGS
from hanse.resources.authentication.sessions import AUTHENTICATION_SESSIONS
from hanse.resources.system.authorization_server import COMMON_SCOPES
from tests.engine.server import BASE_URL, EngineServer, engine_server
from tests.engine.signin.site import SignInSite, Visitor, continues_at, opened_site
from tests.support import databases
from tests.support.access_tokens import manager
from tests.support.clients import client
from tests.support.clock import ManualClock
from tests.support.instances import Body, instance
from tests.support.mappings import from_source

PARTNER = "https://login.partner.example"
# The issuer that a connection names if the partner signs tokens with the issuers of several tenants.
COMMON = "https://common.partner.example"
SECRET = "a-secret-of-the-hub-at-the-partner"
ADAPTER = "partner-0"


@dataclass
class Network:
    """The hosts that servers reach. `answers` replaces the answers at some addresses."""

    hosts: dict[str, EngineServer] = field(default_factory=dict)
    answers: dict[str, tuple[int, bytes]] = field(default_factory=dict)
    away: set[str] = field(default_factory=set)
    received: list[HttpRequest] = field(default_factory=list)

    def send(self, request: HttpRequest) -> HttpAnswer:
        """Answer a request; the interface is `contracts.data_stores.HttpSender`."""
        self.received.append(request)
        parts = urlsplit(request.url)
        host = parts.hostname or ""
        if request.url in self.answers:
            return HttpAnswer(*self.answers[request.url])
        if host in self.away or host not in self.hosts:
            raise SourceUnreachable("Nobody answers.")
        query = f"?{parts.query}" if parts.query else ""
        answer = self.hosts[host].request(
            request.method,
            f"{parts.path}{query}",
            host=parts.netloc,
            headers=dict(request.headers),
            content=request.content or None,
        )
        return HttpAnswer(answer.status_code, answer.content, dpop_nonce=answer.headers.get("dpop-nonce", ""))

    async def get(self, url: str) -> tuple[int, bytes]:
        """Answer a request of the event loop."""
        try:
            answer = await asyncio.to_thread(self.send, HttpRequest(method="GET", url=url))
        except SourceUnreachable as error:
            raise ExternalFailure(str(error), result_id="outgoing_request_failed") from error
        return answer.status, answer.content


@dataclass
class Federation:
    """The servers. `users` have cookies at both."""

    hub: SignInSite
    partner: SignInSite
    network: Network
    partner_host: str = "login.partner.example"

    def user(self) -> "FederatedUser":
        return FederatedUser(self.hub.browser(), Visitor(self.partner.engine.browser(self.partner_host)))

    def add_adapter(self, issuer: str = PARTNER, id_: str = ADAPTER, **settings: str) -> None:
        """Add an adapter of the hub for a provider, with a grant mapping.

        Tests read the parameters of authorization requests, which are therefore not pushed.
        """
        usual = {"Issuer": issuer, "Client ID": "hub", "Client Secret": SECRET, "Push Authorization Requests": "false"}
        given = usual | {name.replace("_", " "): value for name, value in settings.items()}
        body = adapter_of_provider(id_, given)
        self.hub.add(ADAPTERS, body)
        fulfilled = {name: from_source("ADAPTER", "sub", id_) for name in ("USER_KEY", "USER_NAME")}
        self.hub.add(ADAPTER_GRANT_MAPPINGS, {"id": id_, "attributeContractFulfillment": fulfilled})


def adapter_of_provider(id_: str, settings: dict[str, str]) -> Body:
    """Return the body of an OpenID Connect adapter."""
    fields = [{"name": name, "value": value} for name, value in settings.items()]
    contract = {
        "coreAttributes": [{"name": "sub", "pseudonym": True}],
        "extendedAttributes": [{"name": "email"}, {"name": "amr"}],
    }
    made = instance(0, "Partner", OPENID_CONNECT.id, fields)
    return {**made, "id": id_, "name": id_, "attributeContract": contract}


@dataclass
class FederatedUser:
    """A user with one browser, whose cookies are kept by server."""

    at_hub: Visitor
    at_partner: Visitor

    def go_to_partner(self, away: httpx.Response) -> httpx.Response:
        """Follow the redirect, or the page, that leads to the partner."""
        return self.at_partner.follow(self.at_partner.browser.get(path_of(self.address_at_partner(away), PARTNER)))

    def address_at_partner(self, away: httpx.Response) -> str:
        return away.headers["location"] if away.status_code == 303 else continues_at(away)

    def come_back(self, response: httpx.Response) -> httpx.Response:
        """Follow the partner's redirect to the callback, and the page there to the flow."""
        page = self.at_hub.browser.get(path_of(response.headers["location"], BASE_URL))
        if page.status_code != httpx.codes.OK or 'id="continue"' not in page.text:
            return page
        return self.at_hub.follow(self.at_hub.browser.get(continues_at(page)))

    def sign_in(self, away: httpx.Response, username: str = "joe") -> httpx.Response:
        """Sign in at the partner, and come back."""
        return self.come_back(self.at_partner.sign_in(self.go_to_partner(away), username))


def path_of(address: str, origin: str) -> str:
    """Return the path and query of an address of a server."""
    assert address.startswith(f"{origin}/"), address
    return address.removeprefix(origin)


def callback_of(issuer: str) -> str:
    """Return the redirect URI of the hub for a provider."""
    return f"{BASE_URL}/sp/{callback_name(issuer)}/cb.openid"


def make_provider(site: SignInSite, issuer: str = PARTNER, **more: Any) -> None:
    """Make a server a provider with users, sessions, and the hub as a client."""
    site.engine.set_base_url(issuer)
    site.add_adapter(0)
    site.engine.save(AUTHENTICATION_SESSIONS, {"enableSessions": True, "idleTimeoutMins": 60, "maxTimeoutMins": 480})
    site.add(MANAGERS, manager(0, "sub"))
    site.engine.save(MANAGER_SETTINGS, {"defaultAccessTokenManagerRef": {"id": "manager-0"}})
    mapping: Body = {
        "context": {"type": "IDP_ADAPTER", "contextRef": {"id": "adapter-0"}},
        "accessTokenManagerRef": {"id": "manager-0"},
        "attributeContractFulfillment": {"sub": from_source("ADAPTER", "username", "adapter-0")},
    }
    site.add(ACCESS_TOKEN_MAPPINGS, mapping)
    attributes = {
        "sub": from_source("TOKEN", "sub"),
        "email": {"source": {"type": "TEXT"}, "value": "joe@partner.example"},
    }
    policy: Body = {
        "id": "policy-0",
        "name": "Policy",
        "accessTokenManagerRef": {"id": "manager-0"},
        "includeUserInfoInIdToken": True,
        "attributeContract": {"extendedAttributes": [{"name": "email"}]},
        "scopeAttributeMappings": {"email": {"values": ["email"]}},
        "attributeMapping": {"attributeContractFulfillment": attributes},
    }
    site.add(OIDC_POLICIES, policy)
    site.engine.save(OIDC_SETTINGS, {"defaultPolicyRef": {"id": "policy-0"}})
    for scope in ("profile", "email"):
        site.add(COMMON_SCOPES, {"name": scope, "description": scope})
    hub = client(
        "hub",
        redirectUris=[callback_of(issuer), callback_of(COMMON)],
        clientAuth={"type": "SECRET", "secret": SECRET},
        bypassApprovalPage=True,
    )
    site.add(OAUTH_CLIENTS, {**hub, **more})


@contextmanager
def federation(template: Path, folder: Path, clock: ManualClock) -> Iterator[Federation]:
    """Yield a hub and a partner, each with a database of its own."""
    network = Network()

    async def get(_self: object, url: str, **_limits: object) -> tuple[int, bytes]:
        return await network.get(url)

    def http(_self: object, _settings: HttpSettings) -> HttpSender:
        return network

    folders = [folder / "hub", folder / "partner"]
    for each in folders:
        each.mkdir()
    urls = [databases.sqlite_database(each, template) for each in folders]
    with (
        pytest.MonkeyPatch.context() as patch,
        engine_server(urls[0], folders[0], clock) as hub,
        engine_server(urls[1], folders[1], clock) as partner,
    ):
        patch.setattr(GuardedRequests, "get", get)
        patch.setattr(DataStoreClients, "http", http)
        network.hosts[urlsplit(PARTNER).hostname or ""] = partner
        made = Federation(opened_site(hub), opened_site(partner), network)
        make_provider(made.partner)
        made.add_adapter()
        yield made
