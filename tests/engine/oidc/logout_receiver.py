"""A small HTTP server of a client, which stores the received forms."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs

from tests.support.running_servers import running


@dataclass
class Receiver:
    """The received forms, and the planned statuses of the next answers (200 if none is planned)."""

    url: str
    forms: list[dict[str, list[str]]] = field(default_factory=list)
    types: list[str] = field(default_factory=list)
    statuses: list[int] = field(default_factory=list)


@contextmanager
def receiver() -> Iterator[Receiver]:
    """Run a receiver on this machine and yield it."""
    found = Receiver("")

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            found.forms.append(parse_qs(body.decode()))
            found.types.append(self.headers["Content-Type"])
            self.send_response(found.statuses.pop(0) if found.statuses else 200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_arguments: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    found.url = f"http://127.0.0.1:{server.server_port}/logout"
    with running(server):
        yield found
