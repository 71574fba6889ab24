import json
from typing import Any

import pytest
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from hypothesis import given
from hypothesis import strategies as st
from joserfc import jws as joserfc_jws
from joserfc.jwk import OctKey, OKPKey
from joserfc.util import urlsafe_b64decode, urlsafe_b64encode

from hanse.crypto.ed25519 import key_id, public_half
from hanse.crypto.jws import (
    BadSignature,
    JwsError,
    MalformedJws,
    UnknownKey,
    UnsupportedAlgorithm,
    payload_without_verification,
    sign_compact,
    verify_compact,
)

TYP = "example+jwt"
KEY = OKPKey.generate_key("Ed25519")
OTHER = OKPKey.generate_key("Ed25519")
KEYS = {key_id(KEY): public_half(KEY)}
TOKEN = sign_compact(b'{"a":1}', KEY, typ=TYP).encode()


def encode_part(part: object) -> bytes:
    return urlsafe_b64encode(json.dumps(part).encode())


def sign_with_header(header: dict[str, Any], payload: bytes = b"{}", key: OKPKey = KEY) -> bytes:
    """Sign any header, as an attacker with a key could."""
    content = encode_part(header) + b"." + urlsafe_b64encode(payload)
    signature = key.get_op_key("sign").sign(content)  # type: ignore[union-attr]  # the key is a private Ed25519 key.
    return content + b"." + urlsafe_b64encode(signature)


def header(**changes: Any) -> dict[str, Any]:
    return {"alg": "Ed25519", "kid": key_id(KEY), "typ": TYP} | changes


@given(st.binary(max_size=5_000))
def test_a_signed_payload_is_returned_unchanged(payload: bytes) -> None:
    token = sign_compact(payload, KEY, typ=TYP).encode()
    assert verify_compact(token, KEYS, typ=TYP) == payload
    assert payload_without_verification(token, typ=TYP) == payload


def test_another_library_verifies_the_signature() -> None:
    # First with joserfc, then with only the cryptography library (RFC 7515, section 5.2).
    seen = joserfc_jws.deserialize_compact(TOKEN, public_half(KEY), algorithms=["Ed25519"])
    assert seen.payload == b'{"a":1}'
    content, _, signature = TOKEN.rpartition(b".")
    KEY.public_key.verify(urlsafe_b64decode(signature), content)  # type: ignore[union-attr]  # the key is a private Ed25519 key.


@given(st.integers(0, len(TOKEN) - 1), st.integers(0, 255))
def test_any_changed_byte_is_refused(position: int, byte: int) -> None:
    changed = TOKEN[:position] + bytes([byte]) + TOKEN[position + 1 :]
    if changed == TOKEN:
        assert verify_compact(changed, KEYS, typ=TYP)
    else:
        with pytest.raises(JwsError):
            verify_compact(changed, KEYS, typ=TYP)


@given(st.integers(0, len(TOKEN) - 1))
def test_a_truncated_token_is_refused_as_malformed(length: int) -> None:
    with pytest.raises(MalformedJws):
        verify_compact(TOKEN[:length], KEYS, typ=TYP)


@given(st.binary(max_size=300) | st.lists(st.binary(max_size=60), min_size=3, max_size=3).map(b".".join))
def test_arbitrary_bytes_raise_only_the_declared_error(data: bytes) -> None:
    with pytest.raises(JwsError):
        verify_compact(data, KEYS, typ=TYP)


@given(
    st.recursive(
        st.none() | st.integers() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_arbitrary_headers_raise_only_the_declared_error(content: object) -> None:
    with pytest.raises(JwsError):
        verify_compact(encode_part(content) + b"." + TOKEN.split(b".", 1)[1], KEYS, typ=TYP)


def test_an_unknown_key_and_a_forged_signature_are_distinguished() -> None:
    with pytest.raises(UnknownKey):
        verify_compact(sign_compact(b"{}", OTHER, typ=TYP).encode(), KEYS, typ=TYP)
    with pytest.raises(BadSignature):
        verify_compact(sign_with_header(header(), key=OTHER), KEYS, typ=TYP)


@pytest.mark.parametrize(
    "alg", ["none", "None", "HS256", "EdDSA", "Ed448", "ES256", "ed25519", "", None, 7, ["Ed25519"]]
)
def test_every_other_algorithm_is_refused(alg: object) -> None:
    with pytest.raises(UnsupportedAlgorithm):
        verify_compact(sign_with_header(header(alg=alg)), KEYS, typ=TYP)


def test_an_unsigned_text_is_refused() -> None:
    for token in (encode_part({"alg": "none"}) + b".e30.", encode_part(header(alg="none")) + b".e30."):
        with pytest.raises(UnsupportedAlgorithm):
            verify_compact(token, KEYS, typ=TYP)


def test_the_public_key_is_not_accepted_as_a_shared_secret() -> None:
    # RFC 8725, section 2.1: a MAC made with the public key's bytes must not pass for a signature.
    raw = KEY.public_key.public_bytes(Encoding.Raw, PublicFormat.Raw)
    for secret in (raw, json.dumps(KEYS[key_id(KEY)].as_dict()).encode()):
        mac = joserfc_jws.serialize_compact(header(alg="HS256"), b"{}", OctKey.import_key(secret))
        with pytest.raises(UnsupportedAlgorithm):
            verify_compact(mac.encode(), KEYS, typ=TYP)


@pytest.mark.parametrize(
    "changes",
    [
        {"typ": "JWT"},
        {"typ": "EXAMPLE+JWT"},
        {"typ": None},
        {"kid": 7},
        {"jwk": public_half(OTHER).as_dict()},
        {"jku": "https://attacker.example/keys"},
        {"crit": ["b64"], "b64": False},
        {"cty": "x" * 600},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_a_validly_signed_token_of_another_profile_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(MalformedJws):
        verify_compact(sign_with_header(header(**changes)), KEYS, typ=TYP)


@pytest.mark.parametrize("missing", ["alg", "kid", "typ"])
def test_every_header_parameter_is_required(missing: str) -> None:
    part = {name: value for name, value in header().items() if name != missing}
    with pytest.raises(MalformedJws):
        verify_compact(sign_with_header(part), KEYS, typ=TYP)
