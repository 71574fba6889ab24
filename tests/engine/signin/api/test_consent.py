"""Consent in the redirectless mode: the client shows the request as it would be on the page, and sends the decision."""

import json
from typing import Any

import pytest

from hanse.resources.authentication.sessions import AUTHENTICATION_SESSIONS
from hanse.resources.system.authorization_details.processors import PROCESSORS
from hanse.resources.system.authorization_details.types import DETAIL_TYPES
from hanse.resources.system.authorization_server import COMMON_SCOPES, SETTINGS
from tests.engine.signin.api.application import CREDENTIALS, Application
from tests.engine.signin.api.redirectless import begin, completed, redeem, save_client, started
from tests.engine.signin.site import SignInSite
from tests.engine.signin.test_sessions import code_of
from tests.engine.trace.test_sign_in_trace import only, steps
from tests.support.payment_details import PAYMENT, processor


@pytest.fixture
def app(site: SignInSite, native: Application) -> Application:
    """An application whose users must consent."""
    site.add(COMMON_SCOPES, {"name": "email", "description": "Your e-mail address"})
    save_client(site, bypassApprovalPage=False)
    return native


def consent_state(app: Application, **changed: Any) -> dict[str, Any]:
    """Sign in, and return the state that asks for consent."""
    started(app, **changed)
    state = app.act("checkUsernamePassword", **CREDENTIALS)
    assert state["status"] == "OAUTH_CONSENT_REQUIRED"
    return state


def denied(app: Application, action: str, **body: Any) -> str:
    answer = app.post(action, body)
    assert (answer.status_code, answer.json()["status"]) == (400, "FAILED")
    error: str = answer.json()["authorizeResponse"]["error"]
    return error


def test_the_user_approves_some_scopes_and_the_client_gets_a_code_for_them(site: SignInSite, app: Application) -> None:
    state = consent_state(app, scope="openid email")
    assert state["clientName"] == "Name of web"
    assert (state["userName"], state["clientReviewed"]) == ("joe", True)
    assert state["scopes"] == [
        {"name": "openid", "description": "Sign in with OpenID Connect", "value": "", "required": True},
        {"name": "email", "description": "Your e-mail address", "value": "", "required": False},
    ]
    assert set(state["_links"]) == {"self", "approveConsent", "denyConsent"}
    assert app.read() == state
    given = completed(app.act("approveConsent", scopes=["openid", "admin"]))
    assert code_of(site, given["code"]).scopes == ("openid",)


def test_the_approved_scopes_are_those_of_the_token(site: SignInSite, app: Application) -> None:
    site.add(COMMON_SCOPES, {"name": "phone", "description": "Your number"})
    consent_state(app, scope="email phone")
    given = completed(app.act("approveConsent", scopes=["phone"]))
    tokens = redeem(site, given["code"], redirect_uri="https://web.example.com/callback")
    assert (tokens.status_code, tokens.json()["scope"]) == (200, "phone")


def test_a_user_who_declines_or_approves_nothing_denies_access(app: Application) -> None:
    consent_state(app, scope="email")
    assert denied(app, "denyConsent") == "access_denied"
    consent_state(app, scope="email")
    assert denied(app, "approveConsent") == "access_denied"


def test_actions_need_lists_of_texts_and_a_state_that_asks_for_consent(app: Application) -> None:
    started(app)
    assert app.post("approveConsent", {}).json()["code"] == "INVALID_ACTION"
    app.act("checkUsernamePassword", **CREDENTIALS)
    for wrong in ("openid", [1], ["x"] * 201, {"openid": True}):
        detail = app.refused("approveConsent", scopes=wrong)
        assert (detail["code"], detail["target"]) == ("FIELD_INVALID", "scopes")
    assert app.post("checkUsernamePassword", CREDENTIALS).json()["code"] == "INVALID_ACTION"
    assert completed(app.act("approveConsent", scopes=["openid"]))["code"]


def test_authorization_details_are_shown_and_approved_one_by_one(site: SignInSite, app: Application) -> None:
    site.add(PROCESSORS, processor())
    type_ = {"type": "payment_initiation", "authorizationDetailProcessorRef": {"id": "payments-0"}}
    site.add(DETAIL_TYPES, {**type_, "id": "payment"})
    save_client(site, bypassApprovalPage=False, authorizationDetailTypes=["payment"])
    other = {**PAYMENT, "creditorName": "Merchant B"}
    state = consent_state(app, authorization_details=json.dumps([PAYMENT, other]))
    texts = [(each["id"], each["description"]) for each in state["authorizationDetails"]]
    assert texts == [("0", "Pay 123.50 EUR to Merchant A"), ("1", "Pay 123.50 EUR to Merchant B")]
    assert state["authorizationDetails"][1]["detail"]["creditorName"] == "Merchant B"
    given = completed(app.act("approveConsent", scopes=["openid"], authorizationDetails=["1", "7"]))
    details = json.loads(code_of(site, given["code"]).context.authorization_details)
    assert [each["creditorName"] for each in details] == ["Merchant B"]


def test_a_client_without_cookies_gets_consent_too(site: SignInSite, app: Application) -> None:
    save_client(site, bypassApprovalPage=False, enableCookielessAuthenticationApi=True)
    app.headers["X-Pf-Authn-Api-State"] = started(app)["_pf_authn_api_state"]
    assert app.act("checkUsernamePassword", **CREDENTIALS)["status"] == "OAUTH_CONSENT_REQUIRED"
    answer = app.post("approveConsent", {"scopes": ["openid"]})
    assert completed(answer.json())["code"]
    assert not app.visitor.browser.cookies


def test_a_request_that_must_not_ask_and_an_adapter_that_would_show_a_page_are_answered_with_an_error(
    site: SignInSite, app: Application
) -> None:
    site.engine.save(SETTINGS, {"userAuthorizationConsentPageSetting": "ADAPTER"})
    started(app)
    assert denied(app, "checkUsernamePassword", **CREDENTIALS) == "consent_required"
    assert begin(app, prompt="none").json()["authorizeResponse"]["error"] == "login_required"


def test_consent_needs_a_user_who_signed_in_within_the_same_flow(site: SignInSite, app: Application) -> None:
    site.engine.save(AUTHENTICATION_SESSIONS, {"enableSessions": True})
    consent_state(app)
    completed(app.act("approveConsent", scopes=["openid"]))
    # The session would let a script approve whatever the script itself has requested.
    for prompt in (None, "consent"):
        refused = begin(app, prompt=prompt)
        assert (refused.status_code, refused.json()["status"]) == (400, "FAILED")
        assert refused.json()["authorizeResponse"]["error"] == "consent_required"
    consent_state(app, prompt="login consent")
    assert completed(app.act("approveConsent", scopes=["openid"]))["code"]


def test_the_trace_has_the_state_and_the_approval(site: SignInSite, app: Application) -> None:
    consent_state(app)
    completed(app.act("approveConsent", scopes=["openid"]))
    results = [step.result for step in steps(only(site))]
    assert "OAUTH_CONSENT_REQUIRED" in results
    assert "approved" in results
