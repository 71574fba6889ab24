"""Consent: when it is requested, and the effect of each answer."""

import json
from typing import Any

import pytest

from hanse.config.change.change import BulkReplacement
from hanse.engine.oauth.contracts import GrantContext
from hanse.engine.signin.contracts import Origin
from hanse.engine.state.contracts import Grant
from hanse.resources.applications.clients import OAUTH_CLIENTS
from hanse.resources.authentication.grant_mappings import CONTRACT_GRANT_MAPPINGS
from hanse.resources.system.authorization_details.processors import PROCESSORS
from hanse.resources.system.authorization_details.types import DETAIL_TYPES
from hanse.resources.system.authorization_server import COMMON_SCOPES
from tests.engine.oauth.authorize.test_code_flow import code_of
from tests.engine.oauth.site import CALLBACK, Site, answered, signed_in
from tests.support.clients import client
from tests.support.configurations import AUTHOR, create, delete, read, replace
from tests.support.mappings import from_source, text
from tests.support.payment_details import PAYMENT, processor

DECISION = "pf.oauth.authz.consent"
ALLOW = {DECISION: "allow", "scope": ["openid", "email"]}
REMEMBER = {"bypassAuthorizationForApprovedConsents": True}


def is_page(response: Any) -> bool:
    return response.status_code == 200 and DECISION in response.text


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
    grant(site)
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


def grant(site: Site, **more: Any) -> Grant:
    now = site.services.clock.now().timestamp()
    context = GrantContext(user_key="joe", user_name="Joe", origin=Origin("ADAPTER", "form"))
    usual: dict[str, Any] = {
        "id": "grant-1",
        "user_key": "joe",
        "client_id": "web",
        "issuer": "https://sso.example.com:9031",
        "grant_type": "AUTHORIZATION_CODE",
        "scopes": ("openid", "email"),
        "issued": now,
        "updated": now,
        "expires": None,
        "idle_seconds": None,
        "body": context.encode(),
    }
    made = Grant(**{**usual, **more})
    site.run(site.services.state.grants.create(made, None))
    return made


def test_an_approved_grant_replaces_consent_where_the_settings_allow_it(site: Site) -> None:
    grant(site)
    assert is_page(site.authorize())
    site.settings(bypassAuthorizationForApprovedGrants=True)
    assert answered(site.authorize())["code"]
    assert answered(site.authorize(scope="openid"))["code"]
    assert is_page(site.authorize(scope="openid pay:7"))
    site.run(site.services.state.grants.revoke("grant-1", site.services.clock.now().timestamp()))
    assert is_page(site.authorize())


def test_a_grant_of_the_same_scopes_is_used_again(site: Site) -> None:
    site.client(bypassApprovalPage=True)
    site.settings(persistentGrantReuseGrantTypes=["AUTHORIZATION_CODE"])
    grant(site)
    assert code_of(site, answered(site.authorize())["code"]).grant_id == "grant-1"
    assert code_of(site, answered(site.authorize(scope="openid"))["code"]).grant_id == ""
    site.settings()
    assert code_of(site, answered(site.authorize())["code"]).grant_id == ""


def test_a_code_stores_the_lifetime_of_its_grant_and_whether_it_can_be_refreshed(site: Site) -> None:
    site.client(bypassApprovalPage=True, grantTypes=["AUTHORIZATION_CODE"])
    site.settings(persistentGrantLifetime=2, persistentGrantLifetimeUnit="HOURS", authorizationCodeTimeout=30)
    code = code_of(site, answered(site.authorize())["code"])
    now = site.services.clock.now().timestamp()
    assert (code.grant_expires, code.refresh_token) == (now + 7200, False)
    site.client(bypassApprovalPage=True)
    site.settings(requireOfflineAccessScopeToIssueRefreshTokens=True)
    assert not code_of(site, answered(site.authorize())["code"]).refresh_token
    assert code_of(site, answered(site.authorize(scope="openid offline_access"))["code"]).refresh_token


def test_codes_expire_and_have_the_configured_length(site: Site) -> None:
    site.client(bypassApprovalPage=True)
    site.settings(authorizationCodeTimeout=30, authorizationCodeEntropy=64)
    code = answered(site.authorize())["code"]
    assert len(code) == 86
    site.engine.clock.advance(seconds=31)
    with pytest.raises(AssertionError):
        code_of(site, code)


def save_grant_mapping(site: Site, **more: Any) -> None:
    source = "AUTHENTICATION_POLICY_CONTRACT"
    fulfilled = {"USER_KEY": from_source(source, "subject", "apc-0"), "USER_NAME": from_source(source, "mail", "apc-0")}
    body = {
        "authenticationPolicyContractRef": {"id": "apc-0"},
        "attributeContractFulfillment": {**fulfilled, **more.pop("fulfilled", {})},
        **more,
    }
    replace(site.engine.core.configuration, CONTRACT_GRANT_MAPPINGS, "apc-0", body)
    site.engine.caught_up()


def test_issuance_criteria_that_are_not_met_are_access_denied(site: Site) -> None:
    source = {"type": "AUTHENTICATION_POLICY_CONTRACT", "id": "apc-0"}
    criterion = {"source": source, "attributeName": "subject", "condition": "EQUALS", "value": "ann"}
    criteria = [{**criterion, "errorResult": "Only Ann may."}]
    save_grant_mapping(site, issuanceCriteria={"conditionalCriteria": criteria, "expressionCriteria": []})
    given = answered(site.authorize())
    assert (given["error"], given["error_description"]) == ("access_denied", "Only Ann may.")


def test_extended_attributes_and_a_mapped_lifetime_are_kept_with_the_grant(site: Site) -> None:
    attributes = [{"name": "PERSISTENT_GRANT_LIFETIME"}, {"name": "wanted"}]
    core = [{"name": "USER_KEY"}, {"name": "USER_NAME"}]
    site.settings(persistentGrantContract={"coreAttributes": core, "extendedAttributes": attributes})
    save_grant_mapping(
        site, fulfilled={"PERSISTENT_GRANT_LIFETIME": text("10"), "wanted": from_source("CONTEXT", "OAuthScopes")}
    )
    site.client(bypassApprovalPage=True)
    code = code_of(site, answered(site.authorize())["code"])
    assert code.grant_expires == site.services.clock.now().timestamp() + 600
    assert code.context.attributes["wanted"] == ["openid", "email"]
    assert code.context.origin_attributes == {"subject": "joe", "mail": "joe@example.com"}


@pytest.mark.parametrize("attributes", [{"mail": "joe@example.com"}, {"subject": ""}])
def test_a_user_without_a_grant_key_is_refused(site: Site, attributes: dict[str, str]) -> None:
    site.sign_in.result = signed_in(attributes=attributes)
    assert answered(site.authorize())["error"] == "server_error"


def test_without_a_grant_mapping_the_request_is_refused(site: Site) -> None:
    delete(site.engine.core.configuration, CONTRACT_GRANT_MAPPINGS, "apc-0")
    site.engine.caught_up()
    assert answered(site.authorize())["error"] == "server_error"


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
