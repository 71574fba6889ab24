"""Users of devices at an application: code, confirmation and consent as states, without any page of this server."""

from typing import Any

import httpx
import pytest

from hanse.resources.authentication.authentication_api import API_SETTINGS
from hanse.resources.authentication.sessions import AUTHENTICATION_SESSIONS
from tests.engine.oauth.device.devices import USER_PATH, Television, prepare, save_client, settings
from tests.engine.signin.api.application import CREDENTIALS, ORIGIN, Application, add_application
from tests.engine.signin.site import SignInSite
from tests.engine.trace.test_sign_in_trace import only, steps, summaries

ENTRY, COMPARE = "OAUTH_DEVICE_USER_CODE_REQUIRED", "OAUTH_DEVICE_USER_CODE_CONFIRMATION_REQUIRED"
CONSENT, COMPLETED = "OAUTH_CONSENT_REQUIRED", "OAUTH_DEVICE_COMPLETED"


@pytest.fixture
def tv(site: SignInSite) -> Television:
    site.add_adapter(0)
    add_application(site)
    return prepare(site)


@pytest.fixture
def app(tv: Television) -> Application:
    """A native application of a user."""
    return Application(tv.site.browser(), origin=None)


def begin(app: Application, code: str = "") -> httpx.Response:
    entered = {"user_code": code} if code else {}
    query = str(httpx.QueryParams({"response_mode": "pi.flow", **entered}))
    return app.visitor.browser.get(f"{USER_PATH}?{query}", **({} if app.origin is None else {"Origin": app.origin}))


def started(app: Application, code: str = "") -> dict[str, Any]:
    answer = begin(app, code)
    assert answer.status_code == 200, answer.text
    state: dict[str, Any] = answer.json()
    app.flow = state["id"]
    if "_pf_authn_api_state" in state:
        app.headers["X-Pf-Authn-Api-State"] = state["_pf_authn_api_state"]
    return state


def signed_in(app: Application, code: str = "") -> dict[str, Any]:
    started(app, code)
    return app.act("checkUsernamePassword", **CREDENTIALS)


def test_a_user_enters_the_code_and_consents(tv: Television, app: Application) -> None:
    tv.start("read write")
    state = signed_in(app)
    assert (state["status"], set(state["_links"])) == (ENTRY, {"self", "submitUserCode"})
    state = app.act("submitUserCode", userCode=tv.code.lower())
    assert (state["status"], state["userCode"], state["clientName"]) == (CONSENT, tv.code, "Living room")
    assert [each["description"] for each in state["scopes"]] == ["May read", "May write"]
    assert tv.error() == "authorization_pending"
    state = app.act("approveConsent", scopes=["read"])
    assert state == {"id": app.flow, "status": COMPLETED}
    assert app.read() == state
    assert tv.tokens()["scope"] == "read"


def test_a_code_in_the_request_is_confirmed(tv: Television, app: Application) -> None:
    save_client(tv.site, bypassApprovalPage=True)
    tv.start()
    state = signed_in(app, tv.code)
    assert (state["status"], state["userCode"], state["scopes"]) == (COMPARE, tv.code, ["May read"])
    assert app.act("confirmUserCode", userCode=tv.code)["status"] == COMPLETED
    assert tv.tokens()


def test_another_code_than_the_confirmed_one_is_refused(tv: Television, app: Application) -> None:
    tv.start()
    signed_in(app, tv.code)
    detail = app.refused("confirmUserCode", userCode="BBBB-BBBB")
    assert (detail["code"], detail["target"]) == ("INVALID_USER_CODE", "userCode")
    assert app.read()["status"] == ENTRY
    assert tv.error() == "authorization_pending"


@pytest.mark.parametrize("action", ["cancelUserCode", "denyConsent"])
def test_a_user_who_declines_denies_the_device(tv: Television, app: Application, action: str) -> None:
    tv.start()
    signed_in(app, tv.code)
    if action == "denyConsent":
        app.act("confirmUserCode")
    answer = app.post(action, {})
    assert (answer.status_code, answer.json()["status"], answer.json()["code"]) == (400, "FAILED", "ACCESS_DENIED")
    assert answer.json()["userMessage"].startswith("Living room did not get access")
    assert tv.error() == "access_denied"


def test_wrong_codes_are_refused_and_counted(tv: Television, app: Application) -> None:
    tv.start()
    signed_in(app)
    codes = [app.refused("submitUserCode", userCode="BBBB-BBBB")["code"] for _ in range(11)]
    assert codes == ["INVALID_USER_CODE"] * 10 + ["USER_CODE_LOCKED"]
    assert app.refused("submitUserCode", userCode=tv.code)["code"] == "USER_CODE_LOCKED"


def test_the_code_comes_before_the_sign_in_if_the_settings_say_so(tv: Television, app: Application) -> None:
    settings(tv.site, activationCodeCheckMode="BEFORE_AUTHENTICATION")
    tv.start()
    assert started(app)["status"] == ENTRY
    assert app.refused("submitUserCode", userCode="BBBB-BBBB")["code"] == "INVALID_USER_CODE"
    assert app.read()["status"] == ENTRY
    assert app.act("submitUserCode", userCode=tv.code)["status"] == "USERNAME_PASSWORD_REQUIRED"
    assert app.act("checkUsernamePassword", **CREDENTIALS)["status"] == CONSENT
    assert app.act("approveConsent", scopes=["read"])["status"] == COMPLETED
    assert {ENTRY, CONSENT} <= {step.result for step in steps(only(tv.site))}
    assert [each.client_id for each in summaries(tv.site)] == ["tv"]


def test_a_code_in_the_request_is_checked_before_the_sign_in_if_the_settings_say_so(
    tv: Television, app: Application
) -> None:
    settings(tv.site, activationCodeCheckMode="BEFORE_AUTHENTICATION")
    tv.start()
    wrong = started(app, "BBBB-BBBB")
    assert (wrong["status"], "wrong or has expired" in wrong["userMessage"]) == (ENTRY, True)
    assert signed_in(app, tv.code)["status"] == COMPARE


def test_without_cookies_the_flow_belongs_to_the_holder_of_the_handle(tv: Television, app: Application) -> None:
    settings(tv.site, enableCookielessUserAuthorizationAuthenticationApi=True)
    tv.site.engine.save(AUTHENTICATION_SESSIONS, {"enableSessions": True})
    tv.start()
    assert signed_in(app, tv.code)["status"] == COMPARE
    assert app.get(**{"X-Pf-Authn-Api-State": "x" * 43}).status_code == 404
    app.act("confirmUserCode")
    assert app.act("approveConsent", scopes=["read"])["status"] == COMPLETED
    assert not app.visitor.browser.cookies
    # There is no session that a second request could use.
    assert started(app)["status"] == "USERNAME_PASSWORD_REQUIRED"


@pytest.mark.parametrize("mode", ["BEFORE_AUTHENTICATION", "AFTER_AUTHENTICATION"])
def test_a_session_is_not_sufficient_to_connect_a_device(tv: Television, app: Application, mode: str) -> None:
    save_client(tv.site, bypassApprovalPage=True)
    settings(tv.site, activationCodeCheckMode=mode, bypassActivationCodeConfirmation=True)
    tv.site.engine.save(AUTHENTICATION_SESSIONS, {"enableSessions": True})
    tv.start()
    assert signed_in(app, tv.code)["status"] == COMPLETED
    tv.start()
    assert started(app, tv.code)["status"] == "USERNAME_PASSWORD_REQUIRED"
    assert tv.error() == "authorization_pending"
    assert app.act("checkUsernamePassword", **CREDENTIALS)["status"] == COMPLETED


def test_with_cookies_the_flow_belongs_to_the_browser(tv: Television, app: Application) -> None:
    tv.start()
    assert "_pf_authn_api_state" not in started(app)
    other = Application(tv.site.browser(), origin=None, flow=app.flow)
    assert other.get().status_code == 404
    assert app.visitor.browser.get(f"/as/{app.flow}/resume/as/authorization.ping").status_code == 400


def test_only_pages_of_applications_may_begin_and_only_the_same_one_continues(tv: Television, app: Application) -> None:
    add_application(tv.site, 1)
    app.origin = "https://evil.example"
    refused = begin(app)
    assert (refused.status_code, refused.json()["code"]) == (403, "REQUEST_NOT_ALLOWED")
    assert "access-control-allow-origin" not in refused.headers
    app.origin = ORIGIN
    answer = begin(app)
    assert answer.headers["access-control-allow-origin"] == ORIGIN
    app.flow = answer.json()["id"]
    assert app.get().status_code == 200
    assert app.get(Origin="https://login-1.example.com").status_code == 404
    # A page has no access to a flow that a program has begun.
    app.origin = None
    started(app)
    assert app.get(Origin=ORIGIN).status_code == 404


def test_the_mode_is_off_with_the_api(tv: Television, app: Application) -> None:
    tv.site.engine.save(API_SETTINGS, {"apiEnabled": False})
    refused = begin(app)
    assert (refused.status_code, refused.json()["code"]) == (403, "REQUEST_NOT_ALLOWED")


def test_a_sign_in_that_fails_and_an_adapter_that_asks_for_consent_end_the_flow(
    tv: Television, app: Application
) -> None:
    tv.start()
    started(app, tv.code)
    failed = app.post("cancelAuthentication", {})
    assert (failed.status_code, failed.json()["status"], failed.json()["code"]) == (400, "FAILED", "ACCESS_DENIED")
    assert tv.error() == "authorization_pending"
    settings(tv.site, userAuthorizationConsentPageSetting="ADAPTER")
    signed_in(app, tv.code)
    failed = app.post("confirmUserCode", {})
    assert (failed.json()["status"], failed.json()["code"]) == ("FAILED", "CONSENT_REQUIRED")
