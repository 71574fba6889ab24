"""ID tokens of other providers (OpenID Connect Core 1.0, section 3.1.3.7)."""

import json
from typing import Any

import pytest

from hanse.crypto.token_hashes import half_hash
from hanse.plugins.contracts.adapters import Success
from tests.plugins.adapters.provider_users import failure, joe_at_provider
from tests.support.openid_provider import CLIENT


@pytest.mark.parametrize(
    ("claims", "detail"),
    [
        ({"iss": "https://evil.example"}, "iss"),
        ({"iss": None}, "iss"),
        ({"aud": "other"}, "aud"),
        ({"aud": ["other", CLIENT]}, "aud"),
        ({"aud": []}, "aud"),
        ({"aud": None}, "aud"),
        ({"azp": "other"}, "azp"),
        ({"sub": None}, "sub"),
        ({"sub": ""}, "sub"),
        ({"sub": 7}, "sub"),
        ({"sub": "x" * 256}, "sub"),
        ({"exp": None}, "exp"),
        ({"exp": 1}, "exp"),
        ({"exp": "soon"}, "exp"),
        ({"iat": None}, "iat"),
        ({"iat": 2**40}, "iat"),
        ({"nbf": 2**40}, "nbf"),
        ({"nonce": "other"}, "nonce"),
        ({"nonce": None}, "nonce"),
        ({"nonce": ["x"]}, "nonce"),
        ({"at_hash": half_hash("another token", "ES256")}, "at_hash"),
        ({"at_hash": 7}, "at_hash"),
    ],
)
def test_an_id_token_with_a_wrong_claim_is_refused(claims: dict[str, Any], detail: str) -> None:
    joe = joe_at_provider()
    joe.start()
    joe.provider.claims = claims
    failure(joe.come_back(), "provider_answer_invalid", f"The provider's token is not valid: {detail}")


@pytest.mark.parametrize("claims", [{"aud": [CLIENT]}, {"azp": CLIENT}, {"at_hash": half_hash("at-1", "ES256")}])
def test_other_forms_of_valid_claims_are_accepted(claims: dict[str, Any]) -> None:
    joe = joe_at_provider()
    joe.start()
    joe.provider.claims = claims
    assert isinstance(joe.come_back(), Success)


@pytest.mark.parametrize(("seconds", "is_valid"), [(-29, True), (-31, False)])
def test_clocks_may_differ_by_the_tolerance(seconds: int, is_valid: bool) -> None:
    joe = joe_at_provider()
    joe.start()
    joe.provider.claims = {"exp": int(joe.user.now.timestamp()) + seconds}
    assert isinstance(joe.come_back(), Success) is is_valid


@pytest.mark.parametrize(
    ("header", "detail"),
    [
        ({"alg": "none"}, "signing algorithm"),
        ({"typ": "at+jwt"}, "typ"),
        ({"typ": "logout+jwt"}, "typ"),
        ({"kid": "unknown"}, "no key"),
    ],
)
def test_an_id_token_with_a_wrong_header_is_refused(header: dict[str, str], detail: str) -> None:
    joe = joe_at_provider()
    joe.start()
    joe.provider.header = header
    failure(joe.come_back(), "provider_answer_invalid", detail)


def test_an_algorithm_that_is_not_accepted_is_refused_whatever_the_key() -> None:
    joe = joe_at_provider(Accepted_ID_Token_Algorithms="RS256 PS256")
    joe.start()
    failure(joe.come_back(), "provider_answer_invalid", "signing algorithm")
    joe = joe_at_provider(Accepted_ID_Token_Algorithms="RS256 PS256")
    joe.provider.key = "rsa-1"
    joe.start()
    assert isinstance(joe.come_back(), Success)


def test_the_signature_of_another_key_is_refused() -> None:
    joe = joe_at_provider()
    joe.start()
    token = joe.provider.id_token()
    joe.provider.token_answer = 200, json.dumps({"access_token": "a", "id_token": token}).encode()
    joe.provider.key = "p256-2"
    failure(joe.come_back(), "provider_answer_invalid", "no key")


def test_max_age_requires_a_recent_authentication() -> None:
    joe = joe_at_provider()
    assert joe.start(max_age=600)["max_age"] == "600"
    failure(joe.come_back(), "provider_answer_invalid", "auth_time is missing")
    now = int(joe.user.now.timestamp())
    for age, is_recent in ((620, True), (640, False)):
        joe.start(max_age=600)
        joe.provider.claims = {"auth_time": now - age}
        found = joe.come_back()
        if is_recent:
            assert isinstance(found, Success)
        else:
            failure(found, "provider_authentication_too_old", "too old")


def test_a_forced_authentication_must_follow_the_request() -> None:
    joe = joe_at_provider()
    wanted = joe.start(force_authentication=True, select_account=True, max_age=600)
    assert (wanted["prompt"], wanted["max_age"]) == ("login select_account", "0")
    sent = int(joe.user.now.timestamp())
    joe.user.wait(minutes=5)
    joe.provider.claims = {"auth_time": sent - 31}
    failure(joe.come_back(), "provider_authentication_too_old", "too old")
    joe.start(force_authentication=True)
    joe.provider.claims = {"auth_time": int(joe.user.now.timestamp())}
    assert isinstance(joe.come_back(), Success)
