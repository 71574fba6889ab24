"""OpenTokens (draft-smith-opentoken-02): published tokens, and pairs that a token cannot contain."""

from base64 import b64decode, urlsafe_b64decode, urlsafe_b64encode

import pytest

from hanse.crypto.open_tokens import (
    AES_128,
    AES_256,
    OpenTokenRefused,
    OpenTokenWriter,
    derived_key,
    read_token,
    write_token,
)
from hanse.kit.randomness import SystemRandomness
from tests.support.open_tokens import key_of, read_pairs, read_payload, sealed

# Section 6.1 of the draft, with its first character corrected: the draft has P instead of T.
KEY = b64decode("a66C9MvM8eY4qJKyCXKW+w==")
TOKEN = "T1RLAQK9THj0okLTUB663QrJFg5qA58IDhAb93ondvcx7sY6s44eszNqAAAga5W8Dc4XZwtsZ4qV3_lDI-Zn2_yadHHIhkGqNV5J9kw*"
PAIRS = [("foo", "bar"), ("bar", "baz")]
# A token of the library opentoken for Python, for the password testPassword.
OF_LIBRARY = "T1RLAQLVVgI6nfAXif1wYQz-4Hoqqjpk-RCRhrYo_A3vfozy8DwQgX_iAAAgXtSyTiGFVbQGmJ7-USFFjaZYuPueXSr8Gl2W5APuFWw*"


def test_the_token_of_the_draft_is_written() -> None:
    initial = urlsafe_b64decode(TOKEN.replace("*", "="))[26:42]
    assert write_token(KEY, AES_128, PAIRS, initial) == TOKEN
    assert read_payload(TOKEN, KEY) == "foo=bar\nbar=baz"


def test_the_key_of_a_password_is_that_of_other_implementations() -> None:
    pairs = [("subject", "foobar"), *PAIRS]
    assert read_pairs(OF_LIBRARY, "testPassword") == pairs
    initial = urlsafe_b64decode(OF_LIBRARY.replace("*", "="))[26:42]
    assert write_token(key_of("testPassword", AES_128), AES_128, pairs, initial) == OF_LIBRARY


@pytest.mark.parametrize("suite", [AES_128, AES_256])
def test_each_token_is_new_and_can_be_read_with_the_password(suite: int) -> None:
    writer = OpenTokenWriter("a long password", suite)
    tokens = {writer.write([*PAIRS, ("bar", "again")], SystemRandomness()) for _ in range(3)}
    assert len(tokens) == 3
    for token in tokens:
        assert read_pairs(token, "a long password", suite) == [*PAIRS, ("bar", "again")]


def test_values_are_quoted_unless_they_are_plain() -> None:
    values = ["joe@example.com", "Joe Doe", "it's", "a\\b", 'a"b', "a=b", "", "Jörg"]
    token = OpenTokenWriter("a long password", AES_128).write([("x", each) for each in values], SystemRandomness())
    assert [value for _, value in read_pairs(token, "a long password")] == [
        "joe@example.com",
        "'Joe Doe'",
        r"'it\'s'",
        r"'a\\b'",
        "'a\"b'",
        "'a=b'",
        "''",
        "'Jörg'",
    ]


@pytest.mark.parametrize(
    "pair",
    [("x", "joe\nsubject=admin"), ("x", "joe\r"), ("x", "\0"), ("a b", "x"), ("a=b", "x"), ("a\nb", "x"), ("", "x")],
)
def test_a_pair_that_simple_agents_would_read_as_another_one_is_refused(pair: tuple[str, str]) -> None:
    with pytest.raises(ValueError, match="OpenToken"):
        OpenTokenWriter("a long password", AES_128).write([pair], SystemRandomness())


def test_a_payload_that_is_too_long_is_refused() -> None:
    noise = SystemRandomness().token_bytes(100_000).hex()
    with pytest.raises(ValueError, match="too long"):
        OpenTokenWriter("a long password", AES_128).write([("x", noise)], SystemRandomness())


def test_the_token_of_the_draft_is_read() -> None:
    assert read_token(KEY, AES_128, TOKEN).pairs == PAIRS


def test_what_is_written_is_read() -> None:
    values = ["joe@example.com", "Joe Doe", "it's", "a\\b", 'a"b', "a=b", "", "Jörg"]
    pairs = [("x", each) for each in values]
    token = OpenTokenWriter("a long password", AES_256).write(pairs, SystemRandomness())
    assert read_token(derived_key("a long password", AES_256), AES_256, token).pairs == pairs


def test_every_change_of_a_token_is_noticed() -> None:
    octets = urlsafe_b64decode(TOKEN.replace("*", "="))
    for position in range(len(octets)):
        changed = bytearray(octets)
        changed[position] ^= 1
        with pytest.raises(OpenTokenRefused):
            read_token(KEY, AES_128, urlsafe_b64encode(changed).decode().replace("=", "*"))


@pytest.mark.parametrize("text", ["", "T1RL", TOKEN[:-8], f"{TOKEN}AAAA", TOKEN.replace("_", "!"), "A" * 100_000])
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(OpenTokenRefused):
        read_token(KEY, AES_128, text)
    with pytest.raises(OpenTokenRefused):
        read_token(KEY + KEY, AES_256, TOKEN)


def test_a_payload_that_inflates_without_end_is_refused() -> None:
    token = write_token(KEY, AES_128, [("x", "a" * 1_000_000)], bytes(16))
    assert len(token) < 32_768
    with pytest.raises(OpenTokenRefused):
        read_token(KEY, AES_128, token)


def test_the_payload_of_other_implementations_is_read() -> None:
    payload = "a=b\n c = 'd\\'e\nf' \nx=\"y\"\r\n\nz=\nq=a b "
    expected = [("a", "b"), ("c", "d'e\nf"), ("x", "y"), ("z", ""), ("q", "a b")]
    assert read_token(KEY, AES_128, sealed(payload, KEY)).pairs == expected


@pytest.mark.parametrize("payload", ["a", "a='x", "=b", "a='x'y", "a b=c", "'a'=b"])
def test_a_payload_of_another_form_is_refused(payload: str) -> None:
    with pytest.raises(OpenTokenRefused):
        read_token(KEY, AES_128, sealed(payload, KEY))
