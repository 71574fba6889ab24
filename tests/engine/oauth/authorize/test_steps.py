"""The validation steps of an authorization request: refused requests have the errors of the specifications."""

from typing import Any

import pytest

from hanse.engine.errors import InvalidRequest, OAuthError
from hanse.engine.oauth.authorize.model import Prompt, ResponseMode
from hanse.engine.oauth.authorize.steps import STEPS
from tests.engine.oauth.authorize.request_drafts import RequestContext
from tests.engine.oauth.site import CALLBACK, VERIFIER

PUBLIC = {"clientAuth": {"type": "NONE"}, "requireProofKeyForCodeExchange": False}
PLAIN_ALLOWED = {"disallowPlainPKCE": False}

REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"response_type": None}, "invalid_request"),
    ({"response_type": "none"}, "unsupported_response_type"),
    ({"response_type": "CODE"}, "unsupported_response_type"),
    ({"response_type": "code code"}, "unsupported_response_type"),
    ({"response_mode": "web_message.jwt"}, "invalid_request"),
    ({"response_mode": "query.jwt.jwt"}, "invalid_request"),
    ({"response_mode": "query."}, "invalid_request"),
    ({"response_mode": "web_message"}, "invalid_request"),
    ({"response_mode": ["query", "query"]}, "invalid_request"),
    ({"state": ["a", "b"]}, "invalid_request"),
    ({"state": "x" * 8193}, "invalid_request"),
    ({"scope": ["openid", "email"]}, "invalid_request"),
    ({"nonce": ["a", "a"]}, "invalid_request"),
    ({"claims": ["{}", "{}"]}, "invalid_request"),
    ({"nonce": "x" * 8193}, "invalid_request"),
    ({"registration": "{}"}, "registration_not_supported"),
    ({"scope": "openid admin"}, "invalid_scope"),
    ({"scope": "audit"}, "invalid_scope"),
    ({"scope": 'openid "'}, "invalid_scope"),
    ({"code_challenge": None, "code_challenge_method": None}, "invalid_request"),
    ({"code_challenge": None}, "invalid_request"),
    ({"code_challenge_method": None}, "invalid_request"),
    ({"code_challenge_method": "plain", "code_challenge": VERIFIER}, "invalid_request"),
    ({"code_challenge_method": "s256"}, "invalid_request"),
    ({"code_challenge_method": "S512"}, "invalid_request"),
    ({"code_challenge": "short"}, "invalid_request"),
    ({"code_challenge": "x" * 44}, "invalid_request"),
    ({"code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw+cM"}, "invalid_request"),
    ({"prompt": "none login"}, "invalid_request"),
    ({"prompt": "consent none"}, "invalid_request"),
    ({"prompt": "create"}, "invalid_request"),
    ({"prompt": "Login"}, "invalid_request"),
    ({"max_age": "-1"}, "invalid_request"),
    ({"max_age": "1.5"}, "invalid_request"),
    ({"max_age": "soon"}, "invalid_request"),
    ({"max_age": "\u0661"}, "invalid_request"),
    ({"max_age": "9" * 10}, "invalid_request"),
    ({"login_hint": "x" * 257}, "invalid_request"),
    ({"acr_values": " ".join(map(str, range(21)))}, "invalid_request"),
    ({"claims": "no json"}, "invalid_request"),
    ({"claims": "[]"}, "invalid_request"),
    ({"claims": '{"id_token": 5}'}, "invalid_request"),
    ({"claims": '{"userinfo": {"email": "yes"}}'}, "invalid_request"),
    ({"claims": '{"userinfo": {"email": {"essential": "yes"}}}'}, "invalid_request"),
    ({"claims": '{"userinfo": {"email": {"values": "a"}}}'}, "invalid_request"),
    ({"claims": "[" * 8000}, "invalid_request"),
    ({"resource": "/relative"}, "invalid_target"),
    ({"resource": "https://api.example.com/#x"}, "invalid_target"),
    ({"resource": ["https://api.example.com", "nothing"]}, "invalid_target"),
    ({"resource": "https://[bad"}, "invalid_target"),
    ({"resource": [f"https://api.example.com/{number}" for number in range(21)]}, "invalid_request"),
    ({"resource": "https://other.example.com/"}, "invalid_target"),
    ({"aud": "https://other.example.com/"}, "invalid_target"),
    ({"access_token_manager_id": "unknown"}, "invalid_request"),
    ({"id_token_hint": "forged"}, "invalid_request"),
    ({"id_token_hint": "good", "scope": "email"}, "invalid_request"),
    ({"id_token_hint": ["good", "good"]}, "invalid_request"),
    ({"authorization_details": "no json"}, "invalid_authorization_details"),
    ({"authorization_details": "{}"}, "invalid_authorization_details"),
    ({"authorization_details": "[5]"}, "invalid_authorization_details"),
    ({"authorization_details": "[{}]"}, "invalid_authorization_details"),
    ({"authorization_details": '[{"type": "payment"}]'}, "invalid_authorization_details"),
    ({"authorization_details": '[{"type": ["payment"]}]'}, "invalid_authorization_details"),
]


@pytest.mark.parametrize(("changed", "code"), REFUSED)
def test_an_invalid_parameter_is_refused(changed: dict[str, Any], code: str) -> None:
    with pytest.raises(OAuthError) as raised:
        RequestContext().checked(**changed)
    assert raised.value.code == code
    assert raised.value.description


@pytest.mark.parametrize(
    ("given", "changed", "code"),
    [
        (RequestContext(client={"grantTypes": ["CLIENT_CREDENTIALS"]}), {}, "unauthorized_client"),
        (
            RequestContext(
                client={
                    "grantTypes": ["AUTHORIZATION_CODE", "IMPLICIT"],
                    "restrictedResponseTypes": ["code id_token"],
                }
            ),
            {},
            "unauthorized_client",
        ),
        (RequestContext(client={"requireSignedRequests": True}), {}, "invalid_request"),
        (RequestContext(client={"requirePushedAuthorizationRequests": True}), {}, "invalid_request"),
        (RequestContext(settings={"parStatus": "REQUIRED"}), {}, "invalid_request"),
        (RequestContext(client={"requireJwtSecuredAuthorizationResponseMode": True}), {}, "invalid_request"),
        (RequestContext(client=PUBLIC), {"code_challenge": None, "code_challenge_method": None}, "invalid_request"),
        (RequestContext(client={"restrictScopes": True, "restrictedScopes": []}), {"scope": "email"}, "invalid_scope"),
        (
            RequestContext(
                client={
                    "defaultAccessTokenManagerRef": {"id": "other"},
                    "restrictToDefaultAccessTokenManager": True,
                }
            ),
            {"access_token_manager_id": "jwt"},
            "invalid_request",
        ),
    ],
)
def test_a_request_that_the_settings_forbid_is_refused(
    given: RequestContext, changed: dict[str, Any], code: str
) -> None:
    with pytest.raises(OAuthError) as raised:
        given.checked(**changed)
    assert raised.value.code == code


def test_a_valid_request_is_accepted() -> None:
    wanted = RequestContext().checked(
        nonce="n",
        prompt="login consent",
        max_age="60",
        login_hint="joe@example.com",
        acr_values="gold silver gold",
        ui_locales="de en",
        claims='{"userinfo": {"email": null, "name": {"essential": true}}, "other": 5}',
        resource=["https://api.example.com/a", "https://api.example.com/b"],
        id_token_hint="good",
        access_token_manager_id="jwt",
        unknown=["a", "b"],
    )
    assert wanted.redirect_uri == wanted.sent_redirect_uri == CALLBACK
    assert (wanted.response_type, wanted.response_mode, wanted.state) == ("code", ResponseMode.QUERY, "s-1")
    assert (wanted.scopes, wanted.nonce, wanted.max_age) == (("openid", "email"), "n", 60)
    assert wanted.prompt == {Prompt.LOGIN, Prompt.CONSENT}
    assert (wanted.acr_values, wanted.ui_locales) == (("gold", "silver"), ("de", "en"))
    assert wanted.claims == '{"userinfo":{"email":null,"name":{"essential":true}}}'
    assert wanted.resources == ("https://api.example.com/a", "https://api.example.com/b")
    assert (wanted.manager_id, wanted.login_hint) == ("jwt", "joe@example.com")
    assert wanted.expected_subject == "joe"
    assert wanted.decode(wanted.encode()) == wanted


@pytest.mark.parametrize(
    ("changed", "mode"),
    [
        ({}, ResponseMode.QUERY),
        ({"response_mode": "fragment"}, ResponseMode.FRAGMENT),
        ({"response_mode": "form_post"}, ResponseMode.FORM_POST),
        # Errors are returned in the mode of the response type (OAuth 2.0 Multiple Response Types, section 5).
        ({"response_type": "token"}, ResponseMode.FRAGMENT),
        ({"response_type": "code id_token"}, ResponseMode.FRAGMENT),
        ({"response_type": "id_token", "response_mode": "form_post"}, ResponseMode.FORM_POST),
        ({"response_mode": "unknown"}, ResponseMode.QUERY),
        ({"response_mode": "unknown", "response_type": "id_token"}, ResponseMode.FRAGMENT),
    ],
)
def test_the_redirect_uri_is_known_even_for_a_refused_request(changed: dict[str, Any], mode: ResponseMode) -> None:
    draft = RequestContext().draft(**changed)
    try:
        for step in STEPS:
            step(draft)
    except OAuthError:
        pass
    assert (draft.wanted.response_mode, draft.wanted.state) == (mode, "s-1")


def test_pkce_is_optional_for_a_confidential_client_that_does_not_require_it() -> None:
    wanted = RequestContext(client={"requireProofKeyForCodeExchange": False}).checked(
        code_challenge=None, code_challenge_method=None
    )
    assert wanted.code_challenge == ""


def test_plain_is_allowed_where_the_settings_allow_it() -> None:
    given = RequestContext(settings=PLAIN_ALLOWED)
    assert given.checked(code_challenge=VERIFIER, code_challenge_method="plain").code_challenge_method == "plain"
    # The default method is plain (RFC 7636, section 4.3).
    assert given.checked(code_challenge=VERIFIER, code_challenge_method=None).code_challenge_method == "plain"
    with pytest.raises(InvalidRequest):
        given.checked(code_challenge="x" * 129, code_challenge_method="plain")


def test_offline_access_without_the_required_prompt_is_ignored() -> None:
    prompt_required = RequestContext(settings={"offlineAccessRequireConsentPrompt": True})
    assert prompt_required.checked(scope="openid offline_access").scopes == ("openid",)
    assert prompt_required.checked(scope="openid offline_access", prompt="consent").scopes == (
        "openid",
        "offline_access",
    )
    assert RequestContext().checked(scope="openid offline_access").scopes == ("openid", "offline_access")
    required_by_client = RequestContext(client={"offlineAccessRequireConsentPrompt": "YES"})
    assert required_by_client.checked(scope="openid offline_access").scopes == ("openid",)
    not_required_by_client = RequestContext(
        client={"offlineAccessRequireConsentPrompt": "NO"}, settings={"offlineAccessRequireConsentPrompt": True}
    )
    assert not_required_by_client.checked(scope="openid offline_access").scopes == ("openid", "offline_access")


def test_aud_is_an_alias_of_resource() -> None:
    assert RequestContext().checked(aud="https://api.example.com").resources == ("https://api.example.com",)


@pytest.mark.parametrize(
    "changed",
    [
        {"client_id": None},
        {"client_id": ""},
        {"client_id": "unknown"},
        {"client_id": ["web", "web"]},
        {"client_id": ["web", "other"]},
        {"redirect_uri": None},
        {"redirect_uri": "https://evil.example/"},
        {"redirect_uri": [CALLBACK, CALLBACK]},
        {"redirect_uri": [CALLBACK, "https://evil.example/"]},
    ],
)
def test_without_a_known_client_and_redirect_uri_nothing_is_redirected(changed: dict[str, Any]) -> None:
    with pytest.raises(InvalidRequest):
        RequestContext().draft(**changed)


def test_the_only_redirect_uri_can_be_omitted_except_in_openid_connect() -> None:
    draft = RequestContext().draft(redirect_uri=None, scope="email")
    assert (draft.wanted.redirect_uri, draft.wanted.sent_redirect_uri) == (CALLBACK, "")
    two_uris = RequestContext(client={"redirectUris": [CALLBACK, f"{CALLBACK}/2"]})
    with pytest.raises(InvalidRequest):
        two_uris.draft(redirect_uri=None, scope="email")


def test_the_defaults_of_a_client_apply_to_requests_without_a_value() -> None:
    context = RequestContext({"oidcPolicy": {"defaultMaxAge": 0, "defaultAcrValues": ["gold", "silver"]}})
    found = [context.checked(), context.checked(max_age="60", acr_values="bronze")]
    assert [(each.max_age, each.acr_values) for each in found] == [(0, ("gold", "silver")), (60, ("bronze",))]
