"""Token exchange with refresh tokens, as grant mappings of processor policies allow (RFC 8693, section 2.2.1)."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from hanse.engine.state.contracts import Grant
from hanse.resources.applications.access_token_mappings import ACCESS_TOKEN_MAPPINGS
from hanse.resources.applications.access_tokens.managers import MANAGERS
from hanse.resources.applications.clients import OAUTH_CLIENTS
from hanse.resources.applications.token_exchange.generator_groups import GENERATOR_GROUPS, GENERATOR_SETTINGS
from hanse.resources.applications.token_exchange.generator_mappings import GENERATOR_MAPPINGS
from hanse.resources.applications.token_exchange.generators import GENERATORS
from hanse.resources.authentication.exchange_grant_mappings import EXCHANGE_GRANT_MAPPINGS
from tests.engine.oauth.token.deployment import (
    Application,
    central_manager,
    reference_manager,
    refused,
    service,
)
from tests.engine.oauth.token_exchange.exchange_site import GRANT, ExchangeSite
from tests.support.mappings import from_source, text
from tests.support.token_exchange import (
    ACCESS_TOKEN,
    JWT,
    REFRESH_TOKEN,
    exchange_granted,
    exchange_mapping,
    generator_group,
    generator_mapping,
    jwt_generator,
)

GRANT_TYPES = ("TOKEN_EXCHANGE", "REFRESH_TOKEN", "CLIENT_CREDENTIALS")
HOUR = 3_600


def configure(site: ExchangeSite, **more: Any) -> None:
    """Add the grant mapping of the default policy, and let the client use refresh tokens."""
    site.deployment.add(EXCHANGE_GRANT_MAPPINGS, exchange_granted(**more))
    change_client(site)


def change_client(site: ExchangeSite, *types: str, **more: Any) -> None:
    site.deployment.change(OAUTH_CLIENTS, "gateway", service("gateway", *(types or GRANT_TYPES), **more))


def refresh(site: ExchangeSite, token: str, **form: str) -> Any:
    """Use a refresh token."""
    body = {"grant_type": "refresh_token", "refresh_token": token, **form}
    return site.deployment.token(body, Authorization=site.authorization)


def grants(site: ExchangeSite, user: str = "joe") -> Sequence[Grant]:
    engine = site.deployment.engine
    return asyncio.run(engine.state.grants.find(user, "gateway", engine.now()))


class TestRefreshTokens:
    def test_an_exchange_returns_a_refresh_token_that_gets_further_access_tokens(self, site: ExchangeSite) -> None:
        configure(site)
        first = site.exchanged(site.partner_token(), scope="read")
        assert first["issued_token_type"] == ACCESS_TOKEN
        again = refresh(site, first["refresh_token"])
        assert again.status_code == 200, again.text
        claims = site.claims(again.json()["access_token"])
        assert (claims["sub"], claims["client_id"], again.json()["scope"]) == ("joe", "gateway", "read")

    def test_the_grant_is_stored_for_the_owner_of_the_mapping(self, site: ExchangeSite) -> None:
        key = from_source("TOKEN_EXCHANGE_PROCESSOR_POLICY", "subject", "exchange-0")
        configure(site, attributeContractFulfillment={"USER_KEY": text("key of a user"), "USER_NAME": key})
        site.exchanged(site.partner_token(), scope="read")
        (grant,) = grants(site, "key of a user")
        assert (grant.grant_type, grant.scopes, grant.client_id) == ("TOKEN_EXCHANGE", ("read",), "gateway")
        assert not grants(site)

    def test_access_tokens_can_contain_attributes_of_the_grant(self, site: ExchangeSite) -> None:
        configure(site)
        mapping = exchange_mapping()
        mapping["attributeContractFulfillment"]["mail"] = from_source("OAUTH_PERSISTENT_GRANT", "USER_NAME")
        site.deployment.change(ACCESS_TOKEN_MAPPINGS, f"{GRANT}|exchange-0|manager-0", mapping)
        issued = site.exchanged(site.partner_token())
        tokens = (issued["access_token"], refresh(site, issued["refresh_token"]).json()["access_token"])
        assert [site.claims(each)["mail"] for each in tokens] == ["joe", "joe"]

    def test_a_refreshed_token_still_names_the_actor(self, site: ExchangeSite) -> None:
        configure(site)
        site.deployment.add_service("caller")
        acting = {"actor_token": site.own_token(), "actor_token_type": ACCESS_TOKEN}
        issued = site.exchanged(site.partner_token(), **acting)
        refreshed = refresh(site, issued["refresh_token"]).json()
        assert site.claims(refreshed["access_token"])["act"]["sub"] == "caller"

    def test_a_revoked_refresh_token_ends_the_grant(self, site: ExchangeSite) -> None:
        configure(site)
        token = site.exchanged(site.partner_token())["refresh_token"]
        site.deployment.engine.post("/as/revoke_token.oauth2", {"token": token}, Authorization=site.authorization)
        refused(refresh(site, token), 400, "invalid_grant")
        assert not grants(site)

    def test_another_client_cannot_use_the_refresh_token(self, site: ExchangeSite) -> None:
        configure(site)
        token = site.exchanged(site.partner_token())["refresh_token"]
        site.authorization = site.deployment.add_service("other", "REFRESH_TOKEN", "CLIENT_CREDENTIALS")
        refused(refresh(site, token), 400, "invalid_grant")

    def test_the_refresh_token_is_limited_to_the_requested_resources(self, site: ExchangeSite) -> None:
        configure(site)
        manager = {**central_manager(0), "selectionSettings": {"resourceUris": ["https://api.example.com"]}}
        site.deployment.change(MANAGERS, "manager-0", manager)
        token = site.exchanged(site.partner_token(), resource="https://api.example.com/a")["refresh_token"]
        assert refresh(site, token, resource="https://api.example.com/a").status_code == 200
        refused(refresh(site, token, resource="https://api.example.com/b"), 400, "invalid_target")


class TestWithoutRefreshTokens:
    def test_without_a_grant_mapping_none_is_issued_and_nothing_is_stored(self, site: ExchangeSite) -> None:
        change_client(site)
        assert "refresh_token" not in site.exchanged(site.partner_token())
        assert not grants(site)
        wanted = {"requested_token_type": REFRESH_TOKEN}
        refused(site.exchange(site.partner_token(), **wanted), 400, "invalid_request")

    def test_a_client_without_the_grant_type_gets_none(self, site: ExchangeSite) -> None:
        configure(site)
        change_client(site, "TOKEN_EXCHANGE")
        assert "refresh_token" not in site.exchanged(site.partner_token())
        wanted = {"requested_token_type": REFRESH_TOKEN}
        description = refused(site.exchange(site.partner_token(), **wanted), 400, "invalid_request")
        assert description == "The client cannot get a refresh token with this request."
        assert not grants(site)

    def test_a_client_that_must_request_offline_access_gets_none_without_it(self, site: ExchangeSite) -> None:
        configure(site)
        change_client(site, requireOfflineAccessScopeToIssueRefreshTokens="YES")
        assert "refresh_token" not in site.exchanged(site.partner_token(), scope="read")

    def test_the_issuance_criteria_of_the_mapping_apply(self, site: ExchangeSite) -> None:
        source = {"type": "TOKEN_EXCHANGE_PROCESSOR_POLICY", "id": "exchange-0"}
        criterion = {
            "source": source,
            "attributeName": "subject",
            "condition": "EQUALS",
            "value": "jane",
            "errorResult": "Only Jane.",
        }
        configure(site, issuanceCriteria={"conditionalCriteria": [criterion]})
        assert refused(site.exchange(site.partner_token()), 400, "invalid_request") == "Only Jane."
        assert "refresh_token" in site.exchanged(site.partner_token(sub="jane"))

    def test_tokens_of_generators_have_none(self, site: ExchangeSite) -> None:
        configure(site)
        site.deployment.add(GENERATORS, jwt_generator(**{"Audience Claim Value": "urn:partner"}))
        site.deployment.add(GENERATOR_GROUPS, generator_group())
        site.deployment.add(GENERATOR_SETTINGS, {"defaultGeneratorGroupRef": {"id": "group-0"}})
        site.deployment.add(GENERATOR_MAPPINGS, generator_mapping())
        issued = site.exchanged(site.partner_token(), requested_token_type=JWT)
        assert (issued["issued_token_type"], "refresh_token" in issued) == (JWT, False)
        assert not grants(site)


class TestRequestedRefreshTokens:
    def test_the_refresh_token_is_the_issued_token(self, site: ExchangeSite) -> None:
        configure(site)
        issued = site.exchanged(site.partner_token(), requested_token_type=REFRESH_TOKEN, scope="read")
        token = issued.pop("access_token")
        assert issued == {"issued_token_type": REFRESH_TOKEN, "token_type": "N_A", "scope": "read"}
        assert refresh(site, token).json()["scope"] == "read"

    def test_the_answer_says_when_the_grant_ends(self, site: ExchangeSite) -> None:
        configure(site)
        ends = {
            "persistentGrantExpirationType": "OVERRIDE_SERVER_DEFAULT",
            "persistentGrantExpirationTime": 2,
            "persistentGrantExpirationTimeUnit": "HOURS",
        }
        change_client(site, **ends)
        issued = site.exchanged(site.partner_token(), requested_token_type=REFRESH_TOKEN)
        assert issued["expires_in"] == 2 * HOUR
        site.deployment.engine.clock.advance(seconds=2 * HOUR + 1)
        refused(refresh(site, issued["access_token"]), 400, "invalid_grant")

    def test_it_is_no_access_token(self, site: ExchangeSite) -> None:
        configure(site)
        issued = site.exchanged(site.partner_token(), requested_token_type=REFRESH_TOKEN)
        site.authorization = site.deployment.add_service("api", "ACCESS_TOKEN_VALIDATION")
        assert site.introspected(issued["access_token"]) == {"active": False}


class TestOwnAccessTokens:
    @pytest.fixture
    def web(self, site: ExchangeSite) -> Application:
        """An application whose access tokens name their grant."""
        configure(site)
        site.deployment.change(MANAGERS, "manager-0", central_manager(0, **{"Access Grant GUID Claim Name": "agid"}))
        site.deployment.add(MANAGERS, reference_manager(1))
        return Application(site.deployment)

    def test_the_grant_ends_with_that_of_the_presented_token(self, site: ExchangeSite, web: Application) -> None:
        ends = site.deployment.engine.now() + 10 * HOUR
        token = web.tokens(grant_expires=ends)["access_token"]
        issued = site.exchanged(token, subject_token_type=ACCESS_TOKEN, requested_token_type=REFRESH_TOKEN)
        assert issued["expires_in"] == 10 * HOUR
        site.deployment.engine.clock.advance(seconds=10 * HOUR + 1)
        refused(refresh(site, issued["access_token"]), 400, "invalid_grant")

    def test_a_token_of_a_revoked_grant_gets_no_refresh_token(self, site: ExchangeSite, web: Application) -> None:
        tokens = web.tokens()
        site.deployment.engine.post(
            "/as/revoke_token.oauth2", {"token": tokens["refresh_token"]}, Authorization=web.authorization
        )
        answer = site.exchange(tokens["access_token"], subject_token_type=ACCESS_TOKEN)
        assert refused(answer, 400, "invalid_request") == "The subject token is not valid."

    def test_more_scopes_than_those_of_the_token_cannot_be_refreshed(
        self, site: ExchangeSite, web: Application
    ) -> None:
        token = web.tokens(scopes=("read",))["access_token"]
        issued = site.exchanged(token, subject_token_type=ACCESS_TOKEN)
        assert issued["scope"] == "read"
        refused(refresh(site, issued["refresh_token"], scope="read write"), 400, "invalid_scope")


def test_a_grant_is_reused_if_the_settings_say_so(site: ExchangeSite) -> None:
    configure(site)
    site.deployment.settings(persistentGrantReuseGrantTypes=["TOKEN_EXCHANGE"])
    first = site.exchanged(site.partner_token(), scope="read")
    second = site.exchanged(site.partner_token(), scope="read")
    assert len(grants(site)) == 1
    site.exchanged(site.partner_token(), scope="write")
    assert len(grants(site)) == 2
    assert refresh(site, second["refresh_token"]).status_code == 200
    assert first["refresh_token"] != second["refresh_token"]
