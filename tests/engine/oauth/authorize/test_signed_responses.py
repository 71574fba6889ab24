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
from tests.engine.oauth.authorize.request_drafts import Given
from tests.engine.oauth.pushed_requests.pushing import Pusher, add_tokens
from tests.engine.oauth.site import CALLBACK
from tests.engine.server import BASE_URL, DISCOVERY, JWKS
from tests.engine.signin.site import SignInSite
from tests.support.key_pairs import ec_key

SECRET = "a secret that is long enough for HS256: 32 octets and more"
REQUIRED: dict[str, Any] = {"requireJwtSecuredAuthorizationResponseMode": True}


@pytest.fixture
def web(signin: SignInSite) -> Pusher:
    add_tokens(signin)
    return Pusher(signin)


def sent(answer: httpx.Response) -> tuple[str, dict[str, str]]:
    """Return how parameters travel to the client, and the parameters."""
    if answer.status_code == 200:
        fields = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', answer.text)
        return "form_post", {name: unescape(value) for name, value in fields}
    assert answer.status_code == 303, answer.text
    assert answer.headers["location"].startswith(CALLBACK)
    parts = urlsplit(answer.headers["location"])
    mode, text = ("fragment", parts.fragment) if parts.fragment else ("query", parts.query)
    return mode, dict(parse_qsl(text))


def verified(web: Pusher, answer: httpx.Response, algorithm: str = "RS256") -> dict[str, Any]:
    """Return the claims of an answer that has nothing but a JWT of this server."""
    _, parameters = sent(answer)
    assert list(parameters) == ["response"]
    keys = KeySet.import_key_set(web.site.engine.get(JWKS).json())
    return dict(jwt.decode(parameters["response"], keys, algorithms=[algorithm]).claims)


def answered(web: Pusher, **changed: Any) -> httpx.Response:
    """Return the answer to a user who signs in."""
    joe = web.site.browser()
    return joe.sign_in(joe.authorize(**{"scope": "read", "response_mode": "jwt", **changed}))


def test_a_code_comes_in_a_jwt_for_the_client(web: Pusher) -> None:
    claims = verified(web, answered(web))
    assert (claims["iss"], claims["aud"], claims["state"]) == (BASE_URL, "web", "s-1")
    assert claims["exp"] == int(web.site.engine.now()) + 600
    assert web.redeem(claims["code"]).status_code == 200


@pytest.mark.parametrize(
    ("requested", "mode"),
    [("jwt", "query"), ("query.jwt", "query"), ("fragment.jwt", "fragment"), ("form_post.jwt", "form_post")],
)
def test_it_travels_as_the_mode_says(web: Pusher, requested: str, mode: str) -> None:
    answer = answered(web, response_mode=requested)
    assert sent(answer)[0] == mode
    assert verified(web, answer)["code"]


def test_an_error_comes_in_a_jwt_as_well(web: Pusher) -> None:
    answer = web.site.browser().authorize(response_mode="jwt", scope="unknown")
    claims = verified(web, answer)
    assert (claims["error"], claims["state"]) == ("invalid_scope", "s-1")
    assert claims["error_description"]


def test_lifetime_and_algorithm_are_those_of_the_settings(web: Pusher) -> None:
    web.settings(jwtSecuredAuthorizationResponseModeLifetime=30)
    web.client(jwtSecuredAuthorizationResponseModeSigningAlgorithm="ES256")
    claims = verified(web, answered(web), "ES256")
    assert claims["exp"] == int(web.site.engine.now()) + 30


def test_a_client_can_have_its_secret_sign(web: Pusher) -> None:
    auth = {"type": "SECRET", "secret": SECRET}
    web.client(jwtSecuredAuthorizationResponseModeSigningAlgorithm="HS256", clientAuth=auth)
    text = sent(answered(web))[1]["response"]
    claims = jwt.decode(text, OctKey.import_key(SECRET), algorithms=["HS256"]).claims
    assert claims["aud"] == "web"


def test_an_answer_that_cannot_be_signed_is_not_sent_unsigned(web: Pusher) -> None:
    web.client(jwtSecuredAuthorizationResponseModeSigningAlgorithm="HS512")
    answer = answered(web)
    assert (answer.status_code, "location" in answer.headers) == (500, False)


def test_answers_are_encrypted_for_clients_that_are_configured_so(web: Pusher) -> None:
    web.client(
        jwksSettings={"jwks": json.dumps({"keys": [public_jwk(ec_key(1).public_key())]})},
        jwtSecuredAuthorizationResponseModeEncryptionAlgorithm="ECDH_ES",
        jwtSecuredAuthorizationResponseModeContentEncryptionAlgorithm="AES_256_GCM",
    )
    text = sent(answered(web))[1]["response"]
    opened = jwe.decrypt_compact(text, ECKey.import_key(ec_key(1)), algorithms=["ECDH-ES", "A256GCM"])
    keys = KeySet.import_key_set(web.site.engine.get(JWKS).json())
    assert opened.plaintext is not None
    assert jwt.decode(opened.plaintext.decode(), keys, algorithms=["RS256"]).claims["code"]


def test_a_client_that_requires_signed_answers_gets_no_others(web: Pusher) -> None:
    web.client(**REQUIRED)
    joe = web.site.browser()
    for mode in (None, "query", "form_post"):
        claims = verified(web, joe.authorize(response_mode=mode))
        assert claims["error"] == "invalid_request"
    assert verified(web, joe.authorize(response_mode="unknown"))["error"] == "invalid_request"
    assert verified(web, answered(web))["code"]


@pytest.mark.parametrize("mode", ["query", "query.jwt"])
def test_tokens_do_not_travel_in_a_readable_query(mode: str) -> None:
    grants = {"grantTypes": ["AUTHORIZATION_CODE", "IMPLICIT"]}
    with pytest.raises(Exception, match="query"):
        Given(client=grants).checked(response_type="code id_token", nonce="n", response_mode=mode)
    encrypted = {
        "jwtSecuredAuthorizationResponseModeEncryptionAlgorithm": "DIR",
        "jwtSecuredAuthorizationResponseModeContentEncryptionAlgorithm": "AES_256_GCM",
    }
    wanted = Given(client={**grants, **encrypted}).checked(
        response_type="code id_token", nonce="n", response_mode="query.jwt"
    )
    assert wanted.is_jwt_response


def test_metadata_names_modes_and_algorithms(web: Pusher) -> None:
    found = web.site.engine.get(DISCOVERY).json()
    assert {"jwt", "query.jwt", "fragment.jwt", "form_post.jwt"} <= set(found["response_modes_supported"])
    assert {"RS256", "ES256", "HS256"} <= set(found["authorization_signing_alg_values_supported"])
    assert "none" not in found["authorization_signing_alg_values_supported"]
    assert "ECDH-ES" in found["authorization_encryption_alg_values_supported"]
    assert "A256GCM" in found["authorization_encryption_enc_values_supported"]
