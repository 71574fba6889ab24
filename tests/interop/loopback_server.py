"""The HTTP server of a native application on a loopback address (RFC 8252, section 7.3)."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

from tests.support.running_servers import running


class LoopbackServer:
    """The HTTP server of a native application: it listens for one response on a free port."""

    def __init__(self) -> None:
        received: list[str] = []

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                received.append(self.path)
                self.send_response(200)
                self.end_headers()
                self.wfile.write(b"You can close this window.")

            def log_message(self, *_args: Any) -> None:
                return

        self._received = received
        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.redirect_uri = f"http://127.0.0.1:{self.server.server_port}/callback"

    @property
    def response(self) -> str:
        """The address of the only request that it has received."""
        [path] = self._received
        return f"http://127.0.0.1:{self.server.server_port}{path}"


@contextmanager
def listening() -> Iterator[LoopbackServer]:
    """Run a server until the block ends."""
    loopback = LoopbackServer()
    with running(loopback.server):
        yield loopback
