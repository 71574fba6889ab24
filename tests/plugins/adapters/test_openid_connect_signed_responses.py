"""Signed authorization responses (JARM) that the OpenID Connect adapter requests."""

from typing import Any

import pytest

from hanse.plugins.contracts.adapters import Success
from tests.plugins.adapters.provider_users import Joe, failure, joe_at_provider

OFFERED = {"response_modes_supported": ["query", "query.jwt"]}
ON = {"Signed_Authorization_Responses": "true"}


def joe_with_signed_responses() -> Joe:
    joe = joe_at_provider(**ON)
    joe.provider.metadata = OFFERED
    assert joe.start()["response_mode"] == "query.jwt"
    return joe


def returned(joe: Joe, response: str, **more: str) -> Any:
    """Continue with a response that consists of one parameter."""
    usual = {"code": None, "state": None, "iss": None, "response": response}
    return joe.come_back(**{**usual, **more})


def state_of(joe: Joe) -> str:
    assert joe.redirect is not None
    found: str = joe.redirect.state["state"]
    return found


def test_the_claims_of_a_signed_response_sign_the_user_in() -> None:
    joe = joe_with_signed_responses()
    assert isinstance(returned(joe, joe.provider.signed_response(state=state_of(joe))), Success)
    assert joe.provider.form()["code"] == "code-1"


@pytest.mark.parametrize(
    ("changed", "detail"),
    [
        ({"iss": "https://evil.example"}, "iss is not the configured issuer"),
        ({"aud": "other"}, "aud is not"),
        ({"exp": 1}, "exp is missing or has passed"),
        ({"exp": None}, "exp is missing or has passed"),
        ({"state": "flow-1.other"}, "state"),
        ({"code": None}, "no code"),
        ({"code": 7}, "no code"),
    ],
)
def test_a_response_of_somebody_else_or_for_something_else_is_refused(changed: dict[str, Any], detail: str) -> None:
    joe = joe_with_signed_responses()
    failure(returned(joe, joe.provider.signed_response(**{"state": state_of(joe), **changed})), *_invalid(detail))


def test_a_response_that_another_key_has_signed_is_refused() -> None:
    joe = joe_with_signed_responses()
    genuine = joe.provider.key
    joe.provider.key = "p256-2"
    forged = joe.provider.signed_response(state=state_of(joe))
    joe.provider.key = genuine
    failure(returned(joe, forged), *_invalid("no key of the provider"))


@pytest.mark.parametrize("response", ["", "x", "a.b.c"])
def test_a_response_that_is_not_signed_is_refused(response: str) -> None:
    joe = joe_with_signed_responses()
    plain = {"code": "code-1", "state": state_of(joe)}
    failure(returned(joe, response, **plain), *_invalid("not a signed JWT"))


def test_an_error_in_a_signed_response_is_that_of_the_provider() -> None:
    joe = joe_with_signed_responses()
    response = joe.provider.signed_response(state=state_of(joe), code=None, error="access_denied")
    failure(returned(joe, response), "provider_denied", "access_denied")


@pytest.mark.parametrize("settings", [{}, ON])
def test_responses_are_parameters_with_the_setting_off_or_if_the_provider_does_not_sign_them(
    settings: dict[str, str],
) -> None:
    joe = joe_at_provider(**settings)
    joe.provider.metadata = {} if settings else OFFERED
    assert "response_mode" not in joe.start()
    assert isinstance(joe.come_back(), Success)


def _invalid(detail: str) -> tuple[str, str]:
    return "provider_answer_invalid", detail
