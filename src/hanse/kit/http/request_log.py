"""Every request gets an id, one line in the log and one observation in the metrics.

The line is a small record. The edge passes it on when the request is answered; a process that serves many requests
gives the edge a log that collects records and writes them from a thread (`ops.logging.writer`).
"""

import logging
import re
from base64 import urlsafe_b64encode
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any, Final, Protocol
from urllib.parse import parse_qsl

import msgspec
import structlog
from starlette.types import Scope

from hanse.kit.randomness import Randomness

LOG = structlog.stdlib.get_logger("hanse.access")
# Header fields and parameters have log categories of their own.
HEADERS = structlog.stdlib.get_logger("hanse.request-headers")
PARAMETERS = structlog.stdlib.get_logger("hanse.request-parameters")
# The standard library's loggers, whose levels are read with every request.
LEVEL, _HEADERS, _PARAMETERS = map(
    logging.getLogger, ("hanse.access", "hanse.request-headers", "hanse.request-parameters")
)
ID_KEY = "hanse.request_id"
# Added to every log line that is written while the request is handled, on any thread.
REQUEST_ID: Final[ContextVar[str]] = ContextVar("hanse_request_id", default="")
# The value of the header that an administrator has configured for correlation. It is added to the log lines of the
# request beside the id; empty if the request has none.
CORRELATION_ID: Final[ContextVar[str]] = ContextVar("hanse_correlation_id", default="")
_CORRELATION: Final = re.compile(rb"[A-Za-z0-9-]{1,50}")
# Twelve bytes are sixteen characters without padding, so that many ids can be cut from one text.
ID_BYTES = 12
ID_CHARACTERS = 16
IDS_AT_ONCE = 256
# A request id of the caller is logged in addition, and never replaces the server's own: a caller must not be able to
# make two requests look like one. Anything but a plain token is dropped, so that nobody can inject text into the log.
CLIENT_ID = re.compile(rb"[A-Za-z0-9._-]{1,64}")
NO_ROUTE = "(none)"
# Unknown methods would each create a time series.
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
NOT_ANSWERED = 499


class Observer(Protocol):
    """Receives the measurements of finished requests."""

    def observe(self, method: str, route: str, status: int, seconds: float) -> None:
        """Record one request of a route template, such as `/oauth/issuers/{id}`."""
        ...


class Observers:
    """Passes measurements on to several observers."""

    def __init__(self, observers: Sequence[Observer]) -> None:
        self._observers = observers

    def observe(self, method: str, route: str, status: int, seconds: float) -> None:
        """Record one request."""
        for each in self._observers:
            each.observe(method, route, status, seconds)


class RequestLine(msgspec.Struct, kw_only=True, gc=False):
    """A line of the request log. The query string is omitted, because it contains codes and state."""

    event: str = "request"
    listener: str
    method: str
    path: str
    route: str
    status: int
    milliseconds: float
    client: str
    client_request_id: str | msgspec.UnsetType = msgspec.UNSET
    correlation_id: str | msgspec.UnsetType = msgspec.UNSET
    request_id: str
    logger: str = "hanse.access"
    level: str = "info"
    # The end of the request in seconds since the epoch; the log writes it as text.
    timestamp: float | str


class RequestLog(Protocol):
    """Receives the lines of finished requests."""

    def __call__(self, line: RequestLine) -> None:
        """Accept one line; called on the event loop, so it must not block."""
        ...


def log_at_once(line: RequestLine) -> None:
    """Write a line to the log immediately."""
    fields = {
        name: value
        for name, value in msgspec.structs.asdict(line).items()
        if value is not msgspec.UNSET
        and name not in {"event", "logger", "level", "timestamp", "request_id", "correlation_id"}
    }
    LOG.info(line.event, **fields)


def timestamp_text(seconds: float) -> str:
    """Return a time in the format of the log (RFC 3339, UTC)."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


class RequestIds:
    """Creates request ids, many from one call of the random source, because each call is a system call."""

    def __init__(self, randomness: Randomness) -> None:
        self._randomness = randomness
        self._ready: list[str] = []

    def next(self) -> str:
        """Return a unique id."""
        if not self._ready:
            text = urlsafe_b64encode(self._randomness.token_bytes(ID_BYTES * IDS_AT_ONCE)).decode()
            self._ready = [text[start : start + ID_CHARACTERS] for start in range(0, len(text), ID_CHARACTERS)]
        return self._ready.pop()


def request_id(scope: Scope) -> str:
    """Return the id of a request, or an empty string if there is none."""
    return str(scope.get(ID_KEY, ""))


def header(scope: Scope, name: bytes) -> bytes | None:
    """Return the first field of this lower-case name."""
    for key, value in scope["headers"]:
        if key == name:
            found: bytes = value
            return found
    return None


def correlation_id(scope: Scope, name: bytes) -> str:
    """Return the value of the header with this lower-case name; empty if it is missing, repeated or not a plain id."""
    values = [value for key, value in scope["headers"] if key == name] if name else []
    return values[0].decode() if len(values) == 1 and _CORRELATION.fullmatch(values[0]) else ""


def route_template(scope: Scope) -> str:
    """Return the template of the route of the request; never the path, which callers choose freely."""
    route = scope.get("route")
    template = getattr(route, "path_format", None)
    return NO_ROUTE if template is None else f"{scope.get('root_path', '')}{template}"


def log_request_details(scope: Scope, listener: str) -> None:
    """Log a request with its header fields and parameters, if these categories are verbose.

    Only their names are logged, because their values are codes, cookies and passwords.
    """
    if LEVEL.isEnabledFor(logging.DEBUG):
        LOG.debug("request received", listener=listener, **_details(scope))
    if _HEADERS.isEnabledFor(logging.DEBUG):
        HEADERS.debug("request headers", fields=sorted({name.decode("latin-1") for name, _ in scope["headers"]}))
    if _PARAMETERS.isEnabledFor(logging.DEBUG):
        # Parameters without a value are omitted: in a query such as `?<token>` the name is a secret.
        query = parse_qsl(scope["query_string"].decode("latin-1"))
        PARAMETERS.debug("request parameters", parameters=sorted({name for name, _ in query}))


def is_verbose() -> bool:
    """Return whether `log_request_details` would log anything."""
    return (
        LEVEL.isEnabledFor(logging.DEBUG)
        or _HEADERS.isEnabledFor(logging.DEBUG)
        or _PARAMETERS.isEnabledFor(logging.DEBUG)
    )


def _details(scope: Scope) -> Mapping[str, Any]:
    """Return the names of header fields and parameters."""
    return {
        "method": scope["method"],
        "path": scope["path"],
        "http": scope["http_version"],
        "host": (header(scope, b"host") or b"").decode("latin-1"),
        "user_agent": (header(scope, b"user-agent") or b"").decode("latin-1"),
        "content_type": (header(scope, b"content-type") or b"").decode("latin-1"),
        "content_length": (header(scope, b"content-length") or b"").decode("latin-1"),
    }
