"""Authorization responses as signed JWTs (JARM)."""

import json
import re
from html import unescape
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import httpx
import pytest
from joserfc import jwe, jwt
from joserfc.jwk import ECKey, KeySet, OctKey

from hanse.crypto.jwk import public_jwk
from tests.engine.oauth.authorize.request_drafts import RequestContext
from tests.engine.oauth.pushed_requests.pushing import PushingClient, add_tokens
from tests.engine.oauth.site import CALLBACK
from tests.engine.server import BASE_URL, DISCOVERY, JWKS
from tests.engine.signin.site import SignInSite
from tests.support.key_pairs import ec_key

SECRET = "a secret that is long enough for HS256: 32 octets and more"
REQUIRED: dict[str, Any] = {"requireJwtSecuredAuthorizationResponseMode": True}


@pytest.fixture
def web(signin: SignInSite) -> PushingClient:
    add_tokens(signin)
    return PushingClient(signin)


def response_of(answer: httpx.Response) -> tuple[str, dict[str, str]]:
    """Return the response mode and the parameters of an authorization response."""
    if answer.status_code == 200:
        fields = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', answer.text)
        return "form_post", {name: unescape(value) for name, value in fields}
    assert answer.status_code == 303, answer.text
    assert answer.headers["location"].startswith(CALLBACK)
    parts = urlsplit(answer.headers["location"])
    mode, text = ("fragment", parts.fragment) if parts.fragment else ("query", parts.query)
    return mode, dict(parse_qsl(text))


def verified(web: PushingClient, answer: httpx.Response, algorithm: str = "RS256") -> dict[str, Any]:
    """Verify a response that consists only of a JWT of this server, and return the claims."""
    _, parameters = response_of(answer)
    assert list(parameters) == ["response"]
    keys = KeySet.import_key_set(web.site.engine.get(JWKS).json())
    return dict(jwt.decode(parameters["response"], keys, algorithms=[algorithm]).claims)


def sign_in(web: PushingClient, **changed: Any) -> httpx.Response:
    """Sign in, and return the authorization response."""
    joe = web.site.browser()
    return joe.sign_in(joe.authorize(**{"scope": "read", "response_mode": "jwt", **changed}))


def test_a_code_is_returned_in_a_jwt_for_the_client(web: PushingClient) -> None:
    claims = verified(web, sign_in(web))
    assert (claims["iss"], claims["aud"], claims["state"]) == (BASE_URL, "web", "s-1")
    assert claims["exp"] == int(web.site.engine.now()) + 600
    assert web.redeem(claims["code"]).status_code == 200


@pytest.mark.parametrize(
    ("requested", "mode"),
    [("jwt", "query"), ("query.jwt", "query"), ("fragment.jwt", "fragment"), ("form_post.jwt", "form_post")],
)
def test_the_jwt_is_sent_in_the_requested_mode(web: PushingClient, requested: str, mode: str) -> None:
    answer = sign_in(web, response_mode=requested)
    assert response_of(answer)[0] == mode
    assert verified(web, answer)["code"]


def test_an_error_is_returned_in_a_jwt(web: PushingClient) -> None:
    answer = web.site.browser().authorize(response_mode="jwt", scope="unknown")
    claims = verified(web, answer)
    assert (claims["error"], claims["state"]) == ("invalid_scope", "s-1")
    assert claims["error_description"]


def test_the_jwt_has_the_configured_lifetime_and_algorithm(web: PushingClient) -> None:
    web.settings(jwtSecuredAuthorizationResponseModeLifetime=30)
    web.client(jwtSecuredAuthorizationResponseModeSigningAlgorithm="ES256")
    claims = verified(web, sign_in(web), "ES256")
    assert claims["exp"] == int(web.site.engine.now()) + 30


def test_the_jwt_can_be_signed_with_the_client_secret(web: PushingClient) -> None:
    auth = {"type": "SECRET", "secret": SECRET}
    web.client(jwtSecuredAuthorizationResponseModeSigningAlgorithm="HS256", clientAuth=auth)
    text = response_of(sign_in(web))[1]["response"]
    claims = jwt.decode(text, OctKey.import_key(SECRET), algorithms=["HS256"]).claims
    assert claims["aud"] == "web"


def test_an_answer_that_cannot_be_signed_is_not_sent_unsigned(web: PushingClient) -> None:
    web.client(jwtSecuredAuthorizationResponseModeSigningAlgorithm="HS512")
    answer = sign_in(web)
    assert (answer.status_code, "location" in answer.headers) == (500, False)


def test_responses_are_encrypted_if_the_client_is_configured_for_it(web: PushingClient) -> None:
    web.client(
        jwksSettings={"jwks": json.dumps({"keys": [public_jwk(ec_key(1).public_key())]})},
        jwtSecuredAuthorizationResponseModeEncryptionAlgorithm="ECDH_ES",
        jwtSecuredAuthorizationResponseModeContentEncryptionAlgorithm="AES_256_GCM",
    )
    text = response_of(sign_in(web))[1]["response"]
    opened = jwe.decrypt_compact(text, ECKey.import_key(ec_key(1)), algorithms=["ECDH-ES", "A256GCM"])
    keys = KeySet.import_key_set(web.site.engine.get(JWKS).json())
    assert opened.plaintext is not None
    assert jwt.decode(opened.plaintext.decode(), keys, algorithms=["RS256"]).claims["code"]


def test_a_client_that_requires_signed_responses_gets_no_others(web: PushingClient) -> None:
    web.client(**REQUIRED)
    joe = web.site.browser()
    for mode in (None, "query", "form_post"):
        claims = verified(web, joe.authorize(response_mode=mode))
        assert claims["error"] == "invalid_request"
    assert verified(web, joe.authorize(response_mode="unknown"))["error"] == "invalid_request"
    assert verified(web, sign_in(web))["code"]


@pytest.mark.parametrize("mode", ["query", "query.jwt"])
def test_tokens_are_not_returned_in_an_unencrypted_query(mode: str) -> None:
    grants = {"grantTypes": ["AUTHORIZATION_CODE", "IMPLICIT"]}
    with pytest.raises(Exception, match="query"):
        RequestContext(client=grants).checked(response_type="code id_token", nonce="n", response_mode=mode)
    encrypted = {
        "jwtSecuredAuthorizationResponseModeEncryptionAlgorithm": "DIR",
        "jwtSecuredAuthorizationResponseModeContentEncryptionAlgorithm": "AES_256_GCM",
    }
    requested = RequestContext(client={**grants, **encrypted}).checked(
        response_type="code id_token", nonce="n", response_mode="query.jwt"
    )
    assert requested.is_jwt_response


def test_the_metadata_lists_modes_and_algorithms(web: PushingClient) -> None:
    found = web.site.engine.get(DISCOVERY).json()
    assert {"jwt", "query.jwt", "fragment.jwt", "form_post.jwt"} <= set(found["response_modes_supported"])
    assert {"RS256", "ES256", "HS256"} <= set(found["authorization_signing_alg_values_supported"])
    assert "none" not in found["authorization_signing_alg_values_supported"]
    assert "ECDH-ES" in found["authorization_encryption_alg_values_supported"]
    assert "A256GCM" in found["authorization_encryption_enc_values_supported"]
