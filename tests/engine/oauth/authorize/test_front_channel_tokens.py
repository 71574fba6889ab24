"""Tokens from the authorization endpoint: the implicit and hybrid flows (OpenID Connect Core 1.0, sections 3.2 and
3.3)."""

import json
from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import httpx
import pytest
from joserfc import jwt
from joserfc.jwk import KeySet

from hanse.crypto.jws_verification import read_compact
from hanse.engine.errors import OAuthError
from hanse.resources.applications.oidc_policies.policies import OIDC_POLICIES, OIDC_SETTINGS
from hanse.resources.system.authorization_server import COMMON_SCOPES
from tests.engine.oauth.authorize.request_drafts import RequestContext
from tests.engine.oauth.pushed_requests.pushing import PushingClient, add_tokens
from tests.engine.oauth.site import CALLBACK
from tests.engine.server import BASE_URL, DISCOVERY, JWKS
from tests.engine.signin.site import SignInSite
from tests.support.configurations import replace
from tests.support.mappings import oidc_policy

BOTH: dict[str, Any] = {"grantTypes": ["AUTHORIZATION_CODE", "IMPLICIT", "REFRESH_TOKEN"]}
NO_CHALLENGE: dict[str, Any] = {"code_challenge": None, "code_challenge_method": None}
EVERY_TYPE = [
    "code",
    "token",
    "id_token",
    "id_token token",
    "code id_token",
    "code token",
    "code id_token token",
]


@pytest.fixture
def web(signin: SignInSite) -> PushingClient:
    add_tokens(signin)
    signin.add(OIDC_POLICIES, oidc_policy())
    signin.engine.save(OIDC_SETTINGS, {"defaultPolicyRef": {"id": oidc_policy()["id"]}})
    pusher = PushingClient(signin)
    pusher.client(**BOTH)
    return pusher


def sign_in(web: PushingClient, response_type: str, **changed: Any) -> httpx.Response:
    joe = web.site.browser()
    usual = {"response_type": response_type, "scope": "openid read", "nonce": "n-1"}
    return joe.sign_in(joe.authorize(**{**usual, **changed}))


def fragment(answer: httpx.Response) -> dict[str, str]:
    assert answer.status_code == 303, answer.text
    location = answer.headers["location"]
    assert location.startswith(f"{CALLBACK}#"), location
    return dict(parse_qsl(urlsplit(location).fragment))


def half_hash(value: str) -> str:
    return urlsafe_b64encode(sha256(value.encode()).digest()[:16]).rstrip(b"=").decode()


def id_token(web: PushingClient, text: str) -> dict[str, Any]:
    keys = KeySet.import_key_set(web.site.engine.get(JWKS).json())
    return dict(jwt.decode(text, keys, algorithms=["RS256"]).claims)


@pytest.mark.parametrize("response_type", EVERY_TYPE[1:])
def test_each_response_type_returns_its_values(web: PushingClient, response_type: str) -> None:
    given = fragment(sign_in(web, response_type))
    words = response_type.split()
    names = {"token": "access_token", "id_token": "id_token", "code": "code"}
    assert {name for word, name in names.items() if name in given} == {names[word] for word in words}
    assert (given["state"], given["iss"]) == ("s-1", BASE_URL)
    if "token" in words:
        assert (given["token_type"], given["scope"]) == ("Bearer", "openid read")
        assert int(given["expires_in"]) > 0
        assert read_compact(given["access_token"]).claims()["sub"] == "joe"
    if "id_token" in words:
        claims = id_token(web, given["id_token"])
        assert (claims["nonce"], claims["aud"], claims["iss"]) == ("n-1", "web", BASE_URL)
        assert claims.get("at_hash") == (half_hash(given["access_token"]) if "token" in words else None)
        assert claims.get("c_hash") == (half_hash(given["code"]) if "code" in words else None)
    assert "refresh_token" not in given


def test_the_code_of_a_hybrid_request_is_redeemed(web: PushingClient) -> None:
    tokens = web.redeem(fragment(sign_in(web, "code id_token token"))["code"]).json()
    assert tokens["refresh_token"]
    assert "id_token" not in tokens
    reissuing = {key: value for key, value in oidc_policy(reissueIdTokenInHybridFlow=True).items() if key != "id"}
    replace(web.site.engine.core.configuration, OIDC_POLICIES, oidc_policy()["id"], reissuing)
    web.site.engine.caught_up()
    given = fragment(sign_in(web, "code id_token token"))
    tokens = web.redeem(given["code"]).json()
    assert id_token(web, tokens["id_token"])["sub"] == id_token(web, given["id_token"])["sub"]


def test_user_info_returns_the_claims_that_the_request_of_an_implicit_token_named(web: PushingClient) -> None:
    """OpenID Connect Core 1.0, section 5.5: such a token has no grant that stores the request."""
    web.site.add(COMMON_SCOPES, {"name": "email", "description": "E-mail address"})
    contract: dict[str, Any] = {"attributeContract": {"extendedAttributes": [{"name": "email"}]}}
    returned = {key: value for key, value in oidc_policy(**contract).items() if key != "id"}
    replace(web.site.engine.core.configuration, OIDC_POLICIES, oidc_policy()["id"], returned)
    web.site.engine.caught_up()
    named = json.dumps({"userinfo": {"email": {"essential": True}}})
    for parameters, expected in (({"claims": named}, {"sub", "email"}), ({}, {"sub"})):
        token = fragment(sign_in(web, "id_token token", **parameters))["access_token"]
        answer = web.site.engine.get("/idp/userinfo.openid", Authorization=f"Bearer {token}")
        assert set(answer.json()) == expected


def test_tokens_can_be_returned_by_form_post(web: PushingClient) -> None:
    page = sign_in(web, "id_token", response_mode="form_post")
    assert page.status_code == 200
    assert 'name="id_token"' in page.text


def test_the_order_of_the_words_in_a_response_type_is_ignored(web: PushingClient) -> None:
    assert set(fragment(sign_in(web, "token code"))) >= {"code", "access_token"}


@pytest.mark.parametrize("response_type", EVERY_TYPE[1:])
def test_clients_without_the_implicit_grant_get_no_front_channel_tokens(response_type: str) -> None:
    with pytest.raises(OAuthError) as raised:
        RequestContext().checked(response_type=response_type, nonce="n")
    assert raised.value.code == "unauthorized_client"


@pytest.mark.parametrize(
    ("client", "changed", "code"),
    [
        (BOTH, {"response_type": "id_token"}, "invalid_request"),
        (BOTH, {"response_type": "code id_token"}, "invalid_request"),
        (BOTH, {"response_type": "id_token", "nonce": "n", "scope": "email"}, "invalid_request"),
        (BOTH, {"response_type": "token", "response_mode": "query"}, "invalid_request"),
        (BOTH, {"response_type": "code token", **NO_CHALLENGE}, "invalid_request"),
        ({**BOTH, "requireDpop": True}, {"response_type": "token"}, "unauthorized_client"),
        ({**BOTH, "tlsClientCertificateBoundAccessTokens": True}, {"response_type": "token"}, "unauthorized_client"),
        ({"grantTypes": ["IMPLICIT"]}, {"response_type": "code token"}, "unauthorized_client"),
        ({**BOTH, "restrictedResponseTypes": ["code"]}, {"response_type": "token"}, "unauthorized_client"),
    ],
)
def test_invalid_requests_for_front_channel_tokens_are_refused(
    client: dict[str, Any], changed: dict[str, Any], code: str
) -> None:
    with pytest.raises(OAuthError) as raised:
        RequestContext(client=client).checked(**changed)
    assert raised.value.code == code


def test_without_a_code_no_code_challenge_is_needed() -> None:
    requested = RequestContext(client=BOTH).checked(response_type="token", **NO_CHALLENGE)
    assert (requested.response_type, requested.code_challenge) == ("token", "")


def test_the_metadata_lists_the_response_types(web: PushingClient) -> None:
    found = web.site.engine.get(DISCOVERY).json()
    assert sorted(found["response_types_supported"]) == sorted(EVERY_TYPE)
    assert "implicit" in found["grant_types_supported"]
