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
from hanse.resources.applications.token_exchange.processors import PROCESSORS
from tests.engine.oauth.token.deployment import (
    ISSUER,
    Application,
    basic,
    central_manager,
    reference_manager,
    refused,
    service,
)
from tests.engine.oauth.token_exchange.exchange_site import GRANT, TOKEN_ENDPOINT, ExchangeSite
from tests.support.dpop import ProvingKey
from tests.support.log_lines import log_lines
from tests.support.mappings import from_source, oidc_policy
from tests.support.token_exchange import (
    ACCESS_TOKEN,
    JWT,
    access_token_processor,
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

    def test_a_request_without_client_identification_is_refused_whatever_the_settings_are(
        self, site: ExchangeSite
    ) -> None:
        site.deployment.settings(allowUnidentifiedClientExtensionGrants=True)
        form = {"grant_type": GRANT, "subject_token": site.partner_token(), "subject_token_type": JWT}
        refused(site.deployment.token(form), 401, "invalid_client")

    def test_a_client_uses_its_own_policy_instead_of_the_default(self, site: ExchangeSite) -> None:
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
    def test_parameters_that_do_not_fit_are_refused(self, site: ExchangeSite, changes: dict[str, str]) -> None:
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

    def test_an_audience_selects_the_access_token_manager_of_the_client_it_names(self, site: ExchangeSite) -> None:
        site.deployment.add(MANAGERS, reference_manager(1))
        site.deployment.add(ACCESS_TOKEN_MAPPINGS, exchange_mapping(0, 1))
        site.deployment.add(OAUTH_CLIENTS, service("orders", defaultAccessTokenManagerRef={"id": "manager-1"}))
        content = site.exchanged(site.partner_token(), audience="orders")
        # The lifetime of that manager's tokens, and not of the default manager's.
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


class TestScopes:
    def test_a_scope_that_the_client_may_not_have_is_refused(self, site: ExchangeSite) -> None:
        restricted = {"restrictScopes": True, "restrictedScopes": ["read"]}
        site.authorization = site.deployment.add_service("narrow", "TOKEN_EXCHANGE", **restricted)
        assert site.exchanged(site.partner_token(), scope="read")["scope"] == "read"
        refused(site.exchange(site.partner_token(), scope="read write"), 400, "invalid_scope")
        refused(site.exchange(site.partner_token(), scope="unknown"), 400, "invalid_scope")

    def test_an_access_token_is_exchanged_for_its_own_scopes_or_fewer(self, site: ExchangeSite) -> None:
        site.deployment.add_service("caller")
        token = site.own_token(scope="read")
        content = site.exchanged(token, subject_token_type=ACCESS_TOKEN)
        assert content["scope"] == "read"
        refused(site.exchange(token, subject_token_type=ACCESS_TOKEN, scope="read write"), 400, "invalid_scope")

    def test_other_scopes_can_be_issued_where_the_processor_allows_them(self, site: ExchangeSite) -> None:
        site.deployment.change(PROCESSORS, "processor-1", access_token_processor(1, **{"Limit Scopes": "false"}))
        site.deployment.add_service("caller")
        token = site.own_token(scope="read")
        assert site.exchanged(token, subject_token_type=ACCESS_TOKEN, scope="write")["scope"] == "write"


class TestOwnAccessTokens:
    def test_the_issued_token_never_outlives_the_presented_one(self, site: ExchangeSite) -> None:
        site.deployment.add_service("caller")
        token = site.own_token()
        site.deployment.engine.clock.advance(seconds=7000)
        first = site.exchanged(token, subject_token_type=ACCESS_TOKEN)
        assert first["expires_in"] == 200
        site.deployment.engine.clock.advance(seconds=100)
        assert site.exchanged(first["access_token"], subject_token_type=ACCESS_TOKEN)["expires_in"] == 100

    def test_a_reference_token_issued_in_exchange_is_not_extended_by_its_use(self, site: ExchangeSite) -> None:
        used = {"Lifetime Extension Policy": "ALL", "Lifetime Extension Threshold Percentage": "100"}
        site.deployment.add(MANAGERS, reference_manager(1, **used))
        site.deployment.add(ACCESS_TOKEN_MAPPINGS, exchange_mapping(0, 1))
        site.deployment.add_service("caller")
        token = site.exchanged(site.own_token(), subject_token_type=ACCESS_TOKEN, access_token_manager_id="manager-1")
        site.authorization = site.deployment.add_service("api", "ACCESS_TOKEN_VALIDATION")
        site.deployment.engine.clock.advance(seconds=1700)
        form = {"token": token["access_token"], "access_token_manager_id": "manager-1"}
        inspect = site.deployment.engine.post
        answers = []
        for seconds in (0, 99, 2):
            site.deployment.engine.clock.advance(seconds=seconds)
            answers.append(inspect("/as/introspect.oauth2", form, Authorization=site.authorization).json()["active"])
        assert answers == [True, True, False]

    def test_it_ends_with_the_grant_of_the_presented_token(self, site: ExchangeSite) -> None:
        named = {"Access Grant GUID Claim Name": "agid"}
        site.deployment.change(MANAGERS, "manager-0", central_manager(0, **named))
        site.deployment.add(MANAGERS, reference_manager(1))
        site.deployment.add(ACCESS_TOKEN_MAPPINGS, exchange_mapping(0, 1))
        web = Application(site.deployment)
        tokens = web.tokens()
        chosen = {"subject_token_type": ACCESS_TOKEN, "access_token_manager_id": "manager-1"}
        token = site.exchanged(tokens["access_token"], **chosen)["access_token"]
        assert site.introspected(token)["active"] is True
        site.deployment.engine.post(
            "/as/revoke_token.oauth2", {"token": tokens["refresh_token"]}, Authorization=web.authorization
        )
        assert site.introspected(token) == {"active": False}

    @pytest.mark.parametrize("token", ["unknown", "a.b.c", "x" * 22])
    def test_no_other_text_is_accepted(self, site: ExchangeSite, token: str) -> None:
        description = refused(site.exchange(token, subject_token_type=ACCESS_TOKEN), 400, "invalid_request")
        assert description == "The subject token is not valid."

    def test_a_token_of_another_manager_is_refused(self, site: ExchangeSite) -> None:
        site.deployment.add(MANAGERS, reference_manager(1))
        site.deployment.add(
            ACCESS_TOKEN_MAPPINGS,
            {
                "context": {"type": "CLIENT_CREDENTIALS"},
                "accessTokenManagerRef": {"id": "manager-1"},
                "attributeContractFulfillment": {
                    "sub": from_source("CONTEXT", "ClientId"),
                    "mail": from_source("CONTEXT", "ClientId"),
                },
            },
        )
        site.deployment.add_service("caller")
        token = site.own_token(access_token_manager_id="manager-1")
        refused(site.exchange(token, subject_token_type=ACCESS_TOKEN), 400, "invalid_request")


class TestBinding:
    def test_the_issued_token_is_bound_to_the_key_of_the_proof(self, site: ExchangeSite) -> None:
        key = ProvingKey()
        proof = key.proof("POST", TOKEN_ENDPOINT, site.deployment.engine.now())
        content = site.exchange(site.partner_token(), {"DPoP": proof}).json()
        assert content["token_type"] == "DPoP"
        assert site.claims(content["access_token"])["cnf"] == {"jkt": key.thumbprint}

    def test_a_client_that_must_prove_a_key_gets_nothing_without_a_proof(self, site: ExchangeSite) -> None:
        site.authorization = site.deployment.add_service("bound", "TOKEN_EXCHANGE", requireDpop=True)
        refused(site.exchange(site.partner_token()), 400, "invalid_dpop_proof")

    def test_a_client_with_certificate_bound_tokens_gets_nothing_without_a_certificate(
        self, site: ExchangeSite
    ) -> None:
        bound = {"tlsClientCertificateBoundAccessTokens": True}
        site.authorization = site.deployment.add_service("bound", "TOKEN_EXCHANGE", **bound)
        refused(site.exchange(site.partner_token()), 400, "invalid_request")


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

    def test_none_is_issued_unless_the_policy_returns_one(self, site: ExchangeSite) -> None:
        assert "id_token" not in self.exchange_openid(site, returned=False)

    def test_one_is_issued_for_the_subject_where_the_policy_returns_it(self, site: ExchangeSite) -> None:
        claims = site.claims(str(self.exchange_openid(site, returned=True)["id_token"]))
        assert (claims["sub"], claims["aud"], claims["iss"]) == ("joe", "gateway", ISSUER)

    def test_without_an_openid_policy_the_access_token_comes_alone(self, site: ExchangeSite) -> None:
        assert "id_token" not in site.exchanged(site.partner_token(), scope="openid")
