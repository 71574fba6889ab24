"""A service on this machine that answers with JSON and records what it receives."""

import json
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from hanse.plugins.data_stores.rest.plugin import REST_API
from tests.support.instances import fields, instance
from tests.support.running_servers import running

Body = dict[str, Any]


@dataclass
class Service:
    """Answers by path, without the query; `received` has method, path, header fields and body of each request.

    `makers` make the answers of their paths from the body of the request.
    """

    url: str = ""
    answers: dict[str, tuple[int, bytes]] = field(default_factory=dict)
    makers: dict[str, Callable[[bytes], tuple[int, bytes]]] = field(default_factory=dict)
    received: list[tuple[str, str, dict[str, str], bytes]] = field(default_factory=list)
    connections: int = 0

    def has(self, path: str, answer: Any, status: int = 200) -> None:
        """Answer with JSON at a path."""
        self.answers[path] = status, json.dumps(answer).encode()


@contextmanager
def serving_json(context: ssl.SSLContext | None = None) -> Iterator[Service]:
    """Run a service."""
    service = Service()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def setup(self) -> None:
            service.connections += 1
            super().setup()

        def do_GET(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            body = self.rfile.read(length)
            service.received.append((self.command, self.path, dict(self.headers), body))
            path = self.path.partition("?")[0]
            make = service.makers.get(path)
            status, content = service.answers.get(path, (404, b"{}")) if make is None else make(body)
            self.send_response(status)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def do_POST(self) -> None:
            self.do_GET()

        def log_message(self, *_arguments: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    if context is not None:
        server.socket = context.wrap_socket(server.socket, server_side=True)
    service.url = f"{'http' if context is None else 'https'}://127.0.0.1:{server.server_address[1]}"
    with running(server):
        yield service


def rest_store(number: int | str = 0, url: str = "https://api.example.com/users", **more: str) -> Body:
    """Return the body of a REST API data store that finds e-mail addresses; `more` are fields of its plug-in."""
    base = [{"name": "Base URL", "value": url}]
    attribute = [*fields(Local_Attribute="mail", JSON_Response_Attribute_Path="/mail")]
    made = instance(number, "Service", REST_API.id, fields(**more), Base_URLs_and_Tags=[base], Attributes=[attribute])
    made["configuration"]["tables"][0]["rows"][0]["defaultRow"] = True
    return {"type": "CUSTOM", **made}
