"""Token exchange (RFC 8693) for access tokens, through every layer of the engine."""

import pytest

from hanse.resources.applications.access_token_mappings import ACCESS_TOKEN_MAPPINGS
from hanse.resources.applications.access_tokens.managers import MANAGERS
from hanse.resources.applications.clients import OAUTH_CLIENTS
from hanse.resources.applications.oidc_policies.policies import OIDC_POLICIES, OIDC_SETTINGS
from hanse.resources.applications.token_exchange.processor_policies import (
    TOKEN_EXCHANGE_POLICIES,
    TOKEN_EXCHANGE_SETTINGS,
)
from tests.engine.oauth.token.deployment import (
    ISSUER,
    basic,
    reference_manager,
    refused,
    service,
)
from tests.engine.oauth.token_exchange.exchange_site import GRANT, ExchangeSite
from tests.support.log_lines import log_lines
from tests.support.mappings import from_source, oidc_policy
from tests.support.token_exchange import (
    ACCESS_TOKEN,
    JWT,
    exchange_mapping,
    processor_mapping,
    processor_policy,
)


def test_a_token_of_a_partner_is_exchanged_for_an_access_token(site: ExchangeSite) -> None:
    content = site.exchanged(site.partner_token(), scope="read")
    assert content.pop("access_token")
    assert content == {
        "issued_token_type": ACCESS_TOKEN,
        "token_type": "Bearer",
        "expires_in": 7200,
        "scope": "read",
    }


def test_the_issued_token_is_about_the_subject_and_for_the_client(site: ExchangeSite) -> None:
    claims = site.claims(site.exchanged(site.partner_token())["access_token"])
    assert (claims["iss"], claims["sub"], claims["client_id"], claims["mail"]) == (ISSUER, "joe", "gateway", "gateway")
    # Nobody acts for the subject, so the token is an impersonation (section 1.1).
    assert "act" not in claims


def test_the_metadata_lists_the_grant_type(site: ExchangeSite) -> None:
    metadata = site.deployment.engine.get("/.well-known/oauth-authorization-server").json()
    assert GRANT in metadata["grant_types_supported"]


def test_no_configuration_is_read_from_the_database_for_an_exchange(site: ExchangeSite) -> None:
    statements = site.deployment.engine.statements()
    site.exchanged(site.partner_token())
    assert statements == []


def test_an_exchange_is_logged_without_the_tokens(site: ExchangeSite) -> None:
    token = site.partner_token()
    with log_lines() as lines:
        issued = site.exchanged(token)["access_token"]
    text = lines.getvalue()
    assert "event='token exchanged'" in text
    assert "client='gateway' policy='exchange-0'" in text
    assert token not in text
    assert issued not in text


class TestClients:
    def test_a_client_without_the_grant_type_is_refused(self, site: ExchangeSite) -> None:
        site.authorization = site.deployment.add_service("other", "CLIENT_CREDENTIALS")
        refused(site.exchange(site.partner_token()), 400, "unauthorized_client")

    def test_a_disabled_client_is_refused(self, site: ExchangeSite) -> None:
        site.authorization = site.deployment.add_service("off", "TOKEN_EXCHANGE", enabled=False)
        refused(site.exchange(site.partner_token()), 401, "invalid_client")

    def test_a_wrong_secret_is_refused(self, site: ExchangeSite) -> None:
        site.authorization = basic("gateway", "wrong")
        refused(site.exchange(site.partner_token()), 401, "invalid_client")

    def test_a_request_without_client_identification_is_refused_with_any_settings(self, site: ExchangeSite) -> None:
        site.deployment.settings(allowUnidentifiedClientExtensionGrants=True)
        form = {"grant_type": GRANT, "subject_token": site.partner_token(), "subject_token_type": JWT}
        refused(site.deployment.token(form), 401, "invalid_client")

    def test_the_policy_of_a_client_replaces_the_default(self, site: ExchangeSite) -> None:
        site.deployment.add(
            TOKEN_EXCHANGE_POLICIES, processor_policy(1, processor_mapping("processor-1", ACCESS_TOKEN))
        )
        own = {"tokenExchangeProcessorPolicyRef": {"id": "exchange-1"}}
        site.authorization = site.deployment.add_service("narrow", "TOKEN_EXCHANGE", **own)
        refused(site.exchange(site.partner_token()), 400, "invalid_request")

    def test_without_any_policy_nothing_is_exchanged(self, site: ExchangeSite) -> None:
        site.deployment.add(TOKEN_EXCHANGE_SETTINGS, {})
        refused(site.exchange(site.partner_token()), 400, "unauthorized_client")

    def test_without_an_access_token_mapping_nothing_is_issued(self, site: ExchangeSite) -> None:
        site.deployment.add(TOKEN_EXCHANGE_POLICIES, processor_policy(1))
        site.deployment.add(TOKEN_EXCHANGE_SETTINGS, {"defaultProcessorPolicyRef": {"id": "exchange-1"}})
        refused(site.exchange(site.partner_token()), 400, "unauthorized_client")


class TestParameters:
    @pytest.mark.parametrize("missing", ["subject_token", "subject_token_type"])
    def test_a_missing_parameter_is_reported(self, site: ExchangeSite, missing: str) -> None:
        refused(site.exchange(site.partner_token(), **{missing: None}), 400, "invalid_request")

    @pytest.mark.parametrize(
        "changes",
        [
            {"actor_token": "x"},
            {"actor_token_type": ACCESS_TOKEN},
            {"subject_token_type": "urn:ietf:params:oauth:token-type:saml2"},
            {"subject_token_type": "x" * 300},
            {"requested_token_type": "urn:ietf:params:oauth:token-type:refresh_token"},
            {"requested_token_type": JWT},
        ],
    )
    def test_incomplete_or_unsupported_parameters_are_refused(
        self, site: ExchangeSite, changes: dict[str, str]
    ) -> None:
        refused(site.exchange(site.partner_token(), **changes), 400, "invalid_request")

    def test_a_repeated_token_is_refused(self, site: ExchangeSite) -> None:
        token = site.partner_token()
        form = [("grant_type", GRANT), ("subject_token", token), ("subject_token", token), ("subject_token_type", JWT)]
        refused(site.deployment.token(form, Authorization=site.authorization), 400, "invalid_request")

    def test_a_token_that_is_too_long_is_refused(self, site: ExchangeSite) -> None:
        refused(site.exchange("x" * 40_000), 400, "invalid_request")

    def test_too_many_targets_are_refused(self, site: ExchangeSite) -> None:
        form = [("grant_type", GRANT), ("subject_token", site.partner_token()), ("subject_token_type", JWT)]
        form += [("audience", f"service-{number}") for number in range(21)]
        refused(site.deployment.token(form, Authorization=site.authorization), 400, "invalid_request")

    def test_an_unknown_audience_is_an_invalid_target(self, site: ExchangeSite) -> None:
        refused(site.exchange(site.partner_token(), audience="nobody"), 400, "invalid_target")
        refused(site.exchange(site.partner_token(), audience="https://nobody.example.com"), 400, "invalid_target")
        refused(site.exchange(site.partner_token(), resource="https://nobody.example.com"), 400, "invalid_target")

    def test_a_client_as_audience_selects_its_default_access_token_manager(self, site: ExchangeSite) -> None:
        site.deployment.add(MANAGERS, reference_manager(1))
        site.deployment.add(ACCESS_TOKEN_MAPPINGS, exchange_mapping(0, 1))
        site.deployment.add(OAUTH_CLIENTS, service("orders", defaultAccessTokenManagerRef={"id": "manager-1"}))
        content = site.exchanged(site.partner_token(), audience="orders")
        # The lifetime of tokens of manager-1. The default manager has another one.
        assert content["expires_in"] == 1800

    def test_a_resource_selects_the_manager_and_becomes_the_audience(self, site: ExchangeSite) -> None:
        manager = site.deployment.engine.core.configuration
        with manager.reading() as view:
            body = dict(view.get(MANAGERS, "manager-0").body)
        site.deployment.change(
            MANAGERS, "manager-0", {**body, "selectionSettings": {"resourceUris": ["https://api.example.com"]}}
        )
        for name in ("resource", "audience"):
            token = site.exchanged(site.partner_token(), **{name: "https://api.example.com/orders"})["access_token"]
            assert site.claims(token)["aud"] == "https://api.example.com/orders"


class TestPolicies:
    def test_issuance_criteria_refuse_an_exchange_as_an_invalid_request(self, site: ExchangeSite) -> None:
        criterion = {
            "source": {"type": "SUBJECT_TOKEN"},
            "attributeName": "mail",
            "condition": "EQUALS",
            "value": "joe@example.com",
            "errorResult": "Only Joe.",
        }
        mapping = processor_mapping("processor-0", issuanceCriteria={"conditionalCriteria": [criterion]})
        site.deployment.change(TOKEN_EXCHANGE_POLICIES, "exchange-0", processor_policy(0, mapping))
        site.exchanged(site.partner_token(mail="joe@example.com"))
        refused_text = refused(site.exchange(site.partner_token(mail="eve@example.com")), 400, "invalid_request")
        assert refused_text == "Only Joe."

    def test_attributes_of_both_tokens_are_available(self, site: ExchangeSite) -> None:
        text = {"source": {"type": "TEXT"}, "value": "${subject.sub} by ${actor.client_id} (${subject.amr})"}
        mapping = processor_mapping("processor-0", actor="processor-1", attributeContractFulfillment={"subject": text})
        site.deployment.change(TOKEN_EXCHANGE_POLICIES, "exchange-0", processor_policy(0, mapping))
        site.deployment.add_service("caller")
        acting = {"actor_token": site.own_token(), "actor_token_type": ACCESS_TOKEN}
        content = site.exchanged(site.partner_token(amr=["pwd", "otp"]), **acting)
        assert site.claims(content["access_token"])["sub"] == "joe by caller (pwd otp)"

    def test_an_attribute_outside_of_the_processors_contract_has_no_value(self, site: ExchangeSite) -> None:
        fulfilled = {"subject": from_source("SUBJECT_TOKEN", "mail")}
        mapping = processor_mapping("processor-0", attributeContractFulfillment=fulfilled)
        site.deployment.change(TOKEN_EXCHANGE_POLICIES, "exchange-0", processor_policy(0, mapping))
        refused(site.exchange(site.partner_token()), 400, "invalid_request")


class TestIdTokens:
    def exchange_openid(self, site: ExchangeSite, *, returned: bool) -> dict[str, object]:
        site.deployment.add(OIDC_POLICIES, oidc_policy(returnIdTokenOnTokenExchangeGrant=returned))
        site.deployment.add(OIDC_SETTINGS, {"defaultPolicyRef": {"id": "policy-0"}})
        return site.exchanged(site.partner_token(), scope="openid")

    def test_no_id_token_is_issued_unless_the_policy_returns_one(self, site: ExchangeSite) -> None:
        assert "id_token" not in self.exchange_openid(site, returned=False)

    def test_an_id_token_is_issued_for_the_subject_if_the_policy_returns_one(self, site: ExchangeSite) -> None:
        claims = site.claims(str(self.exchange_openid(site, returned=True)["id_token"]))
        assert (claims["sub"], claims["aud"], claims["iss"]) == ("joe", "gateway", ISSUER)

    def test_without_an_openid_policy_no_id_token_is_issued(self, site: ExchangeSite) -> None:
        assert "id_token" not in site.exchanged(site.partner_token(), scope="openid")
