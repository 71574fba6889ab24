"""Consent: when it is requested, and the effect of each answer."""

import json
from typing import Any

import pytest

from hanse.config.change.change import BulkReplacement
from hanse.resources.applications.clients import OAUTH_CLIENTS
from hanse.resources.system.authorization_details.processors import PROCESSORS
from hanse.resources.system.authorization_details.types import DETAIL_TYPES
from hanse.resources.system.authorization_server import COMMON_SCOPES
from tests.engine.oauth.authorize.consent_pages import ALLOW, DECISION, is_page, store_grant
from tests.engine.oauth.authorize.test_code_flow import code_of
from tests.engine.oauth.site import CALLBACK, Site, answered, signed_in
from tests.support.clients import client
from tests.support.configurations import AUTHOR, create, read, replace
from tests.support.payment_details import PAYMENT, processor

REMEMBER = {"bypassAuthorizationForApprovedConsents": True}


@pytest.mark.parametrize("fields", [{DECISION: "deny"}, {DECISION: "deny", "scope": ["email"]}, {}, {DECISION: "x"}])
def test_a_declining_user_returns_with_access_denied(site: Site, fields: dict[str, Any]) -> None:
    given = answered(site.answer_form(site.authorize(), **fields))
    assert given["error"] == "access_denied"
    assert "code" not in given


def test_each_scope_except_openid_can_be_declined(site: Site) -> None:
    given = answered(site.answer_form(site.authorize(), **{DECISION: "allow"}))
    assert code_of(site, given["code"]).scopes == ("openid",)


def test_declining_every_scope_declines_the_request(site: Site) -> None:
    page = site.authorize(scope="email")
    assert answered(site.answer_form(page, **{DECISION: "allow"}))["error"] == "access_denied"


def test_only_requested_scopes_can_be_approved(site: Site) -> None:
    page = site.authorize(scope="openid")
    given = answered(site.answer_form(page, **{DECISION: "allow", "scope": ["openid", "email", "admin"]}))
    assert code_of(site, given["code"]).scopes == ("openid",)


def test_a_request_without_scopes_shows_the_default_scope(site: Site) -> None:
    site.settings(defaultScopeDescription="Basic access to your account")
    page = site.authorize(scope=None)
    assert "Basic access to your account" in page.text
    assert code_of(site, answered(site.answer_form(page, **{DECISION: "allow"}))["code"]).scopes == ()


def test_a_dynamic_scope_is_shown_with_its_value(site: Site) -> None:
    page = site.authorize(scope="pay:invoice-7<b>")
    assert "Make a payment" in page.text
    assert "pay:invoice-7&lt;b&gt;" in page.text


def test_a_form_without_the_token_of_the_flow_is_refused(site: Site) -> None:
    page = site.authorize()
    assert site.answer_form(page, **ALLOW, flow_token="forged").status_code == 400


def test_a_double_click_issues_one_code(site: Site) -> None:
    page = site.authorize()
    assert answered(site.answer_form(page, **ALLOW))["code"]
    second = site.answer_form(page, **ALLOW)
    assert (second.status_code, "location" in second.headers) == (400, False)


def test_a_trusted_client_skips_consent_unless_it_requests_it(site: Site) -> None:
    site.client(bypassApprovalPage=True)
    assert answered(site.authorize())["code"]
    assert answered(site.authorize(prompt="none"))["code"]
    assert is_page(site.authorize(prompt="consent"))


def test_prompt_none_shows_no_page(site: Site) -> None:
    given = answered(site.authorize(prompt="none"))
    assert given["error"] == "consent_required"
    assert site.sign_in.requests[0].passive


def test_a_consent_is_remembered_for_its_lifetime_and_scopes(site: Site) -> None:
    site.settings(**REMEMBER, consentLifetimeDays=2)
    site.answer_form(site.authorize(scope="openid"), **ALLOW)
    assert answered(site.authorize(scope="openid"))["code"]
    assert is_page(site.authorize(scope="openid email"))
    assert is_page(site.authorize(scope="openid", prompt="consent"))
    site.answer_form(site.authorize(scope="email"), **ALLOW)
    # Earlier consent is still stored.
    assert answered(site.authorize(scope="openid email", prompt="none"))["code"]
    site.sign_in.result = signed_in(attributes={"subject": "ann", "mail": "ann@example.com"})
    assert is_page(site.authorize(scope="openid"))
    site.sign_in.result = signed_in()
    site.engine.clock.advance(days=2, seconds=1)
    assert is_page(site.authorize(scope="openid"))


def test_without_the_setting_no_consent_is_remembered(site: Site) -> None:
    site.answer_form(site.authorize(), **ALLOW)
    assert is_page(site.authorize())
    site.settings(**REMEMBER)
    assert is_page(site.authorize())


@pytest.mark.parametrize("redirect_uri", ["http://127.0.0.1/callback", "com.example.app:/callback"])
def test_consent_to_a_client_that_any_program_can_imitate_is_not_remembered(site: Site, redirect_uri: str) -> None:
    """RFC 8252, section 8.6."""
    site.settings(**REMEMBER, bypassAuthorizationForApprovedGrants=True)
    site.client(clientAuth={"type": "NONE"}, redirectUris=[redirect_uri, CALLBACK])
    store_grant(site)
    page = site.authorize(redirect_uri=redirect_uri)
    assert answered(site.answer_form(page, **ALLOW))["code"]
    assert is_page(site.authorize(redirect_uri=redirect_uri))
    assert answered(site.authorize(redirect_uri=redirect_uri, prompt="none"))["error"] == "consent_required"
    # With an https redirect URI, only the client's own site receives the response.
    assert answered(site.authorize())["code"]
    # A confidential client has to authenticate before it gets anything for the code.
    site.client(redirectUris=[redirect_uri])
    assert answered(site.authorize(redirect_uri=redirect_uri))["code"]


def test_users_are_warned_of_a_client_that_registered_itself(site: Site) -> None:
    registration = {"registered": "2026-11-23T12:00:00.000Z", "tokenEndpointAuthMethod": "none"}
    stated = {**registration, "softwareStatementIssuer": "https://vendor.example.com"}
    register(site, {"dc-1": registration, "dc-2": stated})
    pages = {each: site.authorize(client_id=each) for each in ("web", "dc-1", "dc-2")}
    assert all(map(is_page, pages.values()))
    assert [id_ for id_, page in pages.items() if "This application registered itself" in page.text] == ["dc-1"]


def register(site: Site, registrations: dict[str, dict[str, str]]) -> None:
    """Store clients with the records of their registrations, which no administrator can set."""
    configuration = site.engine.core.configuration
    body = read(configuration, OAUTH_CLIENTS, "web").body
    bodies = {
        id_: {**body, "clientId": id_, "name": id_, "dynamicRegistration": each} for id_, each in registrations.items()
    }
    with configuration.changing(AUTHOR) as change:
        change.overwrite(BulkReplacement(OAUTH_CLIENTS, {}, bodies))
    site.engine.caught_up()


def test_a_client_disabled_during_consent_is_refused(site: Site) -> None:
    page = site.authorize()
    site.client(enabled=False)
    response = site.answer_form(page, **ALLOW)
    assert (response.status_code, "location" in response.headers) == (400, False)


def test_a_redirect_uri_removed_during_consent_is_refused(site: Site) -> None:
    page = site.authorize()
    site.client(redirectUris=["https://web.example.com/other"])
    response = site.answer_form(page, **ALLOW)
    assert (response.status_code, "location" in response.headers) == (400, False)


def test_authorization_details_are_described_and_can_be_declined(site: Site) -> None:
    configuration = site.engine.core.configuration
    create(configuration, PROCESSORS, processor())
    type_ = {"id": "payment", "type": "payment_initiation", "authorizationDetailProcessorRef": {"id": "payments-0"}}
    create(configuration, DETAIL_TYPES, type_)
    site.client(authorizationDetailTypes=["payment"])
    other = {**PAYMENT, "creditorName": "Merchant B"}
    details = json.dumps([PAYMENT, other])
    page = site.authorize(authorization_details=details)
    assert "Pay 123.50 EUR to Merchant A" in page.text
    assert "Pay 123.50 EUR to Merchant B" in page.text
    given = answered(site.answer_form(page, **{DECISION: "allow", "authorization_detail": ["1", "2", "x"]}))
    context = code_of(site, given["code"]).context
    assert "Merchant B" in context.authorization_details
    assert "Merchant A" not in context.authorization_details
    site.client(authorizationDetailTypes=[])
    assert answered(site.authorize(authorization_details=details))["error"] == "invalid_authorization_details"


def test_consent_to_details_covers_no_other_details(site: Site) -> None:
    configuration = site.engine.core.configuration
    create(configuration, PROCESSORS, processor())
    type_ = {"id": "payment", "type": "payment_initiation", "authorizationDetailProcessorRef": {"id": "payments-0"}}
    create(configuration, DETAIL_TYPES, type_)
    replace(configuration, OAUTH_CLIENTS, "web", client("web", authorizationDetailTypes=["payment"]))
    site.settings(**REMEMBER)
    encode = json.dumps
    first = encode([PAYMENT])
    site.answer_form(site.authorize(authorization_details=first), **ALLOW, authorization_detail=["0"])
    assert answered(site.authorize(authorization_details=first))["code"]
    more_expensive = {**PAYMENT, "instructedAmount": {"currency": "EUR", "amount": "999"}}
    assert is_page(site.authorize(authorization_details=encode([more_expensive])))


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Sign in with OpenID Connect"),
        ("de", "Anmeldung mit OpenID Connect"),
        ("es", "Iniciar sesión con OpenID Connect"),
    ],
)
def test_built_in_scopes_are_described_in_the_users_language(site: Site, language: str, text: str) -> None:
    assert text in site.authorize(ui_locales=language).text


def test_a_configured_description_replaces_the_built_in_one(site: Site) -> None:
    create(site.engine.core.configuration, COMMON_SCOPES, {"name": "openid", "description": "Know who you are"})
    site.engine.caught_up()
    assert "Know who you are" in site.authorize(ui_locales="de").text
