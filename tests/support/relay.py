"""A relay to a PostgreSQL server for one node, so that a test can cut off this node alone."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from sqlalchemy.engine import URL, make_url

PORT = 5432


class Relay:
    """Accepts connections on a port of this machine and passes their bytes to the server and back."""

    def __init__(self, url: str) -> None:
        self._server = make_url(url)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._is_cut = False
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        """The URL of the same database through the relay."""
        port = self._listener.getsockname()[1]
        through: URL = self._server.set(host="127.0.0.1", port=port).difference_update_query(["host"])
        return through.render_as_string(hide_password=False)

    def cut(self) -> None:
        """End all connections, and end each new one at once."""
        with self._lock:
            self._is_cut = True
            for each in self._open:
                with suppress(OSError):
                    each.shutdown(socket.SHUT_RDWR)

    def restore(self) -> None:
        """Pass new connections on again."""
        with self._lock:
            self._is_cut = False

    def close(self) -> None:
        """End everything."""
        self.cut()
        self._listener.close()

    def _connect(self) -> socket.socket:
        folder = self._server.query.get("host")
        if folder is None:
            return socket.create_connection((self._server.host or "127.0.0.1", self._server.port or PORT))
        upstream = socket.socket(socket.AF_UNIX)
        upstream.connect(f"{folder}/.s.PGSQL.{self._server.port or PORT}")
        return upstream

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                with self._lock:
                    if self._is_cut:
                        near.close()
                        continue
                    far = self._connect()
                    self._open |= {near, far}
                for source, target in ((near, far), (far, near)):
                    threading.Thread(target=self._pass_on, args=(source, target), daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                target.sendall(data)
        for each in (source, target):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
        with self._lock:
            self._open.discard(source)
        source.close()


@contextmanager
def relay_to(url: str) -> Iterator[Relay]:
    """Yield a relay to the database with this URL."""
    relay = Relay(url)
    try:
        yield relay
    finally:
        relay.close()
