"""The edge: one ASGI application around the others, with the handling that all requests of a listener share.

A request passes it in this order: request id, `Host`, anti-forgery, the direct endpoints, the application. On the way
back every message passes `Exchange.send`, which completes the headers and ends connections after a body that was too
large. Errors are rendered here and nowhere else, in the shape of the listener.
"""

import asyncio
import contextlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Protocol

import structlog
from msgspec import UNSET, UnsetType
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hanse.kit.errors import HanseError, MalformedRequest, PayloadTooLarge, Unavailable
from hanse.kit.http import request_log
from hanse.kit.http.cross_origin import ApiOrigins
from hanse.kit.http.csrf import AntiForgery, GuardedPaths
from hanse.kit.http.errors import API_ERRORS, ErrorAnswers, handlers, translate
from hanse.kit.http.headers import Header, HeaderPolicy, console_headers
from hanse.kit.http.hosts import split_authority
from hanse.kit.http.limits import BODY_BYTES, BODY_IS_COMPLETE, BodyTiming, TimedBody
from hanse.kit.http.request_log import (
    CLIENT_ID,
    CORRELATION_ID,
    ID_KEY,
    METHODS,
    NOT_ANSWERED,
    REQUEST_ID,
    Observer,
    RequestLine,
)
from hanse.kit.randomness import Randomness
from hanse.kit.texts.locale_choice import LOCALE, locale_of

LOG = structlog.stdlib.get_logger("hanse.http")
HOST_KEY = "hanse.host"
CLOSE: Header = (b"connection", b"close")


@dataclass(frozen=True)
class EdgeSettings:
    """Settings of an edge. `anti_forgery` is None for the engine, whose callers are programs and foreign pages."""

    listener: str
    tls: bool
    randomness: Randomness
    observer: Observer
    anti_forgery: GuardedPaths | None = None
    # The origins whose pages may call the admin API although they are not this server's.
    allowed_origins: ApiOrigins | None = None
    frames_below: str | None = None
    # Without a policy, answers get the headers of the console.
    headers: HeaderPolicy | None = None
    errors: ErrorAnswers = API_ERRORS
    # True if answers are in the language of the request (`kit.texts`). The engine's pages choose their own language.
    translates: bool = False
    log: request_log.RequestLog = request_log.log_at_once
    # Returns the lower-case name of the header with correlation ids, or an empty name.
    correlation_header: Callable[[], bytes] = bytes
    body_timing: BodyTiming = field(default_factory=BodyTiming)
    timer: Callable[[], float] = time.perf_counter


class DirectEndpoints(Protocol):
    """Endpoints that are found without Starlette's routes."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> bool:
        """Answer a request and return True, or return False if another application handles it.

        `scope[HOST_KEY]` has the host of the request, in lower case and without port.
        """
        ...


class Edge:
    """An ASGI application that protects another one. Accepts only HTTP requests, and no other ASGI scopes."""

    def __init__(self, app: ASGIApp, settings: EdgeSettings, direct: DirectEndpoints | None = None) -> None:
        self._app = app
        self._direct = direct
        self._listener = settings.listener
        self._observe = settings.observer.observe
        self._log = settings.log
        self._correlation_header = settings.correlation_header
        self._timer = settings.timer
        self._ids = request_log.RequestIds(settings.randomness)
        rules = settings.anti_forgery
        self._translates = settings.translates
        self._anti_forgery = (
            None
            if rules is None
            else AntiForgery(rules, behind_proxy=not settings.tls, allowed_origins=settings.allowed_origins)
        )
        self.errors = settings.errors
        self.body_timing = settings.body_timing
        self.headers = settings.headers or console_headers(tls=settings.tls, frames_below=settings.frames_below)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Assign an id to a request, check, answer, log and measure it."""
        if scope["type"] != "http":
            return
        started = self._timer()
        identifier = self._ids.next()
        scope[ID_KEY] = identifier
        REQUEST_ID.set(identifier)
        CORRELATION_ID.set(request_log.correlation_id(scope, self._correlation_header()))
        if self._translates:
            LOCALE.set(locale_of(scope["headers"]))
        if request_log.is_verbose():
            request_log.log_request_details(scope, self._listener)
        exchange = Exchange(self, scope, receive, send, identifier)
        try:
            await self._answer(scope, exchange)
        finally:
            self._finished(scope, exchange, identifier, self._timer() - started)

    async def _answer(self, scope: Scope, exchange: "Exchange") -> None:
        try:
            self._check(scope)
            if self._direct is None or not await self._direct(scope, exchange.receive, exchange.send):
                await self._app(scope, exchange.receive, exchange.send)
        except (HanseError, HTTPException) as error:
            if exchange.started:
                raise
            expected = translate(error) if isinstance(error, HTTPException) else error
            await self.errors.expected(scope, expected)(scope, exchange.receive, exchange.send)
        except asyncio.CancelledError:
            # The server stops, and has waited long enough.
            if not exchange.started:
                stopping = Unavailable("The server is stopping.")
                await self.errors.expected(scope, stopping)(scope, exchange.receive, exchange.send)
            raise
        except ClientDisconnect:
            # The caller has disconnected.
            return
        except Exception:
            LOG.exception("unexpected error", method=scope["method"], path=scope["path"])
            if exchange.started:
                raise
            await self.errors.defect(scope)(scope, exchange.receive, exchange.send)
        if exchange.is_refused:
            await exchange.refuse()

    def _check(self, scope: Scope) -> None:
        """Raise MalformedRequest without exactly one well-formed Host field (RFC 9112, section 3.2), or NotAllowed."""
        hosts = [value for name, value in scope["headers"] if name == b"host"]
        authority = split_authority(hosts[0], scope["scheme"]) if len(hosts) == 1 else None
        if authority is None:
            raise MalformedRequest("The request needs exactly one well-formed Host header field.")
        scope[HOST_KEY] = authority[0]
        if self._anti_forgery is not None:
            self._anti_forgery.check(scope)

    def _finished(self, scope: Scope, exchange: "Exchange", identifier: str, seconds: float) -> None:
        method = scope["method"]
        template = request_log.route_template(scope)
        self._observe(method if method in METHODS else "(other)", template, exchange.status, seconds)
        client = scope.get("client")
        self._log(
            RequestLine(
                listener=self._listener,
                method=method,
                path=scope["path"],
                route=template,
                status=exchange.status,
                milliseconds=round(seconds * 1000, 1),
                client="" if client is None else client[0],
                client_request_id=_client_id(scope),
                correlation_id=CORRELATION_ID.get() or UNSET,
                request_id=identifier,
                timestamp=time.time(),
            )
        )


class Exchange:
    """A request and its answer in the edge."""

    __slots__ = ("_body", "_edge", "_identifier", "_receive", "_scope", "_send", "is_refused", "started", "status")

    def __init__(self, edge: Edge, scope: Scope, receive: Receive, send: Send, identifier: str) -> None:
        self._edge = edge
        self._scope = scope
        self._receive = receive
        self._send = send
        self._identifier = identifier
        self._body: TimedBody | None = None
        self.started = False
        self.status = NOT_ANSWERED
        # The body was too large: the answer ends the connection.
        self.is_refused = False

    async def receive(self) -> Message:
        """Receive the body within its time."""
        if self._body is None:
            is_complete = self._scope.get(BODY_IS_COMPLETE)
            complete = is_complete is not None and is_complete()
            self._body = TimedBody(self._receive, self._edge.body_timing.body_seconds, complete=complete)
        return await self._body.receive()

    async def send(self, message: Message) -> None:
        """Complete the headers of an answer. The answer to a body that is too large is delayed, see `refuse`."""
        if message["type"] == "http.response.start":
            self.started = True
            self.status = message["status"]
            if self.status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
                self.is_refused = True
                return
            message = self._start(message.get("headers", ()))
        elif self.is_refused:
            return
        await self._send(message)

    def _start(self, own: Sequence[Header]) -> Message:
        headers = self._edge.headers(self._scope, own).complete(own, self._identifier.encode())
        return {"type": "http.response.start", "status": self.status, "headers": headers}

    async def refuse(self) -> None:
        """Send the refusal of a body completely, then discard the rest of the body and close the connection.

        A connection closed with unread bytes is reset, and a reset destroys the answer before the caller reads it
        (RFC 9112, section 9.6). A caller that waits for `100 Continue` has sent nothing to throw away.
        """
        timing = self._edge.body_timing
        response = self._edge.errors.expected(self._scope, PayloadTooLarge("The request body is too large."))
        await self._send(self._start([*response.raw_headers, CLOSE]))
        await self._send({"type": "http.response.body", "body": bytes(response.body), "more_body": True})
        if request_log.header(self._scope, b"expect") is None:
            body = self._body or TimedBody(self._receive, timing.body_seconds)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(timing.linger_seconds):
                    await body.discard(timing.linger_bytes)
        await self._send({"type": "http.response.body", "body": b"", "more_body": False})


def application(
    routes: Sequence[BaseRoute], otherwise: ASGIApp | None = None, errors: ErrorAnswers = API_ERRORS
) -> Starlette:
    """Return a Starlette application of these routes; `otherwise` handles unknown paths.

    Bodies are limited to `BODY_BYTES`; a route that needs more sets `Route(…, max_body_size=…)`.
    """
    app = Starlette(routes=routes, exception_handlers=handlers(errors), max_body_size=BODY_BYTES)
    # A redirect would repeat the caller's input, and each resource of an API has exactly one address.
    app.router.redirect_slashes = False
    if otherwise is not None:
        app.router.default = otherwise
    return app


def _client_id(scope: Scope) -> str | UnsetType:
    given = request_log.header(scope, b"x-request-id")
    return UNSET if given is None or not CLIENT_ID.fullmatch(given) else given.decode()
