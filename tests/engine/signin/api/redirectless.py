"""Clients in the redirectless mode: their settings and their requests."""

from typing import Any

import httpx

from hanse.resources.applications.clients.resource import OAUTH_CLIENTS
from tests.engine.signin.api.application import Application
from tests.engine.signin.site import SignInSite
from tests.support.clients import client
from tests.support.configurations import replace

VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
TRUSTED = {"bypassApprovalPage": True, "allowAuthenticationApiInit": True}


def save_client(site: SignInSite, id_: str = "web", **more: Any) -> None:
    body = client(id_, **{**TRUSTED, **more})
    replace(site.engine.core.configuration, OAUTH_CLIENTS, id_, body)
    site.engine.caught_up()


def begin(application: Application, **changed: Any) -> httpx.Response:
    address = application.visitor.address(response_mode="pi.flow", **changed)
    browser, origin = application.visitor.browser, application.origin
    return browser.get(address, **({} if origin is None else {"Origin": origin}))


def started(application: Application, **changed: Any) -> dict[str, Any]:
    answer = begin(application, **changed)
    assert answer.status_code == 200, answer.text
    state: dict[str, Any] = answer.json()
    application.flow = state.get("id", "")
    return state


def completed(state: dict[str, Any]) -> dict[str, str]:
    assert state["status"] == "COMPLETED", state
    parameters: dict[str, str] = state["authorizeResponse"]
    return parameters


def redeem(site: SignInSite, code: str, **more: str) -> httpx.Response:
    form = {"grant_type": "authorization_code", "code": code, "code_verifier": VERIFIER, **more}
    secret = {"client_id": "web", "client_secret": "clear-secret-of-web"}
    return site.engine.post("/as/token.oauth2", {**form, **secret})
