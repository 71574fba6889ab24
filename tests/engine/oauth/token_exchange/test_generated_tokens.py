"""Tokens other than access tokens, issued by token generators (RFC 8693, section 2.2.1)."""

from typing import Any

import pytest

from hanse.resources.applications.token_exchange.generator_groups import GENERATOR_GROUPS, GENERATOR_SETTINGS
from hanse.resources.applications.token_exchange.generator_mappings import GENERATOR_MAPPINGS
from hanse.resources.applications.token_exchange.generators import GENERATORS
from tests.engine.oauth.token.deployment import ISSUER, refused
from tests.engine.oauth.token_exchange.exchange_site import TOKEN_ENDPOINT, ExchangeSite
from tests.support.dpop import ProvingKey
from tests.support.mappings import from_source
from tests.support.token_exchange import (
    ACCESS_TOKEN,
    JWT,
    RESOURCE,
    generator_group,
    generator_mapping,
    jwt_generator,
)

ORDERS = f"{RESOURCE}/v1"


@pytest.fixture
def generating(site: ExchangeSite) -> ExchangeSite:
    """A site with a generator of JWTs for one resource."""
    site.deployment.add(GENERATORS, jwt_generator())
    site.deployment.add(GENERATOR_GROUPS, generator_group(0, RESOURCE))
    site.deployment.add(GENERATOR_MAPPINGS, generator_mapping())
    return site


def test_the_answer_has_the_token_type_n_a(generating: ExchangeSite) -> None:
    content = generating.exchanged(generating.partner_token(), requested_token_type=JWT, resource=ORDERS)
    assert content.pop("access_token")
    assert content == {"issued_token_type": JWT, "token_type": "N_A", "expires_in": 300}


def test_a_generated_token_has_the_resource_as_audience_and_the_mapped_attributes(generating: ExchangeSite) -> None:
    content = generating.exchanged(generating.partner_token(), requested_token_type=JWT, resource=ORDERS)
    claims = generating.claims(content["access_token"])
    now = int(generating.deployment.engine.now())
    assert claims.pop("jti")
    assert claims == {
        "iss": ISSUER,
        "aud": ORDERS,
        "sub": "joe",
        "mail": "gateway",
        "iat": now,
        "exp": now + 300,
    }


def test_a_generated_token_is_not_accepted_as_an_access_token(generating: ExchangeSite) -> None:
    token = generating.exchanged(generating.partner_token(), requested_token_type=JWT, resource=ORDERS)["access_token"]
    assert generating.introspected(token) == {"active": False}


def test_the_resource_alone_selects_the_default_type_of_its_group(generating: ExchangeSite) -> None:
    for name in ("resource", "audience"):
        content = generating.exchanged(generating.partner_token(), **{name: ORDERS})
        assert content["issued_token_type"] == JWT


def test_a_group_without_a_default_needs_a_requested_type(generating: ExchangeSite) -> None:
    mapping = {"requestedTokenType": JWT, "tokenGenerator": {"id": "generator-0"}}
    group = generator_group(0, RESOURCE, generatorMappings=[mapping])
    generating.deployment.change(GENERATOR_GROUPS, "group-0", group)
    refused(generating.exchange(generating.partner_token(), resource=ORDERS), 400, "invalid_request")


def test_the_default_group_applies_without_a_resource(generating: ExchangeSite) -> None:
    wanted: dict[str, Any] = {"requested_token_type": JWT}
    refused(generating.exchange(generating.partner_token(), **wanted), 400, "invalid_request")
    generating.deployment.add(GENERATOR_SETTINGS, {"defaultGeneratorGroupRef": {"id": "group-0"}})
    generator = jwt_generator(0, **{"Audience Claim Value": "https://partner.example.com"})
    generating.deployment.change(GENERATORS, "generator-0", generator)
    content = generating.exchanged(generating.partner_token(), **wanted)
    assert generating.claims(content["access_token"])["aud"] == "https://partner.example.com"


@pytest.mark.parametrize("target", ["https://orders.example.com.evil.example", "https://other.example.com"])
def test_no_token_is_issued_for_a_resource_that_the_group_does_not_serve(generating: ExchangeSite, target: str) -> None:
    generating.deployment.add(GENERATOR_SETTINGS, {"defaultGeneratorGroupRef": {"id": "group-0"}})
    for name in ("resource", "audience"):
        wanted = {"requested_token_type": JWT, name: target}
        refused(generating.exchange(generating.partner_token(), **wanted), 400, "invalid_target")


def test_no_token_is_issued_for_a_client_as_its_audience(generating: ExchangeSite) -> None:
    """Such a token could be mistaken for an ID token of the client (OpenID Connect Core 1.0, section 2)."""
    wanted = {"requested_token_type": JWT, "audience": "gateway"}
    refused(generating.exchange(generating.partner_token(), **wanted), 400, "invalid_target")


def test_a_token_without_any_audience_is_not_issued(generating: ExchangeSite) -> None:
    generating.deployment.add(GENERATOR_SETTINGS, {"defaultGeneratorGroupRef": {"id": "group-0"}})
    answer = generating.exchange(generating.partner_token(), requested_token_type=JWT)
    assert (answer.status_code, answer.json()["error"]) == (500, "server_error")


def test_without_a_mapping_for_the_policy_nothing_is_issued(site: ExchangeSite) -> None:
    site.deployment.add(GENERATORS, jwt_generator())
    site.deployment.add(GENERATOR_GROUPS, generator_group(0, RESOURCE))
    answer = site.exchange(site.partner_token(), requested_token_type=JWT, resource=ORDERS)
    refused(answer, 400, "unauthorized_client")


def test_a_generated_token_contains_the_actor_and_the_key_of_the_proof(generating: ExchangeSite) -> None:
    generating.deployment.add_service("caller")
    acting = {"actor_token": generating.own_token(), "actor_token_type": ACCESS_TOKEN}
    key = ProvingKey()
    proof = key.proof("POST", TOKEN_ENDPOINT, generating.deployment.engine.now())
    wanted = {"requested_token_type": JWT, "resource": ORDERS, **acting}
    content = generating.exchange(generating.partner_token(), {"DPoP": proof}, **wanted).json()
    claims = generating.claims(content["access_token"])
    assert (claims["act"], claims["cnf"]) == ({"iss": ISSUER, "sub": "caller"}, {"jkt": key.thumbprint})


def test_a_generated_token_does_not_outlive_the_presented_access_token(generating: ExchangeSite) -> None:
    generating.deployment.add_service("caller")
    token = generating.own_token()
    generating.deployment.engine.clock.advance(seconds=7150)
    wanted = {"subject_token_type": ACCESS_TOKEN, "requested_token_type": JWT, "resource": ORDERS}
    assert generating.exchanged(token, **wanted)["expires_in"] == 50


def test_no_attribute_replaces_a_claim_of_the_protocol(generating: ExchangeSite) -> None:
    names = ["iss", "aud", "exp", "client_id", "scope", "act"]
    body = jwt_generator()
    body["attributeContract"]["extendedAttributes"] = [{"name": name} for name in names]
    generating.deployment.change(GENERATORS, "generator-0", body)
    mapping = generator_mapping()
    mapping["attributeContractFulfillment"] = {name: from_source("CONTEXT", "ClientId") for name in ("sub", *names)}
    generating.deployment.change(GENERATOR_MAPPINGS, "exchange-0|generator-0", mapping)
    content = generating.exchanged(generating.partner_token(), requested_token_type=JWT, resource=ORDERS)
    claims = generating.claims(content["access_token"])
    assert (claims["iss"], claims["aud"]) == (ISSUER, ORDERS)
    assert not {"client_id", "scope", "act"} & claims.keys()
