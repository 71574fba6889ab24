"""ID tokens as hints: only tokens that this issuer signed for the client are accepted."""

import base64
import hmac
import json
from typing import Any

import pytest
from joserfc import jwe, jws
from joserfc.jwk import OctKey, RSAKey

from hanse.crypto.key_pairs import key_to_text
from hanse.engine.oauth.jose.encryption import key_of_secret
from hanse.resources.applications.oidc_policies.policies import OIDC_POLICIES
from tests.engine.oidc.provider import Provider, policy
from tests.engine.server import BASE_URL
from tests.support.certified_keys import private_key
from tests.support.configurations import replace

SECRET = "a secret that is long enough for HS512: 64 octets, and a few more"
AUTH = {"type": "SECRET", "secret": SECRET}


@pytest.fixture
def ready(provider: Provider) -> Provider:
    logout = {"logoutMode": "OIDC_BACK_CHANNEL", "backChannelLogoutUri": "https://web.example.com/logout"}
    provider.save_policy(policy("name", includeUserInfoInIdToken=True))
    provider.save_client(oidcPolicy=logout, clientAuth=AUTH)
    provider.save_client("hmac", clientAuth=AUTH, oidcPolicy={"idTokenSigningAlgorithm": "HS256"})
    provider.save_client("unsigned", oidcPolicy={"idTokenSigningAlgorithm": "NONE"})
    provider.save_client("elliptic", oidcPolicy={"idTokenSigningAlgorithm": "ES384"})
    return provider


def part(content: dict[str, Any]) -> str:
    return base64.urlsafe_b64encode(json.dumps(content).encode()).rstrip(b"=").decode()


def parts_of(token: str) -> tuple[dict[str, Any], dict[str, Any]]:
    header, payload, _ = token.split(".")
    return json.loads(base64.urlsafe_b64decode(header + "==")), json.loads(base64.urlsafe_b64decode(payload + "=="))


@pytest.mark.parametrize("id_", ["web", "hmac", "elliptic"])
def test_a_token_of_this_issuer_is_accepted(ready: Provider, id_: str) -> None:
    token = ready.issue(id_)
    found = ready.hints.check(ready.request(), token)
    assert found is not None
    assert (found.client_id, found.subject, found.expired) == (id_, "joe", False)
    assert found.session_id == ("session-1" if id_ == "web" else "")
    assert ready.hints.check(ready.request(), token, id_) == found
    assert ready.hints.check(ready.request(), token, "unsigned") is None
    assert ready.hints.check(ready.request(), token, "nobody") is None


def test_a_large_token_is_accepted(ready: Provider) -> None:
    ready.tokens.granted = {"sub": "joe", "name": "x" * 12_000}
    assert ready.hints.check(ready.request(), ready.issue(scopes=("openid", "profile"))) is not None


def test_an_expired_token_is_marked_as_expired(ready: Provider) -> None:
    token = ready.issue()
    ready.server.clock.advance(minutes=5)
    found = ready.hints.check(ready.request(), token)
    assert found is not None
    assert found.expired


def test_an_unsecured_token_is_refused(ready: Provider) -> None:
    assert ready.hints.check(ready.request(), ready.issue("unsigned")) is None
    header, claims = parts_of(ready.issue())
    for forged in ({**header, "alg": "none"}, {"alg": "None"}, {"alg": "NONE", "typ": "JWT"}):
        assert ready.hints.check(ready.request(), f"{part(forged)}.{part(claims)}.") is None


def test_the_public_key_is_not_accepted_as_a_secret(ready: Provider) -> None:
    """Algorithm confusion (RFC 8725, section 2.1)."""
    header, claims = parts_of(ready.issue())
    published = next(key for key in ready.server.get("/pf/JWKS").json()["keys"] if key["kid"] == header["kid"])
    pem = RSAKey.import_key(published).as_pem(private=False)
    for secret in (pem, json.dumps(published).encode(), published["n"].encode()):
        signed = f"{part({**header, 'alg': 'HS256'})}.{part(claims)}"
        mac = base64.urlsafe_b64encode(hmac.digest(secret, signed.encode(), "sha256")).rstrip(b"=").decode()
        assert ready.hints.check(ready.request(), f"{signed}.{mac}") is None


def test_another_algorithm_than_the_clients_is_refused_even_with_a_valid_key(ready: Provider) -> None:
    _, claims = parts_of(ready.issue())
    issuer = ready.request().issuer
    assert ready.hints.check(ready.request(), issuer.sign("RS256", claims, {})) is not None
    for algorithm in ("RS512", "PS256", "ES256"):
        assert ready.hints.check(ready.request(), issuer.sign(algorithm, claims, {})) is None


def test_a_wrong_key_a_wrong_secret_and_a_changed_token_are_refused(ready: Provider) -> None:
    token = ready.issue()
    header, claims = parts_of(token)
    other = RSAKey.import_key(key_to_text(private_key("rsa-150")))
    for head in (
        header,
        {**header, "kid": "unknown"},
        {"alg": "RS256"},
        {**header, "jwk": other.as_dict(private=False)},
    ):
        forged = jws.serialize_compact(head, json.dumps(claims), other, algorithms=["RS256"])
        assert ready.hints.check(ready.request(), forged) is None
    assert ready.hints.check(ready.request(), ".".join([*token.split(".")[:2], ""])) is None
    signature = token.split(".")[2]
    changed = f"{part(header)}.{part({**claims, 'sub': 'jane'})}.{signature}"
    assert ready.hints.check(ready.request(), changed) is None
    header, claims = parts_of(ready.issue("hmac"))
    forged = jws.serialize_compact(
        header, json.dumps(claims), OctKey.import_key(SECRET[:-1].encode()), algorithms=["HS256"]
    )
    assert ready.hints.check(ready.request(), forged) is None


@pytest.mark.parametrize(
    "changed",
    [
        {"iss": "https://elsewhere.example.com"},
        {"iss": BASE_URL + "/"},
        {"aud": "hmac"},
        {"aud": ["web", "hmac"]},
        {"aud": None},
        {"sub": None},
        {"exp": None},
        {"iat": "soon"},
        {"events": {"http://schemas.openid.net/event/backchannel-logout": {}}},
    ],
)
def test_claims_of_another_issuer_client_or_purpose_are_refused(ready: Provider, changed: dict[str, Any]) -> None:
    _, claims = parts_of(ready.issue())
    forged = {name: value for name, value in {**claims, **changed}.items() if value is not None}
    signed = ready.request().issuer.sign("RS256", forged, {})
    assert ready.hints.check(ready.request(), signed, "web") is None


@pytest.mark.parametrize("type_", ["at+jwt", "AT+JWT", "application/at+jwt", "logout+jwt", "sso+jwt"])
def test_tokens_of_other_types_are_not_id_tokens(ready: Provider, type_: str) -> None:
    _, claims = parts_of(ready.issue())
    assert ready.hints.check(ready.request(), ready.request().issuer.sign("RS256", claims, {"typ": type_})) is None


@pytest.mark.parametrize(
    "text", ["", ".", "..", "a.b.c", "....", "é.é.é", "x" * 40_000, "eyJhbGciOiJSUzI1NiJ9.W10.AA", "e30.e30.e30"]
)
def test_text_that_is_not_a_token_is_refused(ready: Provider, text: str) -> None:
    assert ready.hints.check(ready.request(), text) is None
    assert ready.hints.check(ready.request(), text, "web") is None


def test_an_encrypted_token_requires_the_client_id(ready: Provider) -> None:
    chosen = {"idTokenEncryptionAlgorithm": "A256KW", "idTokenContentEncryptionAlgorithm": "AES_256_GCM"}
    ready.save_client("sealed", clientAuth=AUTH, oidcPolicy=chosen)
    token = ready.issue("sealed")
    found = ready.hints.check(ready.request(), token, "sealed")
    assert found is not None
    assert found.subject == "joe"
    assert ready.hints.check(ready.request(), token) is None
    assert ready.hints.check(ready.request(), token, "web") is None
    key = OctKey.import_key(key_of_secret(SECRET, 32))
    algorithms = ["A256KW", "A256GCM"]
    # A client with the secret can encrypt a token, but cannot sign one.
    nested = f"{part({'alg': 'none'})}.{part(parts_of(ready.issue())[1])}."
    forged = jwe.encrypt_compact({"alg": "A256KW", "enc": "A256GCM"}, nested, key, algorithms=algorithms)
    assert ready.hints.check(ready.request(), forged, "sealed") is None


def test_a_rotated_key_verifies_as_long_as_it_is_published(ready: Provider) -> None:
    token = ready.issue()
    ready.server.clock.advance(days=31)
    ready.server.follower.refresh()
    published = {key["kid"] for key in ready.server.get("/pf/JWKS").json()["keys"]}
    assert parts_of(token)[0]["kid"] in published
    assert parts_of(ready.issue())[0]["kid"] != parts_of(token)[0]["kid"]
    assert ready.hints.check(ready.request(), token) is not None


def allow_introspection(ready: Provider) -> None:
    replace(ready.server.core.configuration, OIDC_POLICIES, "policy", policy("name", allowIdTokenIntrospection=True))
    ready.server.caught_up()


def test_claims_are_returned_if_the_policy_allows_introspection(ready: Provider) -> None:
    token = ready.issue()
    assert ready.hints.claims(ready.request(), token) is None
    allow_introspection(ready)
    claims = ready.hints.claims(ready.request(), token)
    assert claims is not None
    assert (claims["sub"], claims["aud"]) == ("joe", "web")
    header, payload, signature = token.split(".")
    for wrong in ("x.y.z", f"{header}.{payload}.{signature[:-6]}AAAAAA", f"{token}.a.b", "é", token * 40):
        assert ready.hints.claims(ready.request(), wrong) is None
    # An unsecured token is not accepted.
    assert ready.hints.claims(ready.request(), ready.issue("unsigned")) is None


def test_an_expired_token_is_not_active(ready: Provider) -> None:
    allow_introspection(ready)
    token = ready.issue()
    ready.server.clock.advance(minutes=10)
    assert ready.hints.claims(ready.request(), token) is None
