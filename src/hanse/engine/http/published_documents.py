"""Published documents of issuers: metadata and keys, at their well-known addresses.

An answer is looked up by host and path in the snapshot, where its bytes are ready.
"""

import logging
from functools import lru_cache
from http import HTTPStatus
from typing import Final

import structlog
from starlette.types import Scope, Send

from hanse.engine.snapshot.metadata import JWKS_PATH
from hanse.engine.snapshot.model import OPENID_CONFIGURATION, SERVER_METADATA
from hanse.engine.snapshot.protected_resources import WELL_KNOWN
from hanse.engine.snapshot.public_document import FOR_EVERYBODY, Document
from hanse.kit.errors import MethodNotAllowed
from hanse.kit.http.headers import Header, StaticHeaders
from hanse.plugins.access_tokens.jwt.published_keys import PREFIX

LOG = structlog.stdlib.get_logger("hanse.oauth")
_LEVEL: Final = logging.getLogger("hanse.oauth")
METHODS = "GET, HEAD, OPTIONS"
# A script's request with additional header fields, such as `If-None-Match`, is preceded by a preflight request (Fetch,
# section 4.8). No answer here depends on such a field.
PREFLIGHT: Final = StaticHeaders(
    (
        *FOR_EVERYBODY,
        (b"access-control-allow-methods", b"GET, HEAD"),
        (b"access-control-allow-headers", b"*"),
        (b"access-control-max-age", b"86400"),
        (b"allow", METHODS.encode()),
    )
)


class DocumentRoute:
    """The route of a document; metrics are grouped by its template."""

    __slots__ = ("path_format",)

    def __init__(self, path_format: str) -> None:
        self.path_format = path_format


async def answer_document(document: Document, scope: Scope, send: Send) -> None:
    """Answer a request for a document. Raises MethodNotAllowed."""
    method = scope["method"]
    scope["route"] = _route(scope["path"])
    known = is_known(document.etag, header_fields(scope, b"if-none-match"))
    if _LEVEL.isEnabledFor(logging.DEBUG):
        LOG.debug("published document", path=scope["path"], method=method, known=known)
    if method == "OPTIONS":
        await _answer(send, HTTPStatus.NO_CONTENT.value, PREFLIGHT)
    elif method not in {"GET", "HEAD"}:
        refusal = MethodNotAllowed("This document is read-only.")
        refusal.headers = {"Allow": METHODS}
        raise refusal
    elif known:
        await _answer(send, HTTPStatus.NOT_MODIFIED.value, document.revalidated)
    else:
        await _answer(send, HTTPStatus.OK.value, document.headers, b"" if method == "HEAD" else document.body)


def header_fields(scope: Scope, name: bytes) -> bytes:
    """Return all fields of a name as one list (RFC 9110, section 5.3)."""
    return b",".join([value for key, value in scope["headers"] if key == name])


def is_known(etag: bytes, if_none_match: bytes) -> bool:
    """Return whether a caller has the document already (RFC 9110, section 13.1.2, with its weak comparison)."""
    if not if_none_match:
        return False
    candidates = (each.strip().removeprefix(b"W/") for each in if_none_match.split(b","))
    return any(each in (etag, b"*") for each in candidates)


# Only paths of documents arrive here.
@lru_cache(maxsize=1024)
def _route(path: str) -> DocumentRoute:
    for suffix in (OPENID_CONFIGURATION, SERVER_METADATA, JWKS_PATH):
        if path.endswith(suffix):
            return DocumentRoute(suffix if path == suffix else f"/{{issuer}}{suffix}")
    for prefix in (OPENID_CONFIGURATION, SERVER_METADATA):
        if path.startswith(prefix):
            return DocumentRoute(f"{prefix}/{{issuer}}")
    if path.startswith(WELL_KNOWN):
        return DocumentRoute(f"{WELL_KNOWN}/{{resource}}")
    return DocumentRoute(f"{PREFIX}/{{manager}}")


async def _answer(send: Send, status: int, headers: tuple[Header, ...], body: bytes = b"") -> None:
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
