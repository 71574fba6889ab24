import json

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from joserfc.jwk import ECKey, OctKey, OKPKey

from hanse.crypto.ed25519 import (
    KeyRefused,
    key_id,
    new_private_key,
    private_pem,
    public_half,
    public_jwk,
    public_pem,
    read_private_key,
    read_public_keys,
)
from hanse.kit.randomness import SystemRandomness

# RFC 8037, appendix A.1 and A.3: a private key as JWK, and the thumbprint of its public half.
RFC_8037_KEY = {
    "kty": "OKP",
    "crv": "Ed25519",
    "d": "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A",
    "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
}
RFC_8037_THUMBPRINT = "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"
RFC_8037_PUBLIC = {name: value for name, value in RFC_8037_KEY.items() if name != "d"}


class FixedRandomness:
    def token_bytes(self, count: int) -> bytes:
        return bytes(range(count))


def test_the_id_is_the_thumbprint_of_rfc_8037() -> None:
    key = read_private_key(json.dumps(RFC_8037_KEY).encode())
    assert key_id(key) == RFC_8037_THUMBPRINT
    assert key_id(public_half(key)) == RFC_8037_THUMBPRINT
    assert public_jwk(key) == RFC_8037_PUBLIC | {"kid": RFC_8037_THUMBPRINT, "alg": "Ed25519", "use": "sig"}


def test_the_key_is_derived_from_the_given_randomness() -> None:
    assert key_id(new_private_key(FixedRandomness())) == key_id(new_private_key(FixedRandomness()))
    assert key_id(new_private_key(SystemRandomness())) != key_id(new_private_key(SystemRandomness()))


def test_keys_written_as_pem_are_read_back() -> None:
    key = new_private_key(SystemRandomness())
    again = read_private_key(private_pem(key))
    assert again.is_private
    assert key_id(again) == key_id(key)
    (public,) = read_public_keys(public_pem(key))
    assert not public.is_private
    assert key_id(public) == key_id(key)


def test_a_jwk_set_and_a_pem_bundle_contain_several_keys() -> None:
    one, two = (new_private_key(SystemRandomness()) for _ in range(2))
    jwks = json.dumps({"keys": [public_jwk(one), public_jwk(two)]}).encode()
    for data in (jwks, public_pem(one) + public_pem(two)):
        assert [key_id(key) for key in read_public_keys(data)] == [key_id(one), key_id(two)]


def test_the_key_id_in_a_file_is_ignored() -> None:
    (key,) = read_public_keys(json.dumps(RFC_8037_PUBLIC | {"kid": "somebody-else"}).encode())
    assert key.kid is None
    assert key_id(key) == RFC_8037_THUMBPRINT


@pytest.mark.parametrize(
    ("data", "message"),
    [
        pytest.param(json.dumps(RFC_8037_KEY).encode(), "private key", id="private JWK"),
        pytest.param(private_pem(new_private_key(FixedRandomness())), "private key", id="private PEM"),
        pytest.param(b"", "no public key", id="empty"),
        pytest.param(b"{", "not readable as JSON", id="cut off JSON"),
        pytest.param(b'{"keys": 7}', "list of keys", id="no key list"),
        pytest.param(b'{"keys": []}', "no public key", id="empty key set"),
        pytest.param(json.dumps(ECKey.generate_key("P-256").as_dict()).encode(), "Only Ed25519", id="EC JWK"),
        pytest.param(json.dumps(OctKey.generate_key().as_dict()).encode(), "Only Ed25519", id="oct JWK"),
        pytest.param(json.dumps(OKPKey.generate_key("X25519").as_dict()).encode(), "Only Ed25519", id="X25519"),
        pytest.param(OKPKey.generate_key("X25519", private=False).as_pem(), "Only Ed25519", id="X25519 PEM"),
        pytest.param(
            ec.generate_private_key(ec.SECP256R1())
            .public_key()
            .public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo),
            "not readable",
            id="EC PEM",
        ),
        pytest.param(json.dumps(RFC_8037_PUBLIC | {"x": "AAAA"}).encode(), "damaged", id="short x"),
        pytest.param(json.dumps(RFC_8037_PUBLIC | {"x": 7}).encode(), "damaged", id="numeric x"),
        pytest.param(b"-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----", "not readable", id="bad PEM"),
        pytest.param(b" " * 65_537, "at most 64 KB", id="too long"),
        pytest.param(b'{"a":' * 10_000, "not readable as JSON", id="deep JSON"),
    ],
)
def test_invalid_public_keys_are_refused(data: bytes, message: str) -> None:
    with pytest.raises(KeyRefused, match=message):
        read_public_keys(data)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        pytest.param(public_pem(new_private_key(FixedRandomness())), "not an Ed25519 private", id="public PEM"),
        pytest.param(json.dumps(RFC_8037_PUBLIC).encode(), "not an Ed25519 private", id="public JWK"),
        pytest.param(OKPKey.generate_key("Ed448").as_pem(private=True), "not an Ed25519 private", id="Ed448"),
        pytest.param(OKPKey.generate_key().as_pem(private=True, password="p"), "passphrase", id="protected"),
        pytest.param(
            json.dumps(RFC_8037_KEY | {"x": public_jwk(new_private_key(FixedRandomness()))["x"]}).encode(),
            "do not match",
            id="mixed halves",
        ),
        pytest.param(b"[]", "not readable", id="no key at all"),
    ],
)
def test_invalid_private_keys_are_refused(data: bytes, message: str) -> None:
    with pytest.raises(KeyRefused, match=message):
        read_private_key(data)
