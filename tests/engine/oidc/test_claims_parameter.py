"""The `claims` parameter (OpenID Connect Core 1.0, section 5.5)."""

import json
from typing import Any

import pytest

from hanse.engine.errors import AccessDenied, InvalidRequest
from hanse.engine.oidc.claims_request import parse_claims_request
from hanse.resources.system.authorization_server import COMMON_SCOPES
from tests.engine.oidc.provider import Provider, policy
from tests.support.configurations import create

EXAMPLE = """{"userinfo": {"given_name": {"essential": true}, "nickname": null, "email": {"essential": true},
 "email_verified": {"essential": true}, "picture": null, "http://example.info/claims/groups": null},
 "id_token": {"auth_time": {"essential": true}, "acr": {"values": ["urn:mace:incommon:iap:silver"] }}}"""


def claims_parameter(**id_token: Any) -> str:
    return json.dumps({"id_token": id_token})


def test_the_example_of_the_specification_is_read() -> None:
    found = parse_claims_request(EXAMPLE)
    assert [name for name, each in found.userinfo.items() if each.essential] == [
        "given_name",
        "email",
        "email_verified",
    ]
    assert "picture" in found.userinfo
    assert found.id_token["acr"].values == ("urn:mace:incommon:iap:silver",)
    assert (found.essential_acr_values, found.voluntary_acr_values) == ((), ("urn:mace:incommon:iap:silver",))
    assert found.subject is None


@pytest.mark.parametrize(
    "text",
    [
        "no JSON",
        "[]",
        "[" * 9000,
        '{"id_token": []}',
        '{"userinfo": {"name": true}}',
        '{"userinfo": {"name": {"values": "x"}}}',
        '{"userinfo": {' + ",".join(f'"a{number}": null' for number in range(201)) + "}}",
        '{"x": "' + "x" * 20_000 + '"}',
    ],
)
def test_an_invalid_claims_parameter_is_refused(text: str) -> None:
    with pytest.raises(InvalidRequest):
        parse_claims_request(text)


def test_a_granted_claim_moves_to_the_id_token(provider: Provider) -> None:
    provider.save_policy(policy("name", {"name": "email", "includeInUserInfo": True}))
    provider.save_client()
    claims = provider.issued(scopes=("openid", "profile", "email"), claims=claims_parameter(name=None, email=None))
    assert claims["name"] == "Joe Doe"
    # The policy delivers the e-mail address only from the UserInfo endpoint.
    assert "email" not in claims


def test_a_claim_outside_the_granted_scopes_needs_a_client_that_may_skip_consent(provider: Provider) -> None:
    provider.save_policy(policy("name", "email"))
    create(provider.server.core.configuration, COMMON_SCOPES, {"name": "email", "description": "Your e-mail address"})
    provider.save_client()
    provider.save_client("trusted", bypassApprovalPage=True)
    provider.save_client("restricted", bypassApprovalPage=True, restrictScopes=True, restrictedScopes=["openid"])
    provider.server.caught_up()
    requested = claims_parameter(email={"essential": True})
    assert provider.issued("trusted", claims=requested)["email"] == "joe@example.com"
    assert "email" not in provider.issued("trusted")
    assert "email" not in provider.issued(claims=requested)
    assert "email" not in provider.issued("restricted", claims=requested)


def test_a_claim_with_another_value_than_requested_is_omitted(provider: Provider) -> None:
    provider.save_policy(policy("name", "given_name", includeUserInfoInIdToken=True))
    provider.save_client()
    requested = claims_parameter(name={"value": "Jane Doe"}, given_name={"values": ["Jane", "Joe"]})
    claims = provider.issued(scopes=("openid", "profile"), claims=requested)
    assert ("name" in claims, claims["given_name"]) == (False, "Joe")


def test_another_user_than_requested_gets_no_token(provider: Provider) -> None:
    provider.save_policy(policy("name"))
    provider.save_client()
    assert provider.issued(claims=claims_parameter(sub={"value": "joe"}))["sub"] == "joe"
    for requested in (
        claims_parameter(sub={"value": "jane"}),
        claims_parameter(sub={"values": []}),
        json.dumps({"userinfo": {"sub": {"value": 1}}}),
    ):
        with pytest.raises(AccessDenied):
            provider.issue(claims=requested)


def test_an_essential_authentication_context_must_be_reached(provider: Provider) -> None:
    provider.save_policy(policy("name"))
    provider.save_client()
    silver = {"values": ["silver", "gold"]}
    assert provider.issued(claims=claims_parameter(acr={"essential": True, **silver}), acr="gold")["acr"] == "gold"
    assert provider.issued(claims=claims_parameter(acr=silver), acr="bronze")["acr"] == "bronze"
    with pytest.raises(AccessDenied):
        provider.issue(claims=claims_parameter(acr={"essential": True, **silver}), acr="bronze")
