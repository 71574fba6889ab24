"""Records requests as spans of distributed traces, with the names of OpenTelemetry's conventions for HTTP."""

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hanse.kit.http.hosts import client_address
from hanse.kit.http.request_log import METHODS, NO_ROUTE, header, request_id, route_template
from hanse.kit.option_values import Network
from hanse.kit.spans import SPANS, AttributeValue, Span, Spans

# Key of the ASGI scope: the client that a request belongs to, if its endpoint knows it.
CLIENT_ID_KEY: Final = "hanse.client_id"
# W3C Trace Context, section 3.
_CONTEXT_FIELDS: Final = ("traceparent", "tracestate")
_LONGEST_FIELD: Final = 512
_OTHER_METHOD: Final = "_OTHER"


class RecordedRequests:
    """An ASGI application around another one. Only trusted proxies can continue a trace of their own."""

    def __init__(self, app: ASGIApp, spans: Spans, trusted: Sequence[Network]) -> None:
        """`trusted` are the networks of the proxies."""
        self._app = app
        self._spans = spans
        self._trusted = tuple(trusted)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer and record one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        status = 0

        async def observe(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        with self._spans.serve(_name(scope), self._parent(scope)) as span:
            before = SPANS.set(self._spans)
            try:
                await self._app(scope, receive, observe)
            finally:
                SPANS.reset(before)
                _describe(span, scope, status)

    def _parent(self, scope: Scope) -> Mapping[str, str]:
        """Return the trace context of a trusted proxy. Strangers must not add requests to the traces of others."""
        address = client_address(scope)
        if address is None or not any(address in network for network in self._trusted):
            return {}
        found = {name: header(scope, name.encode()) for name in _CONTEXT_FIELDS}
        return {
            name: value.decode("latin-1")
            for name, value in found.items()
            if value is not None and len(value) <= _LONGEST_FIELD
        }


def _name(scope: Scope) -> str:
    """Return the method, and for unknown methods the name that the conventions prescribe."""
    return scope["method"] if scope["method"] in METHODS else "HTTP"


def _describe(span: Span, scope: Scope, status: int) -> None:
    route = route_template(scope)
    method = scope["method"] if scope["method"] in METHODS else _OTHER_METHOD
    attributes: dict[str, AttributeValue] = {"http.request.method": method, "hanse.request_id": request_id(scope)}
    if route != NO_ROUTE:
        span.rename(f"{_name(scope)} {route}")
        attributes["http.route"] = route
    if status:
        attributes["http.response.status_code"] = status
    if scope.get(CLIENT_ID_KEY):
        attributes["hanse.client_id"] = scope[CLIENT_ID_KEY]
    span.describe(attributes)
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        span.fail(str(status))
