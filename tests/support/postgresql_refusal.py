"""A server that speaks PostgreSQL's protocol, requests a password and refuses it with a given message."""

import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_SSL, _GSS = struct.pack("!i", 80877103), struct.pack("!i", 80877104)


@contextmanager
def refusing(message: str, state: str = "28P01") -> Iterator[int]:
    """Run the server and yield its port (PostgreSQL frontend/backend protocol 3.0)."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=_serve, args=(server, message, state), daemon=True).start()
        yield server.getsockname()[1]


def _serve(server: socket.socket, message: str, state: str) -> None:
    while True:
        try:
            connection, _ = server.accept()
        except OSError:
            return
        with connection, connection.makefile("rwb") as stream:
            # Requests for encryption come before the startup message and are declined.
            while stream.read(_size(stream.read(4)))[:4] in (_SSL, _GSS):
                stream.write(b"N")
                stream.flush()
            # AuthenticationCleartextPassword, the password, and ErrorResponse.
            stream.write(b"R" + struct.pack("!ii", 8, 3))
            stream.flush()
            stream.read(1)
            stream.read(_size(stream.read(4)))
            fields = b"SFATAL\0VFATAL\0C" + state.encode() + b"\0M" + message.encode() + b"\0\0"
            stream.write(b"E" + struct.pack("!i", len(fields) + 4) + fields)


def _size(prefix: bytes) -> int:
    return int(struct.unpack("!i", prefix)[0]) - 4
