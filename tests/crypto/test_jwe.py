import json
from typing import Any

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from hypothesis import given
from hypothesis import strategies as st
from joserfc import jwe as joserfc_jwe
from joserfc.jwk import OctKey
from joserfc.registry import HeaderParameter
from joserfc.util import urlsafe_b64encode

from hanse.crypto.jwe import JweError, decrypt_compact, encrypt_compact, header_without_opening

KEY, NONCE = bytes(range(32)), bytes(range(12))
HEADER = {"kid": "first", "use": "/devices:password"}
PROFILE = {"alg": "dir", "enc": "A256GCM"}
SEALED = encrypt_compact(HEADER, b"Hansa-1241", KEY, NONCE)
REGISTRY = joserfc_jwe.JWERegistry({"use": HeaderParameter("any", "str")}, algorithms=[*PROFILE.values()])
# A token of joserfc 1.8, with which earlier versions of this server encrypted. Stored tokens must stay readable.
FROM_JOSERFC = (
    "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIiwia2lkIjoiZmlyc3QiLCJ1c2UiOiIvZGV2aWNlczpwYXNzd29yZCJ9."
    ".Io150t45umznyGVo.R58i46fLN4iSxQ.hMFdKmHHPD-hasS56HwoOg"
)

texts = st.text(max_size=40)
keys = st.binary(min_size=32, max_size=32)
nonces = st.binary(min_size=12, max_size=12)


def decrypt(text: str, key: bytes = KEY) -> tuple[dict[str, Any], bytes]:
    return decrypt_compact(text, lambda _header: key)


def encrypt(header: object, *, nonce: bytes = NONCE, cut: int = 16, encrypted_key: bytes = b"") -> str:
    """Encrypt under an arbitrary header, as an attacker with the key could."""
    protected = urlsafe_b64encode(header if isinstance(header, bytes) else json.dumps(header).encode())
    content = AESGCM(KEY).encrypt(nonce, b"secret", protected)
    parts = (encrypted_key, nonce, content[:-16], content[-16:][:cut])
    return b".".join([protected, *map(urlsafe_b64encode, parts)]).decode()


@given(header=st.fixed_dictionaries({"kid": texts, "use": texts}), plaintext=st.binary(), key=keys, nonce=nonces)
def test_another_library_decrypts_tokens_of_this_one(
    header: dict[str, str], plaintext: bytes, key: bytes, nonce: bytes
) -> None:
    text = encrypt_compact(header, plaintext, key, nonce)
    found = joserfc_jwe.decrypt_compact(text, OctKey.import_key(key), registry=REGISTRY)
    assert (found.headers(), found.plaintext) == ({**header, **PROFILE}, plaintext)
    assert decrypt(text, key) == ({**header, **PROFILE}, plaintext)


@given(header=st.fixed_dictionaries({"kid": texts, "use": texts}), plaintext=st.binary(), key=keys)
def test_tokens_of_another_library_are_decrypted(header: dict[str, str], plaintext: bytes, key: bytes) -> None:
    whole = {**PROFILE, **header}
    text = joserfc_jwe.encrypt_compact(whole, plaintext, OctKey.import_key(key), registry=REGISTRY)
    assert decrypt(text, key) == (whole, plaintext)


def test_a_token_has_the_parts_of_the_compact_serialization() -> None:
    protected, encrypted_key, nonce, _, tag = SEALED.split(".")
    assert (encrypted_key, nonce, len(tag)) == ("", "AAECAwQFBgcICQoL", 22)
    assert header_without_opening(SEALED) == {**HEADER, **PROFILE}
    # RFC 7516 uses base64url without padding.
    assert "=" not in encrypt_compact(HEADER, b"1", KEY, NONCE)
    assert (
        protected
        == urlsafe_b64encode(b'{"kid":"first","use":"/devices:password","alg":"dir","enc":"A256GCM"}').decode()
    )


def test_tokens_encrypted_by_earlier_versions_can_be_decrypted() -> None:
    assert decrypt(FROM_JOSERFC) == ({**HEADER, **PROFILE}, b"Hansa-1241")


def test_the_key_is_chosen_by_the_header() -> None:
    assert decrypt_compact(SEALED, lambda header: {"first": KEY}[header["kid"]])[1] == b"Hansa-1241"
    with pytest.raises(KeyError):
        decrypt_compact(SEALED, lambda header: {"other": KEY}[header["kid"]])


@given(place=st.integers(0, len(SEALED) - 1), character=st.characters(max_codepoint=0x17F))
def test_a_changed_character_is_refused(place: int, character: str) -> None:
    changed = SEALED[:place] + character + SEALED[place + 1 :]
    try:
        header, plaintext = decrypt(changed)
    except JweError:
        return
    # The last character of a part can have unused bits (RFC 4648, section 3.5).
    assert (header, plaintext) == ({**HEADER, **PROFILE}, b"Hansa-1241")
    assert changed == SEALED or changed[place + 1 : place + 2] in {".", ""}


@given(st.text() | st.from_regex(r"[A-Za-z0-9_.=-]{0,80}", fullmatch=True))
def test_invalid_text_is_refused(text: str) -> None:
    with pytest.raises(JweError):
        decrypt(text)


def test_another_key_cannot_decrypt() -> None:
    with pytest.raises(JweError, match="key cannot decrypt"):
        decrypt(SEALED, bytes(32))


@pytest.mark.parametrize(
    "text",
    [
        encrypt(PROFILE, encrypted_key=b"k"),
        encrypt(PROFILE, nonce=bytes(16)),
        encrypt(PROFILE, nonce=bytes(8)),
        encrypt(PROFILE, cut=12),
        encrypt({**PROFILE, "alg": "A256KW"}),
        encrypt({**PROFILE, "enc": "A128GCM"}),
        encrypt({**PROFILE, "zip": "DEF"}),
        encrypt({**PROFILE, "crit": ["use"]}),
        encrypt({"alg": "dir"}),
        encrypt([*PROFILE]),
        encrypt(b"\xff"),
        encrypt(b"[" * 100_000),
        encrypt(PROFILE) + ".",
        encrypt(PROFILE) + "=",
        encrypt(PROFILE).replace(".", ".\n", 2),
    ],
    ids=lambda text: f"{len(text)} characters",
)
def test_tokens_outside_of_the_profile_are_refused(text: str) -> None:
    assert decrypt(encrypt(PROFILE))[1] == b"secret"
    with pytest.raises(JweError):
        decrypt(text)
