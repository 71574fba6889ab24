"""The redirectless mode: a client signs the user in itself and gets the answer as JSON, with and without cookies."""

import json

import pytest

from hanse.resources.applications.clients.resource import OAUTH_CLIENTS
from hanse.resources.authentication.authentication_api import API_APPLICATIONS, API_SETTINGS
from hanse.resources.authentication.sessions import AUTHENTICATION_SESSIONS
from tests.engine.signin.api.application import CREDENTIALS, ORIGIN, URL, Application
from tests.engine.signin.api.redirectless import TRUSTED, begin, completed, redeem, save_client, started
from tests.engine.signin.site import SignInSite
from tests.support.clients import client
from tests.support.configurations import replace


def test_a_native_application_gets_a_code_without_any_redirect(site: SignInSite, native: Application) -> None:
    state = started(native, redirect_uri=None, scope=None)
    assert state["status"] == "USERNAME_PASSWORD_REQUIRED"
    assert native.read() == state
    answer = completed(native.act("checkUsernamePassword", **CREDENTIALS))
    assert answer["state"] == "s-1"
    assert answer["iss"] == "https://sso.example.com:9031"
    # There was no redirect URI, so that the token request has none (RFC 6749, section 4.1.3).
    tokens = redeem(site, answer["code"])
    assert tokens.status_code == 200, tokens.text


def test_a_registered_redirect_uri_may_be_sent_and_an_unknown_one_not(site: SignInSite, native: Application) -> None:
    started(native, scope=None)
    answer = completed(native.act("checkUsernamePassword", **CREDENTIALS))
    tokens = redeem(site, answer["code"], redirect_uri="https://web.example.com/callback")
    assert tokens.status_code == 200, tokens.text
    refused = begin(native, redirect_uri="https://evil.example/")
    assert (refused.status_code, refused.json()["error"]) == (400, "invalid_request")


def test_an_existing_session_answers_at_once(site: SignInSite, native: Application) -> None:
    site.engine.save(AUTHENTICATION_SESSIONS, {"enableSessions": True})
    started(native)
    completed(native.act("checkUsernamePassword", **CREDENTIALS))
    assert completed(started(native))["code"]


def test_errors_are_json(native: Application, site: SignInSite) -> None:
    unknown = begin(native, client_id="nobody")
    assert (unknown.status_code, unknown.json()["error"]) == (400, "invalid_request")
    wrong = begin(native, scope="nonsense").json()
    assert (wrong["status"], wrong["authorizeResponse"]["error"]) == ("FAILED", "invalid_scope")
    passive = begin(native, prompt="none").json()
    assert passive["authorizeResponse"] == {
        "error": "login_required",
        "error_description": "The user must sign in.",
        "state": "s-1",
        "iss": "https://sso.example.com:9031",
    }
    started(native)
    cancelled = native.post("cancelAuthentication", {})
    assert (cancelled.status_code, cancelled.json()["authorizeResponse"]["error"]) == (400, "access_denied")


def test_a_client_that_may_not_use_the_mode_is_refused(site: SignInSite, native: Application) -> None:
    save_client(site, allowAuthenticationApiInit=False)
    answer = begin(native)
    assert answer.json()["authorizeResponse"]["error"] == "unauthorized_client"
    assert "location" not in answer.headers
    without = begin(native, redirect_uri=None)
    assert (without.status_code, without.json()["error"]) == (400, "invalid_request")
    save_client(site)
    started(native)
    save_client(site, allowAuthenticationApiInit=False)
    later = native.post("checkUsernamePassword", CREDENTIALS)
    assert later.status_code == 400
    assert "code" not in later.json().get("authorizeResponse", {})


def test_the_mode_is_off_with_the_api(site: SignInSite, native: Application) -> None:
    site.engine.save(API_SETTINGS, {"apiEnabled": False})
    assert begin(native).json()["authorizeResponse"]["error"] == "unauthorized_client"


def test_the_choice_between_adapters_needs_a_browser(site: SignInSite, native: Application) -> None:
    site.add_adapter(1)
    answer = begin(native)
    assert (answer.status_code, answer.json()["authorizeResponse"]["error"]) == (400, "interaction_required")


def test_a_browser_cannot_open_the_address_of_a_redirectless_flow(native: Application) -> None:
    started(native)
    page = native.visitor.browser.get(f"/as/{native.flow}/resume/as/authorization.ping")
    assert page.status_code == 400


def test_a_repeated_last_action_gets_the_same_answer_for_a_moment(site: SignInSite, native: Application) -> None:
    started(native)
    first = native.act("checkUsernamePassword", **CREDENTIALS)
    assert native.act("checkUsernamePassword", **CREDENTIALS) == first
    site.engine.clock.advance(seconds=11)
    assert native.post("checkUsernamePassword", CREDENTIALS).status_code == 404


# In a browser


@pytest.fixture
def page(native: Application) -> Application:
    """A page of an authentication application."""
    native.origin = ORIGIN
    return native


def bind(site: SignInSite, client_id: str | None) -> None:
    reference = {} if client_id is None else {"clientForRedirectlessModeRef": {"id": client_id}}
    body = {"id": "sign-in-0", "name": "Sign-in 0", "url": URL, **reference}
    replace(site.engine.core.configuration, API_APPLICATIONS, "sign-in-0", body)
    site.engine.caught_up()


def test_a_page_may_use_the_mode_with_the_client_of_its_application(site: SignInSite, page: Application) -> None:
    bind(site, "web")
    answer = begin(page)
    assert answer.headers["access-control-allow-origin"] == ORIGIN
    assert answer.headers["access-control-allow-credentials"] == "true"
    page.flow = answer.json()["id"]
    assert completed(page.act("checkUsernamePassword", **CREDENTIALS))["code"]


def test_a_page_may_not_use_the_mode_with_another_client(site: SignInSite, page: Application) -> None:
    site.add(OAUTH_CLIENTS, client("other", **TRUSTED))
    for bound in (None, "other"):
        bind(site, bound)
        assert begin(page).json()["authorizeResponse"]["error"] == "unauthorized_client"
    settings = {"apiEnabled": True, "defaultApplicationRef": {"id": "sign-in-0"}}
    site.engine.save(API_SETTINGS, {**settings, "restrictAccessToRedirectlessMode": False})
    assert started(page)["status"] == "USERNAME_PASSWORD_REQUIRED"


def test_a_page_of_another_origin_may_not_use_the_mode(site: SignInSite, page: Application) -> None:
    bind(site, "web")
    page.origin = "https://evil.example"
    answer = begin(page)
    assert answer.json()["authorizeResponse"]["error"] == "unauthorized_client"
    assert "access-control-allow-origin" not in answer.headers


# Without cookies


@pytest.fixture
def cookieless(site: SignInSite, native: Application) -> Application:
    save_client(site, enableCookielessAuthenticationApi=True)
    return native


def test_a_client_without_cookies_proves_its_flow_with_a_handle(site: SignInSite, cookieless: Application) -> None:
    state = started(cookieless, scope=None)
    assert not cookieless.visitor.browser.cookies
    handle = state["_pf_authn_api_state"]
    assert cookieless.get().status_code == 404
    wrong = {"X-Pf-Authn-Api-State": "x" * len(handle)}
    assert cookieless.get(**wrong).status_code == 404
    assert cookieless.post("checkUsernamePassword", CREDENTIALS, **wrong).status_code == 404
    cookieless.headers["X-Pf-Authn-Api-State"] = handle
    detail = cookieless.refused("checkUsernamePassword", username="joe", password="wrong")
    assert detail["code"] == "CREDENTIAL_VALIDATION_FAILED"
    answer = cookieless.post("checkUsernamePassword", CREDENTIALS)
    assert "set-cookie" not in answer.headers
    code = completed(answer.json())["code"]
    assert completed(cookieless.act("checkUsernamePassword", **CREDENTIALS))["code"] == code
    tokens = redeem(site, code, redirect_uri="https://web.example.com/callback")
    assert tokens.status_code == 200
    assert not cookieless.visitor.browser.cookies


def test_cookies_of_a_client_without_cookies_have_no_effect(site: SignInSite, cookieless: Application) -> None:
    site.engine.save(AUTHENTICATION_SESSIONS, {"enableSessions": True})
    site.add(OAUTH_CLIENTS, client("other", **TRUSTED))
    other = begin(cookieless, client_id="other", redirect_uri="https://other.example.com/callback")
    cookieless.flow = other.json()["id"]
    completed(cookieless.act("checkUsernamePassword", **CREDENTIALS))
    assert cookieless.visitor.browser.cookies
    # The browser has a session now, which this client must not use.
    assert started(cookieless)["status"] == "USERNAME_PASSWORD_REQUIRED"


def test_a_handle_does_not_open_a_flow_with_cookies(native: Application) -> None:
    started(native)
    name = next(each for each in native.visitor.browser.cookies if "flow" in each)
    handle = native.visitor.browser.cookies[name]
    assert native.get(**{"X-Pf-Authn-Api-State": handle}).status_code == 404
    assert json.dumps(native.read())
