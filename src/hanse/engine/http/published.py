"""What issuers publish: metadata and keys, at the addresses that specifications and existing clients have for them.

An answer is looked up by host and path in the snapshot and is there as bytes. What is not there is one 404, whether the
host is unknown or the path.
"""

from collections.abc import Callable
from http import HTTPStatus

import structlog
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from hanse.engine.snapshot.document import FOR_EVERYBODY, Document, Header
from hanse.engine.snapshot.metadata import JWKS_PATH
from hanse.engine.snapshot.model import OPENID_CONFIGURATION, SERVER_METADATA, Snapshot
from hanse.kit.errors import NotFound
from hanse.kit.http.access import header
from hanse.kit.http.hosts import split_authority
from hanse.plugins.access_tokens.jwt.published import PREFIX

LOG = structlog.stdlib.get_logger("hanse.oauth")
METHODS = ("GET", "HEAD", "OPTIONS")
# A request that a page's script adds header fields to, such as `If-None-Match`, is preceded by a question (Fetch,
# section 4.8). Whatever the fields are, nothing here depends on them.
PREFLIGHT: tuple[Header, ...] = (
    *FOR_EVERYBODY,
    (b"access-control-allow-methods", b"GET, HEAD"),
    (b"access-control-allow-headers", b"*"),
    (b"access-control-max-age", b"86400"),
    (b"allow", b"GET, HEAD, OPTIONS"),
)


class Published:
    """Answers from the documents of the snapshot in use."""

    def __init__(self, snapshot: Callable[[], Snapshot]) -> None:
        self._snapshot = snapshot

    async def __call__(self, scope: Scope, _receive: Receive, send: Send) -> None:
        """Answer one request; raises NotFound."""
        document = self._find(scope)
        LOG.debug(
            "published document" if document else "nothing published here",
            host=(header(scope, b"host") or b"").decode("latin-1"),
            path=scope["path"],
            method=scope["method"],
            known=document is not None and is_known(document.etag, header_fields(scope, b"if-none-match")),
        )
        if document is None:
            raise NotFound("There is nothing at this address.")
        method = scope["method"]
        if method == "OPTIONS":
            await _answer(send, HTTPStatus.NO_CONTENT, PREFLIGHT)
        elif is_known(document.etag, header_fields(scope, b"if-none-match")):
            await _answer(send, HTTPStatus.NOT_MODIFIED, document.revalidated)
        else:
            await _answer(send, HTTPStatus.OK, document.headers, b"" if method == "HEAD" else document.body)

    def _find(self, scope: Scope) -> Document | None:
        authority = split_authority(header(scope, b"host") or b"", scope["scheme"])
        return None if authority is None else self._snapshot().documents.get((authority[0], scope["path"]))


def published_routes(snapshot: Callable[[], Snapshot]) -> list[BaseRoute]:
    """Return the routes; their templates are what the metrics count by."""
    endpoint: ASGIApp = Published(snapshot)
    templates = [
        OPENID_CONFIGURATION,
        f"{{issuer:path}}{OPENID_CONFIGURATION}",
        f"{OPENID_CONFIGURATION}/{{issuer:path}}",
        SERVER_METADATA,
        f"{SERVER_METADATA}/{{issuer:path}}",
        JWKS_PATH,
        f"{{issuer:path}}{JWKS_PATH}",
        f"{PREFIX}/{{manager:path}}",
    ]
    return [Route(f"/{template.lstrip('/')}", endpoint, methods=METHODS) for template in templates]


def header_fields(scope: Scope, name: bytes) -> bytes:
    """Return all fields of a name as one list (RFC 9110, section 5.3)."""
    return b",".join(value for key, value in scope["headers"] if key == name)


def is_known(etag: bytes, if_none_match: bytes) -> bool:
    """Tell whether a caller has the document already (RFC 9110, section 13.1.2, with its weak comparison)."""
    candidates = (each.strip().removeprefix(b"W/") for each in if_none_match.split(b","))
    return any(each in (etag, b"*") for each in candidates)


async def _answer(send: Send, status: HTTPStatus, headers: tuple[Header, ...], body: bytes = b"") -> None:
    await send({"type": "http.response.start", "status": status.value, "headers": headers})
    await send({"type": "http.response.body", "body": body})
