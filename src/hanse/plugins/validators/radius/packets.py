"""Packets of the RADIUS protocol (RFC 2865), with the Message-Authenticator of RFC 3579.

MD5 is weak, but the protocol has no other digest. The Message-Authenticator is an HMAC, which protects requests and
responses against forgery by anyone who does not know the shared secret (CVE-2024-3596, "Blast-RADIUS").
"""

import hashlib
import hmac
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

AUTHENTICATOR_BYTES: Final = 16
# RFC 2865, sections 5.1 and 5.2.
MOST_NAME_BYTES: Final = 253
MOST_PASSWORD_BYTES: Final = 128
_HEADER: Final = struct.Struct("!BBH16s")
_MOST_BYTES: Final = 4096
_BLOCK: Final = 16
_USER_NAME, _USER_PASSWORD, _CHAP_PASSWORD, _NAS_IDENTIFIER, _CHAP_CHALLENGE = 1, 2, 3, 32, 60
_MESSAGE_AUTHENTICATOR: Final = 80
_NO_DIGEST: Final = bytes(16)


class Code(IntEnum):
    """The kinds of packets that concern authentication."""

    ACCESS_REQUEST = 1
    ACCESS_ACCEPT = 2
    ACCESS_REJECT = 3
    ACCESS_CHALLENGE = 11


@dataclass(frozen=True)
class Credentials:
    """A user's name and password, and the name of this server (NAS-Identifier)."""

    username: str
    password: str
    nas_identifier: str
    # With CHAP, the server gets a digest of the password (RFC 2865, section 5.3).
    uses_chap: bool = False


@dataclass(frozen=True)
class AccessRequest:
    """An Access-Request, and the values to which the response must belong."""

    identifier: int
    authenticator: bytes
    packet: bytes


@dataclass(frozen=True)
class Response:
    """A verified response: its code, and its attributes as type and value."""

    code: Code
    attributes: Sequence[tuple[int, bytes]]


def access_request(credentials: Credentials, secret: bytes, identifier: int, authenticator: bytes) -> AccessRequest:
    """Return an Access-Request. `authenticator` must be unpredictable and unique, because it hides the password."""
    password = credentials.password.encode()
    attributes = [(_MESSAGE_AUTHENTICATOR, _NO_DIGEST), (_USER_NAME, credentials.username.encode())]
    if credentials.uses_chap:
        digest = _md5(bytes([identifier]) + password + authenticator)
        attributes += [(_CHAP_PASSWORD, bytes([identifier]) + digest), (_CHAP_CHALLENGE, authenticator)]
    else:
        attributes.append((_USER_PASSWORD, hidden_password(password, secret, authenticator)))
    if credentials.nas_identifier:
        attributes.append((_NAS_IDENTIFIER, credentials.nas_identifier.encode()))
    body = b"".join(struct.pack("!BB", type_, len(value) + 2) + value for type_, value in attributes)
    unsigned = _HEADER.pack(Code.ACCESS_REQUEST, identifier, _HEADER.size + len(body), authenticator) + body
    # The Message-Authenticator comes first (RFC 3579, section 3.2): it is computed with zeros in its place.
    start = _HEADER.size + 2
    packet = unsigned[:start] + _hmac(secret, unsigned) + unsigned[start + _BLOCK :]
    return AccessRequest(identifier, authenticator, packet)


def hidden_password(password: bytes, secret: bytes, authenticator: bytes) -> bytes:
    """Return a password as in User-Password (RFC 2865, section 5.2)."""
    padded = password + bytes(-len(password) % _BLOCK or (_BLOCK if not password else 0))
    hidden, previous = b"", authenticator
    for start in range(0, len(padded), _BLOCK):
        key = _md5(secret + previous)
        previous = bytes(a ^ b for a, b in zip(padded[start : start + _BLOCK], key, strict=True))
        hidden += previous
    return hidden


def read_response(packet: bytes, request: AccessRequest, secret: bytes) -> Response | None:
    """Return a response to a request; None if it is malformed, belongs to another request, or is not authentic.

    Responses without Message-Authenticator are not accepted.
    """
    if not _HEADER.size <= len(packet) <= _MOST_BYTES:
        return None
    code, identifier, length, authenticator = _HEADER.unpack_from(packet)
    if identifier != request.identifier or not _HEADER.size <= length <= len(packet) or code not in _RESPONSES:
        return None
    # Octets beyond the length are padding (RFC 2865, section 3).
    body = packet[_HEADER.size : length]
    expected = _md5(packet[:4] + request.authenticator + body + secret)
    if not hmac.compare_digest(expected, authenticator):
        return None
    try:
        attributes = list(_attributes(body))
    except ValueError:
        return None
    if not _is_signed(packet[:4] + request.authenticator, body, attributes, secret):
        return None
    return Response(Code(code), [(type_, value) for type_, _, value in attributes])


def _is_signed(head: bytes, body: bytes, attributes: Sequence[tuple[int, int, bytes]], secret: bytes) -> bool:
    """Return whether a response has one correct Message-Authenticator (RFC 3579, section 3.2).

    `head` is its header with the authenticator of the request.
    """
    digests = [(start, value) for type_, start, value in attributes if type_ == _MESSAGE_AUTHENTICATOR]
    if len(digests) != 1 or len(digests[0][1]) != _BLOCK:
        return False
    start, digest = digests[0]
    zeroed = body[:start] + _NO_DIGEST + body[start + _BLOCK :]
    return hmac.compare_digest(_hmac(secret, head + zeroed), digest)


_RESPONSES: Final = frozenset({Code.ACCESS_ACCEPT, Code.ACCESS_REJECT, Code.ACCESS_CHALLENGE})


def _attributes(body: bytes) -> Iterator[tuple[int, int, bytes]]:
    """Yield type, position of the value, and value of each attribute; raises ValueError if a length is wrong."""
    position = 0
    while position < len(body):
        length = body[position + 1] if position + 1 < len(body) else 0
        if length < 2 or position + length > len(body):  # noqa: PLR2004 - type and length are two octets.
            raise ValueError("an attribute has a wrong length")
        yield body[position], position + 2, body[position + 2 : position + length]
        position += length


def _md5(data: bytes) -> bytes:
    return hashlib.md5(data, usedforsecurity=False).digest()


def _hmac(secret: bytes, data: bytes) -> bytes:
    return hmac.digest(secret, data, "md5")
