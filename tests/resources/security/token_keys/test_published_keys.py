"""The published keys (decoded here according to RFC 7518, section 6) and the signing keys."""

import hashlib
from base64 import b64decode, urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePublicNumbers
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicNumbers
from hypothesis import given, settings
from hypothesis import strategies as st

from hanse.crypto.key_pairs import PrivateKey, PublicKey
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from hanse.resources.security.key_pairs.model import KeyPair
from hanse.resources.security.token_keys import KEY_SETS, OAUTH_KEYS, PublishedKeys, published_keys
from tests.resources.security.token_keys.conftest import RSA_ROTATION
from tests.resources.security.token_keys.key_set_bodies import DECRYPTION, FAMILIES, SIGNING, key_set, link
from tests.support.certified_keys import CURVES, certified, pair, private_key, rotation
from tests.support.configurations import as_model

EC_ALGORITHMS = {"p256": "ES256", "p384": "ES384", "p521": "ES512"}
RSA_ALGORITHMS = {"RS256", "RS384", "RS512", "PS256", "PS384", "PS512"}


def load(id_: str, **fields: Any) -> KeyPair:
    facts: dict[str, Any] = {"keyAlgorithm": "RSA" if id_.startswith("rsa") else "EC"}
    model: KeyPair = as_model(SIGNING_KEY_PAIRS, pair(id_, **facts, **fields))
    return model


def of_settings(**keys: Any) -> PublishedKeys:
    return published_keys(as_model(OAUTH_KEYS, {"staticJwksEnabled": True, **keys}), load)


def of_key_set(**keys: Any) -> PublishedKeys:
    return published_keys(as_model(KEY_SETS, key_set(signingKeys=keys)), load)


def public(id_: str) -> PublicKey:
    return private_key(id_).public_key()


def number(text: str) -> int:
    return int.from_bytes(urlsafe_b64decode(text + "=" * (-len(text) % 4)), "big")


def read(jwk: dict[str, Any]) -> PublicKey:
    """Decode the public key of a JWK."""
    if jwk["kty"] == "RSA":
        return RSAPublicNumbers(number(jwk["e"]), number(jwk["n"])).public_key()
    curve = CURVES[jwk["crv"].lower().replace("-", "")]
    return EllipticCurvePublicNumbers(number(jwk["x"]), number(jwk["y"]), curve).public_key()


def by_id(published: PublishedKeys) -> dict[str, dict[str, Any]]:
    found = {jwk["kid"]: jwk for jwk in published.jwks}
    assert len(found) == len(published.jwks)
    return found


def test_every_key_of_a_key_set_is_published_and_the_active_ones_sign() -> None:
    published = of_key_set(**SIGNING)
    found = by_id(published)
    for family in FAMILIES:
        for state, position in (("active", 1), ("previous", 2)):
            jwk = found.pop(f"{state} {family}")
            assert read(jwk) == public(f"{family}-{position}")
            assert jwk["use"] == "sig"
            # A curve has exactly one algorithm (RFC 7518, section 3.4). The RSA key has several, so `alg` is absent.
            assert jwk.get("alg") == EC_ALGORITHMS.get(family)
    for name, position in (("active PS256", 1), ("active RS256", 1), ("previous RS256", 2)):
        jwk = found.pop(name)
        assert read(jwk) == public(f"rsa-{position}")
        assert (jwk["alg"], jwk["use"]) == (name[-5:], "sig")
    assert found == {}
    own = {"RS256": "active RS256", "PS256": "active PS256"}
    assert {
        algorithm: (signer.algorithm, signer.key_id, signer.key_pair) for algorithm, signer in published.signers.items()
    } == {
        **{algorithm: (algorithm, own.get(algorithm, "active rsa"), "rsa-1") for algorithm in RSA_ALGORITHMS},
        **{algorithm: (algorithm, f"active {family}", f"{family}-1") for family, algorithm in EC_ALGORITHMS.items()},
    }


def test_nothing_private_is_published() -> None:
    for jwk in of_settings(**SIGNING, **DECRYPTION).jwks:
        assert not {"d", "p", "q", "dp", "dq", "qi", "oth", "k"} & set(jwk)
        assert set(jwk) <= {"kty", "use", "alg", "kid", "x5c", "x5t#S256", "n", "e", "crv", "x", "y"}


def test_active_keys_come_before_previous_ones() -> None:
    ids = [jwk["kid"] for jwk in of_settings(**SIGNING, **DECRYPTION).jwks]
    states = [next(word for word in ("active", "decrypt", "previous") if kid.startswith(word)) for kid in ids]
    assert states == sorted(states, key=["active", "previous", "decrypt"].index)


def test_decryption_keys_are_published_for_encryption_and_sign_nothing() -> None:
    published = of_settings(**DECRYPTION)
    assert published.signers == {}
    assert {(jwk["kid"], jwk["use"], "alg" in jwk) for jwk in published.jwks} == {
        (f"{kid} {family}", "enc", False) for family in FAMILIES for kid in ("decrypt", "decrypt previous")
    }


def test_certificates_are_published_where_requested() -> None:
    published = of_key_set(**SIGNING)
    for jwk in published.jwks:
        # The key set publishes certificates of every key type except P-384, for active and previous keys.
        if jwk.get("crv") == "P-384":
            assert "x5c" not in jwk
            assert "x5t#S256" not in jwk
            continue
        leaf = b64decode(jwk["x5c"][0], validate=True)
        assert x509.load_der_x509_certificate(leaf).public_key() == read(jwk)
        assert jwk["x5t#S256"] == urlsafe_b64encode(hashlib.sha256(leaf).digest()).rstrip(b"=").decode()
        assert "x5t" not in jwk


def test_a_key_without_an_id_is_named_by_its_thumbprint() -> None:
    # The thumbprint is computed here according to RFC 7638, section 3.1: the required members in order, without white
    # space.
    published = of_key_set(rsaActiveCertRef=link("rsa-1"), p256ActiveCertRef=link("p256-1"))
    for jwk in published.jwks:
        members = ("crv", "kty", "x", "y") if jwk["kty"] == "EC" else ("e", "kty", "n")
        text = "{" + ",".join(f'"{name}":"{jwk[name]}"' for name in members) + "}"
        assert jwk["kid"] == urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()
    # A replaced key keeps its ID, so that its signatures can still be verified.
    later = of_key_set(rsaActiveCertRef=link("rsa-2"), rsaPreviousCertRef=link("rsa-1"))
    assert published.signers["RS256"].key_id in by_id(later)
    assert later.signers["RS256"].key_id not in by_id(published)


def renewed(**parts: str) -> PublishedKeys:
    """Return the published keys of a set with an RSA key pair that the server rotates."""
    others = {name: certified(id_) for name, id_ in parts.items() if name in ("pending", "previous")}
    body = key_set(
        signingKeys={
            "rsaActiveCertRef": link("x"),
            "rsaActiveKeyId": "seal",
            "rsaAlgorithmActiveKeyIds": [{"rsaAlgType": "RS512", "keyId": "long seal"}],
        }
    )
    current = load(parts["current"], **others, rotationSettings=rotation(**RSA_ROTATION))
    return published_keys(as_model(KEY_SETS, body), lambda _: current)


def keys_by_id(published: PublishedKeys) -> dict[str, PublicKey]:
    return {kid: read(jwk) for kid, jwk in by_id(published).items()}


def test_a_renewed_pair_publishes_its_next_and_previous_key_with_their_own_ids() -> None:
    before = renewed(current="rsa-1", pending="rsa-2")
    after = renewed(current="rsa-2", previous="rsa-1")
    keys = keys_by_id(before)
    assert list(keys.values()).count(public("rsa-1")) == list(keys.values()).count(public("rsa-2")) == 2
    assert all(kid.startswith(("seal.", "long seal.")) for kid in keys)
    # Keys that a client cached before the rotation stay valid: the IDs still identify the same keys.
    assert keys_by_id(after) == keys
    assert keys[before.signers["RS256"].key_id] == public("rsa-1")
    assert keys[after.signers["RS256"].key_id] == public("rsa-2")
    assert before.signers["RS512"].key_id.startswith("long seal.")


def test_a_previous_key_of_another_type_is_not_published() -> None:
    current = load("rsa-1", previous=certified("p256-1"))
    published = published_keys(as_model(KEY_SETS, key_set()), lambda _: current)
    assert [jwk["kty"] for jwk in published.jwks] == ["RSA"]


def test_keys_that_are_not_chosen_are_not_loaded() -> None:
    def none(id_: str) -> KeyPair:
        pytest.fail(f"{id_} was looked for")

    assert published_keys(as_model(OAUTH_KEYS, {"staticJwksEnabled": True}), none) == PublishedKeys((), {})


@st.composite
def some_keys(draw: st.DrawFn) -> dict[str, Any]:
    keys: dict[str, Any] = {"rsaActiveCertRef": link("rsa-1")}
    for family in FAMILIES:
        for state, position in (("Active", 1), ("Previous", 2)):
            if draw(st.booleans()):
                keys[f"{family}{state}CertRef"] = link(f"{family}-{position}")
                if draw(st.booleans()):
                    keys[f"{family}{state}KeyId"] = f"{family} {state}"
    return keys


@settings(max_examples=60, deadline=None)
@given(some_keys())
def test_the_signing_key_is_published_with_the_same_id_and_algorithm(keys: dict[str, Any]) -> None:
    published = of_key_set(**keys)
    found = by_id(published)
    for algorithm, signer in published.signers.items():
        key: PrivateKey = private_key(signer.key_pair)
        assert read(found[signer.key_id]) == key.public_key()
        assert found[signer.key_id].get("alg", algorithm) == algorithm
