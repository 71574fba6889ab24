"""Two third-party libraries accept the signatures of every algorithm, and keys sign with no other algorithm."""

import json
from base64 import urlsafe_b64decode
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from hypothesis import given, settings
from hypothesis import strategies as st
from joserfc import jws
from joserfc.errors import BadSignatureError
from joserfc.jwk import JWKRegistry, OctKey

from hanse.crypto.jwk import public_jwk, thumbprint
from hanse.crypto.jws_signing import LEAST_SECRET_OCTETS, CompactSigner, UnfitAlgorithm, algorithms_of, mac_signer
from hanse.crypto.key_pairs import PrivateKey

KEYS: dict[str, PrivateKey] = {
    "RSA": rsa.generate_private_key(65537, 2048),
    "P-256": ec.generate_private_key(ec.SECP256R1()),
    "P-384": ec.generate_private_key(ec.SECP384R1()),
    "P-521": ec.generate_private_key(ec.SECP521R1()),
}
PAIRS = [(name, algorithm) for name, key in KEYS.items() for algorithm in algorithms_of(key)]
every_pair = pytest.mark.parametrize(("name", "algorithm"), PAIRS)


def test_each_key_signs_with_the_algorithms_of_its_type() -> None:
    assert [algorithm for _, algorithm in PAIRS] == [
        *("RS256", "RS384", "RS512", "PS256", "PS384", "PS512"),
        *("ES256", "ES384", "ES512"),
    ]


@every_pair
@settings(max_examples=15)
@given(
    claims=st.dictionaries(st.text(max_size=8), st.text(max_size=20) | st.integers(-(2**31), 2**31), max_size=4),
    key_id=st.text(min_size=1, max_size=20),
)
def test_two_libraries_verify_a_signature(name: str, algorithm: str, claims: dict[str, Any], key_id: str) -> None:
    key = KEYS[name]
    token = CompactSigner(key, algorithm, key_id).sign(json.dumps(claims).encode(), {"typ": "JWT"})
    by_pyjwt = jwt.api_jws.decode_complete(token, jwt.PyJWK(public_jwk(key.public_key()), algorithm), [algorithm])
    assert json.loads(by_pyjwt["payload"]) == claims
    assert by_pyjwt["header"] == {"alg": algorithm, "kid": key_id, "typ": "JWT"}
    jwk = JWKRegistry.import_key(public_jwk(key.public_key()))
    by_joserfc = jws.deserialize_compact(token, jwk, algorithms=[algorithm])
    assert json.loads(by_joserfc.payload) == claims


@every_pair
def test_two_libraries_refuse_a_changed_payload(name: str, algorithm: str) -> None:
    key = KEYS[name]
    jwk = public_jwk(key.public_key())
    head, payload, signature = CompactSigner(key, algorithm, "k").sign(b'{"a":1}', {}).split(".")
    changed = f"{head}.{payload[:-1]}A.{signature}"
    with pytest.raises(jwt.InvalidSignatureError):
        jwt.api_jws.decode(changed, jwt.PyJWK(jwk, algorithm), [algorithm])
    with pytest.raises(BadSignatureError):
        jws.deserialize_compact(changed, JWKRegistry.import_key(jwk), algorithms=[algorithm])


@pytest.mark.parametrize(("algorithm", "octets"), LEAST_SECRET_OCTETS.items())
def test_two_libraries_verify_an_hmac(algorithm: str, octets: int) -> None:
    secret = bytes(range(octets))
    token = mac_signer(secret, algorithm, {"typ": "JWT", "alg": "none"}).sign(b'{"a":1}')
    by_pyjwt = jwt.api_jws.decode_complete(token, secret, [algorithm])
    assert (by_pyjwt["header"], json.loads(by_pyjwt["payload"])) == ({"alg": algorithm, "typ": "JWT"}, {"a": 1})
    assert jws.deserialize_compact(token, OctKey.import_key(secret), algorithms=[algorithm]).payload == b'{"a":1}'
    with pytest.raises(UnfitAlgorithm):
        mac_signer(secret[1:], algorithm, {})


def test_a_header_changes_neither_algorithm_nor_key() -> None:
    token = CompactSigner(KEYS["P-256"], "ES256", "mine").sign(b"{}", {"alg": "none", "kid": "other", "typ": "at+jwt"})
    header = json.loads(urlsafe_b64decode(token.split(".")[0] + "=="))
    assert header == {"alg": "ES256", "kid": "mine", "typ": "at+jwt"}
    unnamed = CompactSigner(KEYS["P-256"], "ES256", None).sign(b"{}", {})
    assert json.loads(urlsafe_b64decode(unnamed.split(".")[0] + "==")) == {"alg": "ES256"}


@pytest.mark.parametrize(
    ("name", "algorithm"),
    [("RSA", "ES256"), ("P-256", "RS256"), ("P-256", "ES384"), ("P-521", "ES256"), ("RSA", "none"), ("RSA", "HS256")],
)
def test_a_key_does_not_sign_with_an_algorithm_of_another_type(name: str, algorithm: str) -> None:
    with pytest.raises(UnfitAlgorithm):
        CompactSigner(KEYS[name], algorithm, "k")


def test_keys_that_are_too_weak_or_on_other_curves_cannot_sign() -> None:
    assert algorithms_of(rsa.generate_private_key(65537, 1024)) == ()  # noqa: S505 - the test needs a weak key.
    assert algorithms_of(ec.generate_private_key(ec.SECP256K1())) == ()


@pytest.mark.parametrize("name", KEYS)
def test_a_jwk_has_the_public_members_only_and_its_thumbprint(name: str) -> None:
    public = KEYS[name].public_key()
    jwk = public_jwk(public)
    assert set(jwk) == ({"kty", "n", "e"} if name == "RSA" else {"kty", "crv", "x", "y"})
    assert JWKRegistry.import_key(jwk).thumbprint() == thumbprint(public)
