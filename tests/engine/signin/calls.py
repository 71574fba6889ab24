"""Requests for direct calls of the engine's handlers."""

from collections.abc import Mapping
from typing import Any, cast

from starlette.types import Message

from hanse.engine.http.request import Request
from hanse.engine.snapshot.issuer_names import IssuerAddress, IssuerName
from hanse.engine.snapshot.model import PublishedIssuer, Snapshot
from hanse.kit.http.request_log import ID_KEY


def call(
    method: str = "GET",
    path: str = "/",
    *,
    issuer_path: str = "",
    headers: Mapping[str, str] | None = None,
    body: bytes = b"",
    snapshot: Snapshot | None = None,
    values: Mapping[str, str] | None = None,
) -> Request:
    """Return a request to the issuer at https://sso.example.com with the path `issuer_path`."""
    name = IssuerName(f"https://sso.example.com{issuer_path}", IssuerAddress("sso.example.com", issuer_path))
    issuer = PublishedIssuer(name, cast("Any", None), cast("Any", None), cast("Any", None))
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "scheme": "https",
        "query_string": b"",
        "headers": [(key.lower().encode(), value.encode("latin-1")) for key, value in (headers or {}).items()],
        "client": ("192.0.2.7", 50000),
        ID_KEY: "request-1",
    }

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    return Request(scope, receive, issuer, snapshot or Snapshot(), values or {})
