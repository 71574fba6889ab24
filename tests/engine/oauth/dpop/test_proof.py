"""Validation of a proof on its own (RFC 9449, sections 4.2 and 4.3)."""

import json
from base64 import urlsafe_b64encode
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from joserfc import jwt
from joserfc.jwk import OctKey, RSAKey

from hanse.engine.errors import InvalidDpopProof
from hanse.engine.oauth.dpop.proof import read_proof
from tests.support.dpop import ProvingKey

URL = "https://sso.example.com:9031/as/token.oauth2"
# The example of RFC 9449, section 4.1.
EXAMPLE = (
    "eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2IiwiandrIjp7Imt0eSI6IkVDIiwieCI6Imw4dEZyaHgtMzR0VjNoUklDUkRZOXpDa0RscEJoRjQyVVFV"
    "ZldWQVdCRnMiLCJ5IjoiOVZFNGpmX09rX282NHpiVFRsY3VOSmFqSG10NnY5VERWclUwQ2R2R1JEQSIsImNydiI6IlAtMjU2In19.eyJqdGkiOiItQndDM0V"
    "TYzZhY2MybFRjIiwiaHRtIjoiUE9TVCIsImh0dSI6Imh0dHBzOi8vc2VydmVyLmV4YW1wbGUuY29tL3Rva2VuIiwiaWF0IjoxNTYyMjYyNjE2fQ.2-GxA6T8"
    "lP4vfrg8v-FdWP0A0zdrj8igiMLvqRMUvwnQg4PtFLbdLXiOSsX0x7NVY-FNyJK70nfbV37xRZT3Lg"
)


@pytest.fixture(scope="module")
def key() -> ProvingKey:
    return ProvingKey()


def test_the_example_of_the_specification_is_read() -> None:
    proof = read_proof(EXAMPLE)
    assert (proof.method, proof.url, proof.issued) == ("POST", "https://server.example.com/token", 1562262616)
    assert (proof.id, proof.nonce, proof.token_digest) == ("-BwC3ESc6acc2lTc", "", "")
    # The thumbprint of this key is in section 6.1.
    assert proof.key == "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I"


def test_a_proof_returns_its_signed_claims(key: ProvingKey) -> None:
    proof = read_proof(key.proof("GET", URL, 1_000, "token-1", nonce="n-1", jti="id-1"))
    assert (proof.key, proof.id, proof.method, proof.url) == (key.thumbprint, "id-1", "GET", URL)
    assert (proof.issued, proof.nonce, len(proof.token_digest)) == (1_000, "n-1", 43)


@pytest.mark.parametrize(
    ("header", "reason"),
    [
        ({"typ": None}, "typ"),
        ({"typ": "JWT"}, "typ"),
        ({"jwk": None}, "jwk"),
        ({"jwk": "text"}, "jwk"),
        ({"jwk": {"kty": "EC", "crv": "P-256"}}, "not supported"),
        ({"jwk": {"kty": "oct", "k": "c2VjcmV0"}}, "private"),
        ({"alg": "none"}, "not supported"),
        ({"alg": "ES384"}, "not supported"),
        ({"crit": ["exp"], "exp": 1}, "not a signed JWT"),
    ],
)
def test_another_header_is_refused(key: ProvingKey, header: dict[str, Any], reason: str) -> None:
    usual = {"typ": "dpop+jwt", "alg": "ES256", "jwk": key.key.as_dict(private=False), **header}
    members = {name: value for name, value in usual.items() if value is not None}
    first = urlsafe_b64encode(json.dumps(members).encode()).rstrip(b"=").decode()
    rest = key.proof("POST", URL, 1_000).partition(".")[2]
    with pytest.raises(InvalidDpopProof, match=reason):
        read_proof(f"{first}.{rest}")


def test_a_private_key_in_the_header_is_refused(key: ProvingKey) -> None:
    text = key.proof("POST", URL, 1_000, header={"jwk": key.key.as_dict(private=True)})
    with pytest.raises(InvalidDpopProof, match="private"):
        read_proof(text)


def test_the_signature_of_another_key_is_refused(key: ProvingKey) -> None:
    text = key.proof("POST", URL, 1_000, header={"jwk": ProvingKey().key.as_dict(private=False)})
    with pytest.raises(InvalidDpopProof, match="signature"):
        read_proof(text)


def test_a_symmetric_key_is_refused() -> None:
    secret = OctKey.import_key("a-secret-of-more-than-thirty-two-octets")
    header = {"typ": "dpop+jwt", "alg": "HS256", "jwk": secret.as_dict()}
    text = jwt.encode(header, {"jti": "1", "htm": "POST", "htu": URL, "iat": 1}, secret, algorithms=["HS256"])
    with pytest.raises(InvalidDpopProof):
        read_proof(text)


def test_an_rsa_key_can_sign_proofs() -> None:
    rsa = RSAKey.generate_key(2048)
    header = {"typ": "dpop+jwt", "alg": "PS256", "jwk": rsa.as_dict(private=False)}
    text = jwt.encode(header, {"jti": "1", "htm": "POST", "htu": URL, "iat": 1}, rsa, algorithms=["PS256"])
    assert read_proof(text).key == rsa.thumbprint()


@pytest.mark.parametrize("name", ["jti", "htm", "htu", "iat"])
@pytest.mark.parametrize("value", [None, "", [], {}, True, -1, 2**60])
def test_each_claim_is_required(key: ProvingKey, name: str, value: Any) -> None:
    with pytest.raises(InvalidDpopProof, match=name):
        read_proof(key.proof("POST", URL, 1_000, **{name: value}))


def test_a_very_long_identifier_is_refused(key: ProvingKey) -> None:
    with pytest.raises(InvalidDpopProof, match="jti"):
        read_proof(key.proof("POST", URL, 1_000, jti="x" * 513))
    with pytest.raises(InvalidDpopProof, match="too long"):
        read_proof(key.proof("POST", URL, 1_000, more="x" * 10_000))


@given(st.text() | st.from_regex(r"[\w-]+\.[\w-]+\.[\w-]+", fullmatch=True))
def test_any_text_fails_with_the_same_error(text: str) -> None:
    with pytest.raises(InvalidDpopProof):
        read_proof(text)


@given(position=st.integers(0, len(EXAMPLE) - 1), letter=st.sampled_from("AZaz09-_."))
def test_no_changed_proof_is_accepted(position: int, letter: str) -> None:
    changed = EXAMPLE[:position] + letter + EXAMPLE[position + 1 :]
    if changed == EXAMPLE:
        return
    try:
        proof = read_proof(changed)
    except InvalidDpopProof:
        return
    # Only the last character can change without an effect, as base64url ignores some of its bits.
    assert (position, proof.url) == (len(EXAMPLE) - 1, "https://server.example.com/token")
