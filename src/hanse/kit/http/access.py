"""Every request gets an id, one line in the log and one observation in the metrics."""

import logging
import re
import time
from collections.abc import Callable, Mapping
from typing import Any, Protocol
from urllib.parse import parse_qsl

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hanse.kit.randomness import Randomness, new_token

LOG = structlog.stdlib.get_logger("hanse.access")
# What a request carries are categories of the log of their own.
HEADERS = structlog.stdlib.get_logger("hanse.request-headers")
PARAMETERS = structlog.stdlib.get_logger("hanse.request-parameters")
# The standard library's, for the look that every request takes.
_LEVEL, _HEADERS, _PARAMETERS = map(
    logging.getLogger, ("hanse.access", "hanse.request-headers", "hanse.request-parameters")
)
ID_KEY = "hanse.request_id"
ID_BYTES = 12
# An id that the caller chose is written to the log beside ours, and never replaces it: a caller must not be able to
# make two requests look like one. Anything but a plain token is dropped, so that nobody writes into the log.
CLIENT_ID = re.compile(rb"[A-Za-z0-9._-]{1,64}")
NO_ROUTE = "(none)"
# Methods that nobody defined would each make a series of their own.
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
NOT_ANSWERED = 499


class Observer(Protocol):
    """Takes the measurements of finished requests."""

    def observe(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count one request of a route template, such as `/oauth/issuers/{id}`."""
        ...


def request_id(scope: Scope) -> str:
    """Return the id of a request, or an empty text where there is none."""
    return str(scope.get(ID_KEY, ""))


def header(scope: Scope, name: bytes) -> bytes | None:
    """Return the first field of this lower-case name."""
    return next((value for key, value in scope["headers"] if key == name), None)


def route_template(scope: Scope) -> str:
    """Return the template of the route that took the request; never the path, which callers choose freely."""
    route = scope.get("route")
    template = getattr(route, "path_format", None)
    return NO_ROUTE if template is None else f"{scope.get('root_path', '')}{template}"


class RequestLog:
    """Names, logs and measures requests."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        randomness: Randomness,
        observer: Observer,
        listener: str,
        timer: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._app = app
        self._randomness = randomness
        self._observer = observer
        self._listener = listener
        self._timer = timer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Name, log and measure one request."""
        started = self._timer()
        identifier = new_token(self._randomness, ID_BYTES)
        scope[ID_KEY] = identifier
        status = NOT_ANSWERED

        async def name_answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message = {
                    **message,
                    "headers": [*message.get("headers", ()), (b"x-request-id", identifier.encode())],
                }
            await send(message)

        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request_id=identifier)
        if _LEVEL.isEnabledFor(logging.DEBUG):
            LOG.debug("request received", listener=self._listener, **_details(scope))
        _tell_what_it_carries(scope)
        try:
            await self._app(scope, receive, name_answer)
        finally:
            seconds = self._timer() - started
            method = scope["method"] if scope["method"] in METHODS else "(other)"
            template = route_template(scope)
            self._observer.observe(method, template, status, seconds)
            # The query string is left out: it carries codes and state.
            LOG.info(
                "request",
                listener=self._listener,
                method=scope["method"],
                path=scope["path"],
                route=template,
                status=status,
                milliseconds=round(seconds * 1000, 1),
                client=(scope.get("client") or ("",))[0],
                **_client_id(scope),
            )


def _details(scope: Scope) -> Mapping[str, Any]:
    """Return what came in."""
    return {
        "method": scope["method"],
        "path": scope["path"],
        "http": scope["http_version"],
        "host": (header(scope, b"host") or b"").decode("latin-1"),
        "user_agent": (header(scope, b"user-agent") or b"").decode("latin-1"),
        "content_type": (header(scope, b"content-type") or b"").decode("latin-1"),
        "content_length": (header(scope, b"content-length") or b"").decode("latin-1"),
    }


def _tell_what_it_carries(scope: Scope) -> None:
    """Tell of fields and parameters, by name, as their values are codes, cookies and passwords."""
    if _HEADERS.isEnabledFor(logging.DEBUG):
        HEADERS.debug("request headers", fields=sorted({name.decode("latin-1") for name, _ in scope["headers"]}))
    if _PARAMETERS.isEnabledFor(logging.DEBUG):
        # What has no value is left out: a query such as `?<token>` would have its value for a name.
        query = parse_qsl(scope["query_string"].decode("latin-1"))
        PARAMETERS.debug("request parameters", parameters=sorted({name for name, _ in query}))


def _client_id(scope: Scope) -> Mapping[str, str]:
    given = header(scope, b"x-request-id")
    if given is None or not CLIENT_ID.fullmatch(given):
        return {}
    return {"client_request_id": given.decode()}
