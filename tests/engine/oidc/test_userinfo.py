"""The UserInfo endpoint (OpenID Connect Core 1.0, section 5.3)."""

import json
from dataclasses import replace
from typing import Any
from uuid import UUID

import msgspec
import pytest
from joserfc import jwe, jwt
from joserfc.jwk import ECKey, KeySet, OctKey

from hanse.engine.http.answers import Answer
from hanse.engine.oauth.contracts import ActiveToken
from hanse.engine.oauth.dpop.service import DpopProofs
from hanse.engine.oauth.error_rendering import render_bearer_error
from hanse.engine.oauth.presented_tokens import PresentedTokens
from hanse.engine.oidc.userinfo import UserInfo
from hanse.engine.state.contracts import Grant
from tests.engine.oidc.provider import ATTRIBUTES, CONTEXT, Provider, policy
from tests.engine.server import BASE_URL
from tests.support.key_pairs import ec_key

SECRET = "a secret that is long enough for HS512: 64 octets, and a few more"
EC_KEY = ECKey.import_key(ec_key(1), {"kid": "ec"})
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
ALL = ("openid", "profile", "email", "phone")


def token(provider: Provider, **more: Any) -> None:
    """Add the valid access token `token-1`."""
    far = provider.server.clock.now().timestamp() + 3600
    active = ActiveToken(
        manager_id="manager-0",
        client_id="web",
        scopes=ALL,
        expires=far,
        claims={},
        attributes=ATTRIBUTES,
        grant_id="grant-1",
    )
    provider.tokens.active["token-1"] = replace(active, **more)


@pytest.fixture
def ready(provider: Provider) -> Provider:
    provider.save_policy(policy("name", "email", "phone_number", {"name": "given_name", "includeInIdToken": True}))
    provider.save_client()
    store_grant(provider)
    token(provider)
    return provider


def store_grant(provider: Provider, **more: Any) -> None:
    context = msgspec.structs.replace(CONTEXT, **more)
    now = provider.server.clock.now().timestamp()
    made = Grant(
        id="grant-1",
        user_key="joe",
        client_id="web",
        issuer=BASE_URL,
        grant_type="authorization_code",
        scopes=ALL,
        issued=now,
        updated=now,
        expires=None,
        idle_seconds=None,
        body=context.encode(),
    )
    provider.run(provider.services.state.grants.create(made, None))


def call_userinfo(
    provider: Provider,
    method: str = "GET",
    *,
    query: bytes = b"",
    headers: dict[str, str] | None = None,
    body: bytes = b"",
) -> Answer:
    presented = PresentedTokens(provider.tokens, DpopProofs(provider.services))
    endpoint = UserInfo(provider.services, presented, provider.claims, provider.id_tokens.encryption)
    given = {"Authorization": "Bearer token-1"} if headers is None else headers
    request = provider.request(method, query=query, headers=given, body=body)
    try:
        return provider.run(endpoint.answer(request))
    except Exception as error:  # noqa: BLE001 - the dispatcher renders errors of all types.
        return render_bearer_error(request, error)


def content(answer: Answer) -> dict[str, Any]:
    assert answer.status == 200, answer
    assert (b"cache-control", b"no-store") in answer.headers
    found: dict[str, Any] = json.loads(answer.body)
    return found


def test_the_answer_has_the_claims_of_granted_scopes_and_the_subject_of_the_id_token(ready: Provider) -> None:
    expected = {"sub": "joe", "name": "Joe Doe", "email": "joe@example.com", "phone_number": "+49 451 1"}
    assert content(call_userinfo(ready)) == expected
    assert ready.issued()["sub"] == "joe"
    token(ready, scopes=("openid", "email"))
    assert content(call_userinfo(ready)) == {"sub": "joe", "email": "joe@example.com"}


def test_a_pairwise_subject_equals_that_of_the_id_token(ready: Provider) -> None:
    ready.save_client("pairwise", oidcPolicy={"pairwiseIdentifierUserType": True})
    token(ready, client_id="pairwise")
    assert content(call_userinfo(ready))["sub"] == ready.issued("pairwise")["sub"] != "joe"


@pytest.mark.parametrize(
    ("sent", "is_returned"),
    [("c770aef3-6784-41f7-8e0e-ff5f97bddb3a", True), ("", False), ("c770aef3", False), ("x" * 36, False)],
)
def test_the_answer_has_the_interaction_id_of_the_request_or_a_new_one(
    ready: Provider, sent: str, is_returned: bool
) -> None:
    # FAPI 1.0 Baseline, section 6.2.1, number 11.
    headers = {"Authorization": "Bearer token-1", **({"x-fapi-interaction-id": sent} if sent else {})}
    returned = dict(call_userinfo(ready, headers=headers).headers)[b"x-fapi-interaction-id"].decode()
    assert str(UUID(returned)) == returned
    assert (returned == sent) is is_returned


def test_the_token_may_be_in_a_form(ready: Provider) -> None:
    assert content(call_userinfo(ready, "POST", headers=FORM, body=b"access_token=token-1"))["sub"] == "joe"
    assert content(call_userinfo(ready, "POST"))["sub"] == "joe"
    json_ = {"Authorization": "bearer token-1", "Content-Type": "application/json"}
    assert content(call_userinfo(ready, "POST", headers=json_, body=b"{}"))["sub"] == "joe"


@pytest.mark.parametrize(
    ("method", "query", "headers", "body"),
    [
        ("GET", b"access_token=token-1", {}, b""),
        ("GET", b"access_token=token-1", {"Authorization": "Bearer token-1"}, b""),
        ("POST", b"", {**FORM, "Authorization": "Bearer token-1"}, b"access_token=token-1"),
        ("POST", b"", FORM, b"access_token=token-1&access_token=token-1"),
    ],
)
def test_a_token_in_the_query_or_in_two_places_is_refused(
    ready: Provider, method: str, query: bytes, headers: dict[str, str], body: bytes
) -> None:
    answer = call_userinfo(ready, method, query=query, headers=headers, body=body)
    assert (answer.status, json.loads(answer.body)["error"]) == (400, "invalid_request")


@pytest.mark.parametrize(
    ("method", "headers", "body"),
    [
        ("GET", {}, b""),
        ("GET", {"Authorization": "Basic dG9rZW4tMTo="}, b""),
        ("GET", {"Authorization": "Bearer"}, b""),
        ("GET", {**FORM}, b"access_token=token-1"),
        ("POST", {"Content-Type": "text/plain"}, b"access_token=token-1"),
    ],
)
def test_a_request_without_a_token_is_challenged(
    ready: Provider, method: str, headers: dict[str, str], body: bytes
) -> None:
    answer = call_userinfo(ready, method, headers=headers, body=body)
    assert answer.status == 401
    challenge, other = (value for name, value in answer.headers if name == b"www-authenticate")
    assert challenge.startswith(b"Bearer ")
    assert other.startswith(b"DPoP algs=")
    assert b"error" not in challenge


def test_invalid_tokens_are_refused(ready: Provider) -> None:
    for headers, body in (({"Authorization": "Bearer token-2"}, b""), (FORM, b"access_token=token-2")):
        answer = call_userinfo(ready, "POST", headers=headers, body=body)
        assert answer.status == 401
        assert b'error="invalid_token"' in dict(answer.headers)[b"www-authenticate"]
    token(ready, client_id="gone")
    assert call_userinfo(ready).status == 401
    token(ready)
    ready.run(ready.services.state.grants.revoke("grant-1", ready.server.clock.now().timestamp()))
    assert call_userinfo(ready).status == 401


def test_a_token_without_the_scope_openid_is_refused(ready: Provider) -> None:
    token(ready, scopes=("email",))
    answer = call_userinfo(ready)
    assert answer.status == 403
    assert b'error="insufficient_scope"' in dict(answer.headers)[b"www-authenticate"]


def test_a_claim_with_another_value_than_requested_is_omitted(ready: Provider) -> None:
    requested = {"userinfo": {"name": {"value": "Jane Doe"}, "email": {"essential": True}}}
    ready.run(ready.services.state.grants.revoke("grant-1", 0))
    store_grant(ready, claims=json.dumps(requested))
    assert content(call_userinfo(ready)).keys() == {"sub", "email", "phone_number"}


def test_a_token_without_a_grant_returns_the_claims_of_its_attributes(ready: Provider) -> None:
    token(ready, grant_id="")
    assert content(call_userinfo(ready))["sub"] == "joe"


def test_a_signed_answer_has_issuer_and_audience(ready: Provider) -> None:
    ready.save_client("signed", oidcPolicy={"userInfoResponseSigningAlgorithm": "ES256"})
    token(ready, client_id="signed")
    answer = call_userinfo(ready)
    assert dict(answer.headers)[b"content-type"] == b"application/jwt"
    claims = ready.claims_of(answer.body.decode(), "ES256")
    assert (claims["iss"], claims["aud"], claims["sub"]) == (BASE_URL, "signed", "joe")
    # The answer is not accepted as an ID token.
    assert "exp" not in claims
    assert ready.hints.check(ready.request(), answer.body.decode()) is None


def test_an_answer_is_signed_with_the_clients_secret(ready: Provider) -> None:
    ready.save_client(
        "hmac",
        clientAuth={"type": "SECRET", "secret": SECRET},
        oidcPolicy={"userInfoResponseSigningAlgorithm": "HS384"},
    )
    token(ready, client_id="hmac")
    claims = jwt.decode(call_userinfo(ready).body, OctKey.import_key(SECRET.encode()), algorithms=["HS384"]).claims
    assert claims["name"] == "Joe Doe"


@pytest.mark.parametrize("signing", [None, "NONE", "RS256"])
def test_answers_are_encrypted_as_configured(ready: Provider, signing: str | None) -> None:
    chosen = {
        "userInfoResponseEncryptionAlgorithm": "ECDH_ES_A256KW",
        "userInfoResponseContentEncryptionAlgorithm": "AES_256_GCM",
        "userInfoResponseSigningAlgorithm": signing,
    }
    jwks = json.dumps({"keys": [EC_KEY.as_dict(private=False)]})
    ready.save_client("sealed", jwksSettings={"jwks": jwks}, oidcPolicy=chosen)
    token(ready, client_id="sealed")
    answer = call_userinfo(ready)
    assert dict(answer.headers)[b"content-type"] == b"application/jwt"
    opened = jwe.decrypt_compact(answer.body, KeySet([EC_KEY]), algorithms=["ECDH-ES+A256KW", "A256GCM"])
    plaintext = opened.plaintext or b""
    if signing == "RS256":
        assert opened.headers()["cty"] == "JWT"
        assert ready.claims_of(plaintext.decode())["sub"] == "joe"
    else:
        assert json.loads(plaintext)["sub"] == "joe"


def test_a_client_whose_keys_cannot_be_fetched_gets_an_error_and_no_plain_answer(ready: Provider) -> None:
    chosen = {
        "userInfoResponseEncryptionAlgorithm": "RSA_OAEP",
        "userInfoResponseContentEncryptionAlgorithm": "AES_256_GCM",
    }
    ready.save_client("away", jwksSettings={"jwksUrl": "https://away.example.com/jwks"}, oidcPolicy=chosen)
    token(ready, client_id="away")
    answer = call_userinfo(ready)
    assert (answer.status, json.loads(answer.body)["error"]) == (500, "server_error")
    assert b"Joe" not in answer.body
