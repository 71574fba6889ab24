"""A server with users, and their browsers, which an application sends to the server."""

import asyncio
import re
from collections.abc import Coroutine, Mapping
from dataclasses import dataclass
from html import unescape
from typing import Any, TypeVar
from urllib.parse import parse_qsl, urlencode, urlsplit

import httpx

from hanse.config.declare.resource import Resource
from hanse.resources.applications.clients.resource import OAUTH_CLIENTS
from hanse.resources.authentication.adapters.resource import ADAPTERS
from hanse.resources.authentication.grant_mappings import ADAPTER_GRANT_MAPPINGS, CONTRACT_GRANT_MAPPINGS
from hanse.resources.authentication.policies.resource import POLICIES, POLICY_SETTINGS
from hanse.resources.authentication.policy_contracts import POLICY_CONTRACTS
from hanse.resources.system.password_validators.resource import VALIDATORS
from tests.engine.server import Browser, EngineServer
from tests.support.clients import client
from tests.support.configurations import create
from tests.support.instances import adapter, fields, user, validator
from tests.support.mappings import adapter_granted, contract, from_source

T = TypeVar("T")
AUTHORIZE = "/as/authorization.oauth2"
# RFC 7636, appendix B.
CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
PASSWORDS = {"joe": "Schiffer12", "amy": "Matrosin12"}
# The form of a sign-in with the right password.
VALID_FORM = {"pf.username": "joe", "pf.pass": PASSWORDS["joe"], "pf.ok": "clicked"}


@dataclass
class SignInSite:
    """A server, and methods that configure its sign-in."""

    engine: EngineServer

    def add(self, resource: Resource[Any], body: Mapping[str, Any]) -> str:
        stored = create(self.engine.core.configuration, resource, dict(body))
        self.engine.caught_up()
        return stored.id

    def add_adapter(self, number: int | str, **settings: str) -> str:
        """Add an HTML form adapter with a grant mapping, so that it works without a policy. `settings` are its
        fields."""
        body = adapter(number)
        body["configuration"]["fields"] = [{"name": name, "value": value} for name, value in settings.items()]
        id_ = self.add(ADAPTERS, body)
        self.add(ADAPTER_GRANT_MAPPINGS, adapter_granted(id_))
        return id_

    def add_policy(self, body: Mapping[str, Any]) -> str:
        """Add a policy, and switch policies on."""
        id_ = self.add(POLICIES, body)
        self.engine.save(POLICY_SETTINGS, {"enableIdpAuthnSelection": True})
        return id_

    def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine and return its result."""
        return asyncio.run(coroutine)

    def browser(self) -> "Visitor":
        return Visitor(self.engine.browser())


@dataclass
class Visitor:
    """A user with a browser."""

    browser: Browser

    def authorize(self, **changed: Any) -> httpx.Response:
        """Send the authorization request of an application."""
        return self.browser.get(self.address(**changed))

    def address(self, **changed: Any) -> str:
        """Return the address of an authorization request. None omits a parameter."""
        usual = {
            "client_id": "web",
            "redirect_uri": "https://web.example.com/callback",
            "response_type": "code",
            "scope": "openid",
            "state": "s-1",
            "code_challenge": CHALLENGE,
            "code_challenge_method": "S256",
        }
        given = {name: value for name, value in {**usual, **changed}.items() if value is not None}
        return f"{AUTHORIZE}?{urlencode(given)}"

    def send(self, page: httpx.Response, button: str = "pf.ok", **values: str) -> httpx.Response:
        """Fill in the form of a page, press a button, and follow the redirect to the next page of the flow."""
        return self.follow(self.press(page, button, **values))

    def press(self, page: httpx.Response, button: str = "pf.ok", **values: str) -> httpx.Response:
        """Fill in the form of a page and press a button."""
        action, hidden = form_of(page)
        return self.browser.post(action, {**hidden, **values, button: "clicked"})

    def follow(self, response: httpx.Response) -> httpx.Response:
        location = response.headers.get("location", "")
        if response.status_code == 303 and location.startswith("/as/"):
            return self.browser.get(location)
        return response

    def sign_in(self, page: httpx.Response, username: str = "joe", password: str | None = None) -> httpx.Response:
        given = PASSWORDS.get(username, "") if password is None else password
        return self.send(page, **{"pf.username": username, "pf.pass": given})

    def consent(self, page: httpx.Response) -> httpx.Response:
        action, hidden = form_of(page)
        return self.follow(self.browser.post(action, {**hidden, "pf.oauth.authz.consent": "allow"}))


def at_once(visitor: Visitor, action: str, forms: list[Mapping[str, str]]) -> list[httpx.Response]:
    """Send several forms at the same moment."""

    async def sent() -> list[httpx.Response]:
        engine, cookies = visitor.browser.engine, visitor.browser.cookies
        return await asyncio.gather(*(engine.send("POST", action, form=dict(form), cookies=cookies) for form in forms))

    return asyncio.run(sent())


def form_of(page: httpx.Response) -> tuple[str, dict[str, str]]:
    """Return the address of a page's form and its hidden fields."""
    action = re.search(r'<form method="post" action="([^"]*)"', page.text)
    assert action is not None, (page.status_code, page.headers, page.text)
    hidden = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', page.text)
    return unescape(action[1]), {name: unescape(value) for name, value in hidden}


def continues_at(page: httpx.Response) -> str:
    """Return the address to which a page leads without a form."""
    found = re.search(r'<a id="continue" href="([^"]*)"', page.text)
    assert found is not None, (page.status_code, page.headers, page.text)
    assert f'<meta http-equiv="refresh" content="0; url={found[1]}">' in page.text
    return unescape(found[1])


def title_of(page: httpx.Response) -> str:
    found = re.search(r"<h1>([^<]*)</h1>", page.text)
    assert found is not None, (page.status_code, page.headers, page.text)
    return unescape(found[1])


def error_of(page: httpx.Response) -> str:
    found = re.search(r'<p class="error" id="error" role="alert">([^<]*)</p>', page.text)
    return unescape(found[1]) if found is not None else ""


def returned(response: httpx.Response) -> dict[str, str]:
    """Return the parameters of the redirect to the application."""
    assert response.status_code == 303, (response.status_code, response.text)
    location = response.headers["location"]
    assert location.startswith("https://web.example.com/callback?"), location
    return dict(parse_qsl(urlsplit(location).query))


def opened_site(engine: EngineServer) -> SignInSite:
    """Return a server with two users, a policy contract, and a client that needs no consent."""
    site = SignInSite(engine)
    engine.set_base_url()
    users = [user(name, password) for name, password in PASSWORDS.items()]
    site.add(VALIDATORS, validator("used", *users))
    site.add(POLICY_CONTRACTS, contract())
    fulfilled = {
        "USER_KEY": from_source("AUTHENTICATION_POLICY_CONTRACT", "subject", "apc-0"),
        "USER_NAME": from_source("AUTHENTICATION_POLICY_CONTRACT", "subject", "apc-0"),
    }
    mapping = {"authenticationPolicyContractRef": {"id": "apc-0"}, "attributeContractFulfillment": fulfilled}
    site.add(CONTRACT_GRANT_MAPPINGS, mapping)
    site.add(OAUTH_CLIENTS, client("web", bypassApprovalPage=True))
    return site


__all__ = [
    "SignInSite",
    "Visitor",
    "continues_at",
    "error_of",
    "fields",
    "form_of",
    "opened_site",
    "returned",
    "title_of",
]
