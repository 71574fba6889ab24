"""The requests of the OpenID Connect adapter, and the provider's responses."""

import base64
from hashlib import sha256

import pytest

from hanse.crypto.jws_verification import read_compact
from hanse.plugins.adapters.openid_connect.plugin import OPENID_CONNECT, callback_name
from hanse.plugins.contracts.adapters import ConsentRequest, Success
from tests.plugins.adapters.provider_users import CALLBACK, HUB, SECRET, ProviderServices, failure, joe_at_provider
from tests.support.openid_provider import CLIENT, ISSUER


def test_the_authorization_request_has_pkce_state_and_nonce() -> None:
    joe = joe_at_provider()
    wanted = joe.start(user_id="joe@partner.example", acr_values=("gold", "silver"), locales=("de",))
    assert joe.redirect is not None
    assert joe.redirect.url.startswith(f"{ISSUER}/authorize?")
    verifier = joe.redirect.state["verifier"]
    challenge = base64.urlsafe_b64encode(sha256(verifier.encode()).digest()).rstrip(b"=").decode()
    assert wanted == {
        "response_type": "code",
        "client_id": CLIENT,
        "redirect_uri": CALLBACK,
        "scope": "openid profile email",
        "state": joe.redirect.state["state"],
        "nonce": joe.redirect.state["nonce"],
        "code_challenge": challenge,
        "code_challenge_method": "S256",
        "login_hint": "joe@partner.example",
        "acr_values": "gold silver",
        "ui_locales": "de",
    }
    assert wanted["state"].startswith("flow-1.")
    assert len({wanted["state"][7:], wanted["nonce"], verifier}) == 3
    assert joe.redirect.callback == callback_name(ISSUER)
    assert joe.start()["state"] != wanted["state"]


def test_the_claims_of_the_id_token_are_the_users_attributes() -> None:
    joe = joe_at_provider()
    joe.start()
    joe.provider.claims = {"amr": ["pwd", "otp"], "acr": "gold", "auth_time": 1000, "groups": ["a", "b"]}
    found = joe.come_back()
    assert isinstance(found, Success), found
    wanted = {"sub": "joe", "email": "joe@partner.example", "groups": ["a", "b"]}
    assert {name: found.attributes[name] for name in wanted} == wanted
    assert (found.amr, found.acr, found.auth_time) == (("pwd", "otp"), "gold", 1000.0)
    form = joe.provider.form()
    assert joe.redirect is not None
    assert form == {
        "grant_type": "authorization_code",
        "code": "code-1",
        "redirect_uri": CALLBACK,
        "code_verifier": joe.redirect.state["verifier"],
    }
    headers = dict(joe.provider.received[-1].headers)
    # RFC 6749, section 2.3.1.
    expected = base64.b64encode(b"hanse:a+secret%3A+with+%2B+signs").decode()
    assert headers["Authorization"] == f"Basic {expected}"


@pytest.mark.parametrize(
    ("method", "expected"),
    [("client_secret_post", {"client_id": CLIENT, "client_secret": SECRET}), ("none", {"client_id": CLIENT})],
)
def test_other_client_authentication(method: str, expected: dict[str, str]) -> None:
    joe = joe_at_provider(Client_Authentication=method)
    joe.start()
    assert isinstance(joe.come_back(), Success)
    form = joe.provider.form()
    assert {name: form[name] for name in form if name.startswith("client")} == expected
    assert "Authorization" not in dict(joe.provider.received[-1].headers)


@pytest.mark.parametrize(("audience", "expected"), [("issuer", ISSUER), ("token_endpoint", f"{ISSUER}/token")])
def test_a_client_assertion_is_for_the_provider_and_used_once(audience: str, expected: str) -> None:
    joe = joe_at_provider(
        Client_Authentication="private_key_jwt", Client_Assertion_Algorithm="ES256", Client_Assertion_Audience=audience
    )
    found = []
    for _ in range(2):
        joe.start()
        assert isinstance(joe.come_back(), Success)
        form = joe.provider.form()
        assert form["client_assertion_type"] == "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
        assert "client_secret" not in form
        found.append(read_compact(form["client_assertion"]))
    claims = [each.claims() for each in found]
    now = int(joe.user.now.timestamp())
    assert found[0].algorithm == "ES256"
    assert claims[0].pop("jti") != claims[1].pop("jti")
    assert claims[0] == {"iss": CLIENT, "sub": CLIENT, "aud": expected, "iat": now, "exp": now + 60}


def test_without_a_key_for_the_assertion_the_sign_in_fails() -> None:
    joe = joe_at_provider(Client_Authentication="private_key_jwt")
    joe.start()
    services = joe.user.services
    assert isinstance(services, ProviderServices)
    services.has_key = False
    failure(joe.come_back(), "provider_answer_invalid", "No client assertion can be signed")


@pytest.mark.parametrize(
    ("changed", "code", "detail"),
    [
        ({"state": "flow-1.other"}, "provider_answer_invalid", "state"),
        ({"state": None}, "provider_answer_invalid", "state"),
        ({"iss": "https://evil.example"}, "provider_answer_invalid", "iss"),
        ({"iss": f"{ISSUER}/"}, "provider_answer_invalid", "iss"),
        ({"iss": None}, "provider_answer_invalid", "iss"),
        ({"code": None}, "provider_answer_invalid", "no code"),
        ({"error": "access_denied"}, "provider_denied", "access_denied"),
        ({"error": "login_required"}, "interaction_required", "login_required"),
        ({"error": "server_error"}, "provider_error", "server_error"),
        ({"error": "\x00\n<script>"}, "provider_error", "unreadable"),
        # An error with another issuer is not trusted either (RFC 9207, section 2.4).
        ({"error": "access_denied", "iss": "https://evil.example"}, "provider_answer_invalid", "iss"),
    ],
)
def test_a_response_that_does_not_belong_to_the_request_redeems_no_code(
    changed: dict[str, str | None], code: str, detail: str
) -> None:
    joe = joe_at_provider()
    joe.start()
    failure(joe.come_back(**changed), code, detail)
    assert "/token" not in joe.provider.paths()


def test_a_provider_without_iss_in_responses_may_omit_it() -> None:
    joe = joe_at_provider()
    joe.provider.metadata = {"authorization_response_iss_parameter_supported": None}
    joe.start()
    failure(joe.come_back(iss="https://evil.example"), "provider_answer_invalid", "iss")
    assert isinstance(joe.come_back(iss=None), Success)


def test_a_response_is_accepted_once() -> None:
    joe = joe_at_provider()
    joe.start()
    assert isinstance(joe.come_back(), Success)
    failure(joe.come_back(), "provider_answer_invalid", "already used")
    assert joe.provider.paths().count("/token") == 1


@pytest.mark.parametrize(
    ("status", "body", "code", "detail"),
    [
        (400, b'{"error": "invalid_grant"}', "provider_error", "invalid_grant"),
        (400, b'{"error": "\\n"}', "provider_error", "no error code"),
        (200, b"[]", "provider_answer_invalid", "not a JSON object"),
        (200, b"<html>", "provider_answer_invalid", "not a JSON object"),
        (200, b'{"access_token": "a"}', "provider_answer_invalid", "ID token"),
        (200, b'{"access_token": "a\\r\\nb", "id_token": "x"}', "provider_answer_invalid", "ID token"),
        (200, b'{"access_token": "a", "id_token": "x.y.z"}', "provider_answer_invalid", "signed JWT"),
    ],
)
def test_an_unusable_answer_of_the_token_endpoint_fails(status: int, body: bytes, code: str, detail: str) -> None:
    joe = joe_at_provider()
    joe.start()
    joe.provider.token_answer = status, body
    failure(joe.come_back(), code, detail)


def test_user_info_adds_claims_and_its_subject_must_match() -> None:
    joe = joe_at_provider(Request_UserInfo="true")
    joe.provider.user_info = {"sub": "joe", "email": "elsewhere@partner.example", "phone_number": "+49 1"}
    joe.start()
    found = joe.come_back()
    assert isinstance(found, Success), found
    # Claims of the signed token take precedence.
    assert (found.attributes["email"], found.attributes["phone_number"]) == ("joe@partner.example", "+49 1")
    assert dict(joe.provider.received[-1].headers)["Authorization"] == "Bearer at-1"
    joe.provider.user_info = {"sub": "amy"}
    joe.start()
    failure(joe.come_back(), "provider_answer_invalid", "sub of the UserInfo endpoint")


def test_a_silent_request_shows_no_page() -> None:
    joe = joe_at_provider()
    assert joe.start(passive=True)["prompt"] == "none"
    assert joe.redirect is not None
    assert joe.redirect.is_silent
    assert "prompt" not in joe.start()
    assert not joe.redirect.is_silent


def test_username_and_context_are_passed_on_only_if_set() -> None:
    joe = joe_at_provider(Pass_On_Username="false", Pass_On_Authentication_Context="false")
    assert not {"login_hint", "acr_values"} & joe.start(user_id="joe", acr_values=("gold",)).keys()


def test_the_adapter_obtains_no_consent() -> None:
    joe = joe_at_provider()
    asked = ConsentRequest(user_key="joe", user_name="joe", scopes={})
    failure(joe.user.start(issuer=HUB, flow="flow-1", consent=asked), "no_consent", "consent")


def test_secrets_are_in_no_result() -> None:
    joe = joe_at_provider()
    joe.start()
    assert joe.redirect is not None
    assert SECRET not in repr((joe.redirect, joe.come_back(), OPENID_CONNECT.make))
