"""An application's agent for OpenTokens, written for the tests from the draft (draft-smith-opentoken-02)."""

import hashlib
import hmac
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.padding import PKCS7

_KEY_OCTETS = {1: 32, 2: 16}


def key_of(password: str, suite: int) -> bytes:
    """Return the key that a password gives (section 4)."""
    return hashlib.pbkdf2_hmac("sha1", password.encode(), bytes(8), 1000, _KEY_OCTETS[suite])


def read_payload(token: str, key: bytes) -> str:
    """Return the payload of a token (section 3.2). Fails for a token that is not authentic."""
    octets = urlsafe_b64decode(token.replace("*", "="))
    assert octets[:4] == b"OTK\x01"
    suite, mac, iv_length = octets[4], octets[5:25], octets[25]
    initial, rest = octets[26 : 26 + iv_length], octets[26 + iv_length :]
    assert rest[0] == 0
    length, sealed = int.from_bytes(rest[1:3]), rest[3:]
    assert length == len(sealed)
    decryptor = Cipher(algorithms.AES(key), modes.CBC(initial)).decryptor()
    unpadder = PKCS7(128).unpadder()
    padded = decryptor.update(sealed) + decryptor.finalize()
    payload = zlib.decompress(unpadder.update(padded) + unpadder.finalize())
    expected = hmac.new(key, bytes([1, suite]) + initial + payload, hashlib.sha1).digest()
    assert hmac.compare_digest(mac, expected)
    return payload.decode()


def read_pairs(token: str, password: str, suite: int = 2) -> list[tuple[str, str]]:
    """Return the keys and values of a token, as a simple agent reads them."""
    lines = read_payload(token, key_of(password, suite)).split("\n")
    return [(name, value) for name, _, value in (line.partition("=") for line in lines)]


def sealed(payload: str, key: bytes, suite: int = 2) -> str:
    """Return the token of an application with a payload (section 3.1)."""
    initial, octets = bytes(range(16)), payload.encode()
    mac = hmac.new(key, bytes([1, suite]) + initial + octets, hashlib.sha1).digest()
    padder, encryptor = PKCS7(128).padder(), Cipher(algorithms.AES(key), modes.CBC(initial)).encryptor()
    cipher = encryptor.update(padder.update(zlib.compress(octets)) + padder.finalize()) + encryptor.finalize()
    head = b"OTK\x01" + bytes([suite]) + mac + b"\x10" + initial
    return urlsafe_b64encode(head + b"\x00" + len(cipher).to_bytes(2) + cipher).decode().replace("=", "*")
