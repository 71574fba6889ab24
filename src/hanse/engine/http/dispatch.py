"""Finds the endpoint of a request by host and path, and sends the answer.

Published documents come first: their bytes are ready. Protocol endpoints are found under the host and the path of an
issuer; found addresses are cached as long as the snapshot is in use. All other paths are left to other handlers.
"""

import logging
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from http import HTTPStatus
from typing import Final
from urllib.parse import unquote

import structlog
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.types import Receive, Scope, Send

from hanse.engine.http.answers import Answer
from hanse.engine.http.origins import allowed_methods, origin_headers, preflight
from hanse.engine.http.protocol_endpoint import ProtocolEndpoint
from hanse.engine.http.published_documents import answer_document
from hanse.engine.http.request import MOST_BODY_BYTES, Request
from hanse.engine.snapshot.issuer_names import IssuerAddress
from hanse.engine.snapshot.model import PublishedIssuer, Snapshot
from hanse.kit.errors import MethodNotAllowed, PayloadTooLarge
from hanse.kit.http.csrf import SAFE_METHODS
from hanse.kit.http.edge import HOST_KEY

OAUTH = structlog.stdlib.get_logger("hanse.oauth")
_OAUTH: Final = logging.getLogger("hanse.oauth")
_VARIABLE: Final = re.compile(r"\{(\w+)\}")
# Replaces an encoded slash during the look-up of an endpoint.
_SLASH: Final = "\0"
# Addresses with variable parts are not cached, so this limit is reached only with very many issuers.
MOST_REMEMBERED: Final = 10_000


class Route:
    """The route of a request; metrics are grouped by its template."""

    __slots__ = ("path_format",)

    def __init__(self, path_format: str) -> None:
        self.path_format = path_format


class FoundEndpoint:
    """An endpoint at an issuer's address, with the variable parts of the path."""

    __slots__ = ("endpoint", "issuer", "route", "values")

    def __init__(
        self, issuer: PublishedIssuer, endpoint: ProtocolEndpoint, route: Route, values: dict[str, str]
    ) -> None:
        self.issuer = issuer
        self.endpoint = endpoint
        self.route = route
        self.values = values


class Addresses:
    """The addresses of all endpoints under issuers, which snapshots share until an issuer changes."""

    def __init__(self, places: Mapping[IssuerAddress, PublishedIssuer], endpoints: Sequence[ProtocolEndpoint]) -> None:
        self.places = places
        # The maximum number of slashes in the path of an issuer.
        self._depth = max((place.path.count("/") for place in places), default=0)
        self._fixed = {each.path: (each, Route(each.path)) for each in endpoints if "{" not in each.path}
        self._variable = [(_pattern(each.path), each, Route(each.path)) for each in endpoints if "{" in each.path]
        self._remembered: dict[tuple[str, str], FoundEndpoint] = {}

    def find(self, host: str, path: str) -> FoundEndpoint | None:
        """Return the endpoint at an address."""
        found = self._remembered.get((host, path))
        if found is None:
            found = self._search(host, path)
            if found is not None and not found.values and len(self._remembered) < MOST_REMEMBERED:
                self._remembered[host, path] = found
        return found

    def _search(self, host: str, path: str) -> FoundEndpoint | None:
        # Issuers with longer paths come first, so that none is hidden by a shorter one.
        for prefix in reversed(list(_prefixes(path, self._depth))):
            issuer = self.places.get(IssuerAddress(host, prefix))
            if issuer is None:
                continue
            rest = path[len(prefix) :]
            fixed = self._fixed.get(rest)
            if fixed is not None:
                return FoundEndpoint(issuer, *fixed, {})
            for pattern, endpoint, route in self._variable:
                if (match := pattern.fullmatch(rest)) is not None:
                    values = {name: value.replace(_SLASH, "/") for name, value in match.groupdict().items()}
                    return FoundEndpoint(issuer, endpoint, route, values)
        return None


class EndpointDispatcher:
    """Answers requests for published documents and for protocol endpoints."""

    def __init__(
        self,
        snapshot: Callable[[], Snapshot],
        endpoints: Sequence[ProtocolEndpoint] = (),
        recorders: Sequence[Callable[[Request], None]] = (),
        finished: Callable[[Request], None] | None = None,
        admit: Callable[[Snapshot], None] | None = None,
    ) -> None:
        """`recorders` get the requests whose handlers have added steps to the trace, and `finished` gets every one.

        `admit` is called before each handler, and may refuse the request by an error.
        """
        self._admit = admit
        self._recorders = recorders
        self._finished = finished
        self._snapshot = snapshot
        self._endpoints = endpoints
        self._addresses = Addresses({}, endpoints)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> bool:
        """Answer one request, or return False if no issuer has its address."""
        snapshot = self._snapshot()
        host, path = scope[HOST_KEY], _path_of(scope)
        document = snapshot.documents.get((host, path))
        if document is not None:
            await answer_document(document, scope, send)
            return True
        addresses = self._addresses
        if addresses.places is not snapshot.places:
            addresses = self._addresses = Addresses(snapshot.places, self._endpoints)
        found = addresses.find(host, path) or self._find_by_other_path(addresses, snapshot, host, path)
        if found is None:
            if _OAUTH.isEnabledFor(logging.DEBUG):
                OAUTH.debug("no issuer at this address", host=host, path=path, method=scope["method"])
            return False
        scope["route"] = found.route
        request = Request(scope, receive, found.issuer, snapshot, found.values)
        answer = await _answer(found, request, self._admit)
        if request.is_traced:
            for record in self._recorders:
                record(request)
        if self._finished is not None:
            self._finished(request)
        await send({"type": "http.response.start", "status": answer.status, "headers": _with_length(answer)})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else answer.body})
        return True

    def _find_by_other_path(
        self, addresses: Addresses, snapshot: Snapshot, host: str, path: str
    ) -> FoundEndpoint | None:
        """Return the endpoint at a path of the settings. It hides no other endpoint, and is not remembered."""
        for endpoint in self._endpoints:
            other = "" if endpoint.other_path is None else endpoint.other_path(snapshot)
            if other and path.endswith(other):
                return addresses.find(host, path.removesuffix(other) + endpoint.path)
        return None


def _path_of(scope: Scope) -> str:
    """Return the path, in which an encoded slash separates no segments (RFC 3986, section 2.2).

    User keys can contain slashes, for example distinguished names. Such a slash is written as a null character, which
    no path contains.
    """
    path: str = scope["path"]
    raw: bytes = scope.get("raw_path") or b""
    if b"%2" not in raw or b"%2f" not in raw.lower() or "\0" in path:
        return path
    segments = raw.decode("latin-1").split("/")
    return "/".join(unquote(each).replace("/", _SLASH) for each in segments)


async def _answer(found: FoundEndpoint, request: Request, admit: Callable[[Snapshot], None] | None) -> Answer:
    endpoint, method = found.endpoint, request.method
    handler = endpoint.methods.get("GET" if method == "HEAD" else method)
    if handler is None:
        if method == "OPTIONS":
            return preflight(endpoint, request.scope, request.snapshot)
        refusal = MethodNotAllowed("The endpoint does not support this method.")
        refusal.headers = {"Allow": ", ".join(allowed_methods(endpoint))}
        raise refusal
    if method not in SAFE_METHODS:
        _check_length(request)
    try:
        if admit is not None:
            admit(request.snapshot)
        answer = await handler(request)
    except (ClientDisconnect, HTTPException):
        # The caller has disconnected, or its body took too long; the endpoint is not at fault.
        raise
    except Exception as error:  # noqa: BLE001 - the renderer answers what is expected and logs defects.
        answer = endpoint.render_error(request, error)
    return answer.with_headers(*origin_headers(endpoint, request.scope, request.snapshot))


def _check_length(request: Request) -> None:
    """Raise PayloadTooLarge for a body that is declared too large, before anything of it is sent or read."""
    declared = request.header(b"content-length")
    if declared is not None and declared.isdigit() and int(declared) > MOST_BODY_BYTES:
        raise PayloadTooLarge("The request body is too large.")


def _with_length(answer: Answer) -> list[tuple[bytes, bytes]]:
    # A status without a body has no length either (RFC 9110, section 8.6).
    if answer.status in {HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED}:
        return list(answer.headers)
    return [*answer.headers, (b"content-length", str(len(answer.body)).encode())]


def _prefixes(path: str, depth: int) -> Iterator[str]:
    """Yield the paths above a path that issuers can have, the shortest first."""
    yield ""
    end = 0
    for _ in range(depth):
        end = path.find("/", end + 1)
        if end < 0:
            return
        yield path[:end]


def _pattern(path: str) -> re.Pattern[str]:
    return re.compile(_VARIABLE.sub(r"(?P<\1>[^/]+)", path))
