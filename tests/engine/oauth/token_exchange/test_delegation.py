"""Delegation and impersonation: actor tokens, `act` and `may_act` (RFC 8693, sections 1.1, 4.1 and 4.4)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanse.engine.oauth.token_exchange.actors import MOST_ACTORS, actor_for, check_may_act, decoded_actor, encoded_actor
from hanse.plugins.contracts.token_processors import ProcessedToken, TokenRefused
from hanse.resources.applications.access_token_mappings import ACCESS_TOKEN_MAPPINGS
from hanse.resources.applications.access_tokens.managers import MANAGERS
from hanse.resources.applications.token_exchange.processor_policies import TOKEN_EXCHANGE_POLICIES
from tests.engine.oauth.token.deployment import ISSUER, reference_manager, refused
from tests.engine.oauth.token_exchange.exchange_site import ExchangeSite
from tests.support.token_exchange import ACCESS_TOKEN, exchange_mapping, processor_mapping, processor_policy

CALLER = {"iss": ISSUER, "sub": "caller"}


@pytest.fixture
def acting(site: ExchangeSite) -> dict[str, str]:
    """Return the parameters for an actor token, which is an access token of the client `caller`."""
    site.deployment.add_service("caller")
    return {"actor_token": site.own_token(), "actor_token_type": ACCESS_TOKEN}


class TestActors:
    def test_the_issued_token_contains_the_actor(self, site: ExchangeSite, acting: dict[str, str]) -> None:
        claims = site.claims(site.exchanged(site.partner_token(), **acting)["access_token"])
        assert (claims["sub"], claims["act"]) == ("joe", CALLER)

    def test_introspection_returns_the_actor(self, site: ExchangeSite, acting: dict[str, str]) -> None:
        token = site.exchanged(site.partner_token(), **acting)["access_token"]
        assert site.introspected(token)["act"] == CALLER

    def test_introspection_of_a_reference_token_returns_the_actor(
        self, site: ExchangeSite, acting: dict[str, str]
    ) -> None:
        site.deployment.add(MANAGERS, reference_manager(1))
        site.deployment.add(ACCESS_TOKEN_MAPPINGS, exchange_mapping(0, 1))
        chosen = {"access_token_manager_id": "manager-1", **acting}
        token = site.exchanged(site.partner_token(), **chosen)["access_token"]
        assert site.introspected(token)["act"] == CALLER

    def test_earlier_actors_are_nested_in_the_current_actor(self, site: ExchangeSite, acting: dict[str, str]) -> None:
        earlier = {"sub": "first", "act": {"sub": "zeroth"}}
        claims = site.claims(site.exchanged(site.partner_token(act=earlier), **acting)["access_token"])
        assert claims["act"] == {**CALLER, "act": earlier}

    def test_without_an_actor_token_earlier_actors_are_kept(self, site: ExchangeSite) -> None:
        claims = site.claims(site.exchanged(site.partner_token(act={"sub": "first", "exp": 1}))["access_token"])
        assert claims["act"] == {"sub": "first"}

    @pytest.mark.parametrize("actor", ["unknown", "a.b.c"])
    def test_an_invalid_actor_token_is_refused(self, site: ExchangeSite, actor: str) -> None:
        answer = site.exchange(site.partner_token(), actor_token=actor, actor_token_type=ACCESS_TOKEN)
        assert refused(answer, 400, "invalid_request") == "The actor token is not valid."

    def test_an_actor_token_is_refused_if_the_policy_has_no_mapping_for_it(
        self, site: ExchangeSite, acting: dict[str, str]
    ) -> None:
        site.deployment.change(TOKEN_EXCHANGE_POLICIES, "exchange-0", processor_policy())
        refused(site.exchange(site.partner_token(), **acting), 400, "invalid_request")

    def test_a_policy_can_require_an_actor_token(self, site: ExchangeSite, acting: dict[str, str]) -> None:
        policy = processor_policy(0, processor_mapping("processor-0", actor="processor-1"), actorTokenRequired=True)
        site.deployment.change(TOKEN_EXCHANGE_POLICIES, "exchange-0", policy)
        refused(site.exchange(site.partner_token()), 400, "invalid_request")
        site.exchanged(site.partner_token(), **acting)

    @pytest.mark.parametrize("act", ["joe", [], {}, {"sub": ""}, {"sub": 1}, {"sub": "a", "act": "b"}, {"iss": "x"}])
    def test_a_malformed_actor_in_the_subject_token_is_refused(self, site: ExchangeSite, act: Any) -> None:
        refused(site.exchange(site.partner_token(act=act)), 400, "invalid_request")


class TestPermission:
    def test_the_actor_in_the_may_act_claim_is_accepted(self, site: ExchangeSite, acting: dict[str, str]) -> None:
        token = site.partner_token(may_act={"sub": "caller", "iss": ISSUER})
        assert site.claims(site.exchanged(token, **acting)["access_token"])["act"] == CALLER

    @pytest.mark.parametrize(
        "may_act",
        [{"sub": "other"}, {"sub": "caller", "iss": "https://other.example.com"}, {"sub": ["caller"]}, {}, "caller", 1],
    )
    def test_any_other_actor_is_refused(self, site: ExchangeSite, acting: dict[str, str], may_act: Any) -> None:
        refused(site.exchange(site.partner_token(may_act=may_act), **acting), 400, "invalid_request")

    def test_without_an_actor_token_the_client_must_be_the_permitted_actor(self, site: ExchangeSite) -> None:
        site.exchanged(site.partner_token(may_act={"client_id": "gateway"}))
        site.exchanged(site.partner_token(may_act={"sub": "gateway", "iss": ISSUER}))
        refused(site.exchange(site.partner_token(may_act={"sub": "caller"})), 400, "invalid_request")


def _token(claims: dict[str, Any]) -> ProcessedToken:
    return ProcessedToken(subject="joe", issuer="https://idp.example.com", attributes={}, claims=claims)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["sub", "iss", "act", "x"]), inner),
    max_leaves=30,
)


class TestAnyClaim:
    @given(JSON)
    def test_an_actor_claim_is_refused_or_becomes_a_bounded_chain_of_identities(self, claim: Any) -> None:
        actor = ProcessedToken(subject="caller", issuer=ISSUER, attributes={})
        try:
            made = actor_for(_token({"act": claim}), actor)
        except TokenRefused:
            return
        depth, level = 0, made
        while level:
            assert level.keys() <= {"sub", "iss", "client_id", "act"}
            assert all(isinstance(value, str) for name, value in level.items() if name != "act")
            depth, level = depth + 1, level.get("act", {})
        assert 1 <= depth <= MOST_ACTORS
        assert decoded_actor(encoded_actor(made)) == made

    @given(JSON)
    def test_only_a_may_act_claim_with_the_party_permits_it(self, claim: Any) -> None:
        party = {"sub": "caller", "iss": ISSUER}
        try:
            check_may_act(_token({"may_act": claim}), party)
        except TokenRefused:
            return
        assert claim is None or (claim["sub"] == "caller" and claim.items() <= party.items())

    def test_a_chain_that_is_too_long_is_refused(self) -> None:
        claim: dict[str, Any] = {"sub": "last"}
        for number in range(MOST_ACTORS - 1):
            claim = {"sub": f"actor-{number}", "act": claim}
        assert actor_for(_token({"act": claim}), None)
        with pytest.raises(TokenRefused):
            actor_for(_token({"act": claim}), _token({}))
        with pytest.raises(TokenRefused):
            actor_for(_token({"act": {"sub": "one more", "act": claim}}), None)
