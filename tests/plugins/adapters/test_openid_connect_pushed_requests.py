"""Authorization requests that the OpenID Connect adapter pushes to the provider (RFC 9126)."""

from typing import Any

import pytest

from hanse.plugins.contracts.adapters import Redirect, Success
from tests.plugins.adapters.provider_users import HUB, Joe, failure, joe_at_provider
from tests.support.openid_provider import CLIENT, ISSUER, parameters_of

OFFERED = {"pushed_authorization_request_endpoint": f"{ISSUER}/par"}


def begun(joe: Joe) -> Any:
    return joe.user.start(issuer=HUB, flow="flow-1")


def test_the_provider_gets_the_parameters_and_the_browser_a_reference() -> None:
    joe = joe_at_provider()
    in_browser = joe.start()
    pushing = joe_at_provider()
    pushing.provider.metadata = OFFERED
    found = begun(pushing)
    assert isinstance(found, Redirect), found
    assert found.url.startswith(f"{ISSUER}/authorize?")
    assert parameters_of(found.url) == {"client_id": CLIENT, "request_uri": "urn:example:1"}
    form = pushing.provider.form()
    assert form.keys() == in_browser.keys()
    assert (form["state"], form["nonce"]) == (found.state["state"], found.state["nonce"])
    assert pushing.provider.received[-1].url == f"{ISSUER}/par"
    assert dict(pushing.provider.received[-1].headers)["Authorization"].startswith("Basic ")


def test_the_response_to_a_pushed_request_signs_the_user_in() -> None:
    joe = joe_at_provider()
    joe.provider.metadata = OFFERED
    joe.redirect = begun(joe)
    assert isinstance(joe.redirect, Redirect)
    joe.provider.nonce = joe.redirect.state["nonce"]
    failure(joe.come_back(state="flow-1.other"), "provider_answer_invalid", "state")
    assert isinstance(joe.come_back(), Success)


def test_a_public_client_names_itself_once() -> None:
    joe = joe_at_provider(Client_Authentication="none")
    joe.provider.metadata = OFFERED
    begun(joe)
    assert joe.provider.received[-1].content.decode().count("client_id=") == 1


def test_without_an_endpoint_or_with_the_setting_off_the_browser_has_the_parameters() -> None:
    joe = joe_at_provider(Push_Authorization_Requests="false")
    joe.provider.metadata = OFFERED
    assert "code_challenge" in joe.start()
    assert "/par" not in joe.provider.paths()


@pytest.mark.parametrize(
    ("answer", "code", "detail"),
    [
        ((400, b'{"error": "invalid_request"}'), "provider_error", "invalid_request"),
        ((401, b'{"error": "<script>\\n"}'), "provider_error", "no error code"),
        ((500, b"oops"), "provider_answer_invalid", "is not a JSON object"),
        ((201, b"[]"), "provider_answer_invalid", "is not a JSON object"),
        ((201, b"{}"), "provider_answer_invalid", "request_uri"),
        ((201, b'{"request_uri": 7}'), "provider_answer_invalid", "request_uri"),
        ((201, b'{"request_uri": ""}'), "provider_answer_invalid", "request_uri"),
        ((201, b'{"request_uri": "urn:a b"}'), "provider_answer_invalid", "request_uri"),
        ((201, b'{"request_uri": "urn:' + b"a" * 3000 + b'"}'), "provider_answer_invalid", "request_uri"),
    ],
)
def test_a_refused_request_never_falls_back_to_the_browser(answer: tuple[int, bytes], code: str, detail: str) -> None:
    joe = joe_at_provider()
    joe.provider.metadata = OFFERED
    joe.provider.pushed_answer = answer
    failure(begun(joe), code, detail)


def test_the_endpoint_must_be_an_https_address() -> None:
    joe = joe_at_provider()
    joe.provider.metadata = {"pushed_authorization_request_endpoint": "http://login.partner.example/par"}
    failure(begun(joe), "provider_answer_invalid", "pushed_authorization_request_endpoint")
