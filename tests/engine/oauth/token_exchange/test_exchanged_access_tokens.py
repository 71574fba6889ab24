"""Exchange of this server's access tokens: lifetimes, scopes, grants and bound tokens (RFC 8693)."""

import pytest

from hanse.resources.applications.access_token_mappings import ACCESS_TOKEN_MAPPINGS
from hanse.resources.applications.access_tokens.managers import MANAGERS
from hanse.resources.applications.token_exchange.processors import PROCESSORS
from tests.engine.oauth.token.deployment import (
    Application,
    central_manager,
    reference_manager,
    refused,
)
from tests.engine.oauth.token_exchange.exchange_site import TOKEN_ENDPOINT, ExchangeSite
from tests.support.dpop import ProvingKey
from tests.support.mappings import from_source
from tests.support.token_exchange import (
    ACCESS_TOKEN,
    access_token_processor,
    exchange_mapping,
)


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

    def test_other_scopes_can_be_issued_if_the_processor_allows_them(self, site: ExchangeSite) -> None:
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

    def test_the_issued_token_ends_with_the_grant_of_the_presented_token(self, site: ExchangeSite) -> None:
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
    def test_text_that_is_not_an_access_token_is_refused(self, site: ExchangeSite, token: str) -> None:
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

    def test_a_client_that_requires_dpop_gets_no_token_without_a_proof(self, site: ExchangeSite) -> None:
        site.authorization = site.deployment.add_service("bound", "TOKEN_EXCHANGE", requireDpop=True)
        refused(site.exchange(site.partner_token()), 400, "invalid_dpop_proof")

    def test_a_client_with_certificate_bound_tokens_gets_no_token_without_a_certificate(
        self, site: ExchangeSite
    ) -> None:
        bound = {"tlsClientCertificateBoundAccessTokens": True}
        site.authorization = site.deployment.add_service("bound", "TOKEN_EXCHANGE", **bound)
        refused(site.exchange(site.partner_token()), 400, "invalid_request")
