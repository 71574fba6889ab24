"""A RADIUS server for tests, written from RFC 2865 and RFC 3579 without the product's code."""

import hashlib
import hmac
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

ACCEPT, REJECT, CHALLENGE = 2, 3, 11


@dataclass
class RadiusServer:
    """Knows one user. `port` is that of the UDP socket; `requests` are the packets that it has received."""

    port: int
    secret: bytes = b"kontor-shared-secret"
    # The secret for responses, if it is another one than for requests.
    response_secret: bytes = b""
    user: bytes = b"joe"
    password: bytes = b"Schiffer12"
    attributes: bytes = b""
    accepts_with: int = ACCEPT
    # Requests that are received and not answered.
    ignores: int = 0
    signs: bool = True
    forges: bool = False
    requests: list[bytes] = field(default_factory=list)

    def answer(self, packet: bytes) -> bytes | None:
        """Return the response to a packet, or None if there is none."""
        self.requests.append(packet)
        if len(self.requests) <= self.ignores:
            return None
        authenticator, attributes = packet[4:20], parsed(packet[20 : int.from_bytes(packet[2:4], "big")])
        sent = attributes.pop(80)
        if hmac.new(self.secret, packet.replace(sent, bytes(16)), "md5").digest() != sent:
            return None
        secret = self.response_secret or self.secret
        right = attributes[1] == self.user and self._password_matches(packet[1], authenticator, attributes)
        code = self.accepts_with if right else REJECT
        body = (b"\x50\x12" + bytes(16) if self.signs else b"") + self.attributes
        head = bytes([code, packet[1]]) + (20 + len(body)).to_bytes(2, "big")
        if self.signs:
            digest = hmac.new(secret, head + authenticator + body, "md5").digest()
            body = b"\x50\x12" + digest + self.attributes
        if self.forges:
            head = bytes([ACCEPT]) + head[1:]
            return head + bytes(16) + body
        return head + hashlib.md5(head + authenticator + body + secret, usedforsecurity=False).digest() + body

    def _password_matches(self, identifier: int, authenticator: bytes, attributes: dict[int, bytes]) -> bool:
        if 3 in attributes:
            sent = attributes[3]
            known = bytes([sent[0]]) + self.password + attributes[60]
            return sent[0] == identifier and sent[1:] == hashlib.md5(known, usedforsecurity=False).digest()
        clear, previous = b"", authenticator
        for start in range(0, len(attributes[2]), 16):
            block = attributes[2][start : start + 16]
            key = hashlib.md5(self.secret + previous, usedforsecurity=False).digest()
            clear += bytes(a ^ b for a, b in zip(block, key, strict=True))
            previous = block
        return clear.rstrip(b"\0") == self.password


def parsed(body: bytes) -> dict[int, bytes]:
    """Return the attributes of a packet by their types."""
    found: dict[int, bytes] = {}
    while body:
        found[body[0]] = body[2 : body[1]]
        body = body[body[1] :]
    return found


@contextmanager
def serving_radius() -> Iterator[RadiusServer]:
    """Yield a server on a free port of this machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as channel:
        channel.bind(("127.0.0.1", 0))
        server = RadiusServer(channel.getsockname()[1])
        thread = threading.Thread(target=_serve, args=(channel, server), daemon=True)
        thread.start()
        yield server
        # An empty packet ends the loop.
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as last:
            last.sendto(b"", ("127.0.0.1", server.port))
        thread.join()


def _serve(channel: socket.socket, server: RadiusServer) -> None:
    while True:
        packet, sender = channel.recvfrom(4096)
        if not packet:
            return
        answer = server.answer(packet)
        if answer is not None:
            channel.sendto(answer, sender)
