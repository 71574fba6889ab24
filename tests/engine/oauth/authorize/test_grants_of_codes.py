"""Grants at the authorization endpoint: existing grants, the grant of a code, and grant mappings."""

from typing import Any

import pytest

from hanse.resources.authentication.grant_mappings import CONTRACT_GRANT_MAPPINGS
from tests.engine.oauth.authorize.consent_pages import is_page, store_grant
from tests.engine.oauth.authorize.test_code_flow import code_of
from tests.engine.oauth.site import Site, answered, signed_in
from tests.support.configurations import delete, replace
from tests.support.mappings import from_source, text


def test_an_approved_grant_replaces_consent_if_the_settings_allow_it(site: Site) -> None:
    store_grant(site)
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
    store_grant(site)
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
