"""The complete code flow, from the view of a client and a user: sign-in, PKCE, consent, tokens, refresh and
revocation."""

from typing import Any

import httpx
import pytest

from hanse.resources.applications.access_token_mappings import ACCESS_TOKEN_MAPPINGS
from hanse.resources.applications.access_tokens.managers import MANAGER_SETTINGS, MANAGERS
from hanse.resources.applications.clients.resource import OAUTH_CLIENTS
from hanse.resources.system.authorization_server import COMMON_SCOPES, SETTINGS
from tests.engine.oauth.site import CALLBACK, VERIFIER
from tests.engine.oauth.token.deployment import basic
from tests.engine.signin.site import SignInSite, Visitor, form_of, returned, title_of
from tests.support.access_tokens import manager
from tests.support.clients import client
from tests.support.configurations import replace
from tests.support.mappings import from_source

CLIENT = basic("web", "clear-secret-of-web")
GRANTS = "/pf-ws/rest/oauth/grants"


@pytest.fixture
def server(signin: SignInSite) -> SignInSite:
    """A server with reference tokens, on which grants can be managed with the scope `grants`."""
    signin.add(MANAGERS, manager(0, "sub"))
    signin.add(MANAGERS, manager(1, "sub"))
    for number in (0, 1):
        mapping: dict[str, Any] = {
            "context": {"type": "IDP_ADAPTER", "contextRef": {"id": "adapter-0"}},
            "accessTokenManagerRef": {"id": f"manager-{number}"},
            "attributeContractFulfillment": {"sub": from_source("ADAPTER", "username", "adapter-0")},
        }
        signin.add(ACCESS_TOKEN_MAPPINGS, mapping)
    signin.engine.save(MANAGER_SETTINGS, {"defaultAccessTokenManagerRef": {"id": "manager-0"}})
    for name in ("read", "grants"):
        signin.add(COMMON_SCOPES, {"name": name, "description": f"May {name}"})
    management = {"atmIdForOAuthGrantManagement": "manager-0", "scopeForOAuthGrantManagement": "grants"}
    signin.engine.save(SETTINGS, {**management, "bypassAuthorizationForApprovedConsents": True})
    replace(signin.engine.core.configuration, OAUTH_CLIENTS, "web", client("web"))
    signin.engine.caught_up()
    return signin


def allow(visitor: Visitor, page: httpx.Response, *scopes: str) -> str:
    """Submit the consent page with the given scopes, and return the code."""
    assert title_of(page) == "Access request"
    action, hidden = form_of(page)
    fields = [*hidden.items(), ("pf.oauth.authz.consent", "allow"), *(("scope", each) for each in scopes)]
    return returned(visitor.browser.post(action, fields))["code"]


def redeem(server: SignInSite, code: str, verifier: str = VERIFIER) -> httpx.Response:
    form = {"grant_type": "authorization_code", "code": code, "redirect_uri": CALLBACK, "code_verifier": verifier}
    return server.engine.post("/as/token.oauth2", form, Authorization=CLIENT)


def refresh(server: SignInSite, token: str) -> httpx.Response:
    form = {"grant_type": "refresh_token", "refresh_token": token}
    return server.engine.post("/as/token.oauth2", form, Authorization=CLIENT)


def manage(server: SignInSite, token: str, method: str = "GET", path: str = GRANTS) -> httpx.Response:
    return server.engine.request(method, path, headers={"Authorization": f"Bearer {token}", "X-XSRF-Header": "any"})


def tokens(server: SignInSite, visitor: Visitor, scope: str = "read grants", **more: Any) -> dict[str, Any]:
    page = visitor.sign_in(visitor.authorize(scope=scope, **more))
    answer = redeem(server, allow(visitor, page, *scope.split()))
    assert answer.status_code == 200, answer.text
    content: dict[str, Any] = answer.json()
    return content


def test_a_consenting_user_gives_the_client_tokens_for_the_approved_scopes(server: SignInSite) -> None:
    joe = server.browser()
    page = joe.sign_in(joe.authorize(scope="read grants"))
    code = allow(joe, page, "read")
    assert redeem(server, code, verifier="x" * 43).json()["error"] == "invalid_grant"
    page = joe.authorize(scope="read grants", prompt="consent")
    if title_of(page) == "Sign in":
        page = joe.sign_in(page)
    answer = redeem(server, allow(joe, page, "read")).json()
    assert (answer["token_type"], answer["scope"]) == ("Bearer", "read")
    assert answer["refresh_token"]


def test_a_code_is_valid_once_and_its_second_use_revokes_its_tokens(server: SignInSite) -> None:
    joe = server.browser()
    code = allow(joe, joe.sign_in(joe.authorize(scope="read")), "read")
    first = redeem(server, code).json()
    assert redeem(server, code).json()["error"] == "invalid_grant"
    assert refresh(server, first["refresh_token"]).json()["error"] == "invalid_grant"


def test_a_client_manages_the_grants_of_its_user_only_with_the_right_token(server: SignInSite) -> None:
    joe, amy = server.browser(), server.browser()
    granted = tokens(server, joe)["access_token"]
    page = amy.sign_in(amy.authorize(scope="read"), "amy")
    reading = redeem(server, allow(amy, page, "read")).json()["access_token"]
    (own,) = manage(server, granted).json()["items"]
    assert (own["userKey"], own["clientId"], own["grantType"]) == ("joe", "web", "AUTHORIZATION_CODE")
    for token, status in ((reading, 403), ("forged", 401), ("", 401)):
        assert manage(server, token).status_code == status
        assert manage(server, token, "DELETE", f"{GRANTS}/{own['id']}").status_code == status
    assert server.engine.request("GET", GRANTS, headers={"Authorization": f"Bearer {granted}"}).status_code == 403
    assert manage(server, granted, "DELETE", f"{GRANTS}/{own['id']}").status_code == 204
    assert manage(server, granted).status_code == 401


def test_a_token_of_another_manager_cannot_manage_grants(server: SignInSite) -> None:
    joe = server.browser()
    other = tokens(server, joe, access_token_manager_id="manager-1")["access_token"]
    assert manage(server, other).status_code == 403


def test_after_revoking_a_grant_the_user_must_consent_again(server: SignInSite) -> None:
    joe = server.browser()
    given = tokens(server, joe, "read")
    assert refresh(server, given["refresh_token"]).status_code == 200
    other = server.browser()
    page = other.sign_in(other.browser.get("/as/grants.oauth2"))
    assert "Name of web" in page.text
    action, hidden = form_of(page)
    (grant_id,) = [part.split('"')[0] for part in page.text.split('name="revoke" value="')[1:]]
    question = other.follow(other.browser.post(action, {**hidden, "revoke": grant_id}))
    action, hidden = form_of(question)
    assert "no longer has access" in other.follow(other.browser.post(action, {**hidden, "confirm": "yes"})).text
    assert refresh(server, given["refresh_token"]).json()["error"] == "invalid_grant"
    again = server.browser()
    assert title_of(again.sign_in(again.authorize(scope="read"))) == "Access request"


def test_a_remembered_consent_with_a_session_needs_no_page(server: SignInSite) -> None:
    joe = server.browser()
    tokens(server, joe, "read")
    second = server.browser()
    assert returned(second.sign_in(second.authorize(scope="read")))["code"]
