"""A server that answers with given bytes, for answers that a correct server never sends."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from tests.tools.cloud.serving import bound_socket


@dataclass
class RawServer:
    url: str
    requests: list[bytes] = field(default_factory=list)


@contextmanager
def answering(*answers: bytes | None) -> Iterator[RawServer]:
    """Send each connection the next answer, and the last one repeatedly. For None, the connection stays open without an
    answer."""
    listener = bound_socket()
    listener.listen()
    server = RawServer(f"http://127.0.0.1:{listener.getsockname()[1]}")
    open_sockets: list[socket.socket] = []
    over = threading.Event()

    def serve() -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            if over.is_set():
                connection.close()
                return
            open_sockets.append(connection)
            answer = answers[min(len(server.requests), len(answers) - 1)] if answers else None
            server.requests.append(_read_request(connection))
            if answer is not None:
                try:
                    connection.sendall(answer)
                except OSError:
                    continue
                finally:
                    connection.close()

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield server
    finally:
        over.set()
        # Closing a socket does not end accept(), so a last connection does.
        socket.create_connection(listener.getsockname()).close()
        thread.join(10)
        for each in (listener, *open_sockets):
            each.close()


def http_answer(body: bytes, *headers: str, status: str = "200 OK", kind: str = "application/json") -> bytes:
    lines = [
        f"HTTP/1.1 {status}",
        f"Content-Type: {kind}",
        f"Content-Length: {len(body)}",
        "Connection: close",
    ]
    return "\r\n".join([*lines, *headers, "", ""]).encode() + body


def _read_request(connection: socket.socket) -> bytes:
    """Read a request: its header and, by its Content-Length, its body."""
    data = b""
    while b"\r\n\r\n" not in data:
        piece = connection.recv(65_536)
        if not piece:
            break
        data += piece
    head, _, body = data.partition(b"\r\n\r\n")
    for line in head.split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            while len(body) < int(value):
                body += connection.recv(65_536)
    return head + b"\r\n\r\n" + body
