"""One request to a protocol endpoint, as handlers see it."""

from collections.abc import Mapping
from functools import cached_property
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie
from typing import Final
from urllib.parse import unquote

from starlette.requests import ClientDisconnect
from starlette.types import Receive, Scope

from hanse.engine.errors import InvalidRequest
from hanse.engine.http.parameters import Parameters
from hanse.engine.snapshot.model import PublishedIssuer, Snapshot
from hanse.engine.trace.request_trace import RequestTrace
from hanse.kit.http.request_log import header, request_id

FORM: Final = b"application/x-www-form-urlencoded"
MOST_BODY_BYTES: Final = 256 * 1024


class BodyTooLarge(InvalidRequest):
    """The body has more bytes than the endpoint accepts."""

    status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE

    def __init__(self) -> None:
        super().__init__("The request body is too large.")


class Request:
    """A request with its issuer and the snapshot that answers it, both fixed for its duration."""

    def __init__(
        self, scope: Scope, receive: Receive, issuer: PublishedIssuer, snapshot: Snapshot, values: Mapping[str, str]
    ) -> None:
        """`values` are the variable parts of the path, decoded."""
        self.scope = scope
        self.issuer = issuer
        self.snapshot = snapshot
        self.values = values
        self._receive = receive
        self._body: bytes | None = None
        self._form: Parameters | None = None
        self._trace: RequestTrace | None = None

    @property
    def method(self) -> str:
        """Return the method, in capital letters."""
        return str(self.scope["method"])

    @property
    def path(self) -> str:
        """Return the decoded path."""
        return str(self.scope["path"])

    @property
    def id(self) -> str:
        """Return the request id, which the log and error pages contain."""
        return request_id(self.scope)

    @property
    def client_address(self) -> str:
        """Return the address at the other end of the connection; empty if there is none."""
        client = self.scope.get("client")
        return "" if client is None else str(client[0])

    @property
    def trace(self) -> RequestTrace:
        """Return the trace of the request, which is recorded if a handler adds a step."""
        if self._trace is None:
            self._trace = RequestTrace(self.id)
        return self._trace

    @property
    def is_traced(self) -> bool:
        """Return whether a handler has added a step to the trace."""
        return self._trace is not None and bool(self._trace.steps)

    @cached_property
    def query(self) -> Parameters:
        """Return the parameters of the query string. Raises InvalidRequest."""
        return Parameters.parse(self.scope["query_string"])

    @cached_property
    def cookies(self) -> Mapping[str, str]:
        """Return the cookies by name; unreadable ones are omitted."""
        try:
            parsed = SimpleCookie((self.header(b"cookie") or b"").decode("latin-1"))
        except CookieError:
            return {}
        return {name: unquote(morsel.value) for name, morsel in parsed.items()}

    def ignore_cookies(self) -> None:
        """Treat the request as one without cookies: the client has chosen not to use them."""
        self.__dict__["cookies"] = {}

    def header(self, name: bytes) -> bytes | None:
        """Return the first field of a lower-case name."""
        return header(self.scope, name)

    async def body(self) -> bytes:
        """Return the whole body. Raises BodyTooLarge, and ClientDisconnect if it was not sent completely."""
        if self._body is None:
            chunks: list[bytes] = []
            size = 0
            while True:
                message = await self._receive()
                if message["type"] == "http.disconnect":
                    # A partial body must not be treated as the whole.
                    raise ClientDisconnect
                chunk = message.get("body", b"")
                size += len(chunk)
                if size > MOST_BODY_BYTES:
                    raise BodyTooLarge
                chunks.append(chunk)
                if not message.get("more_body", False):
                    break
            self._body = b"".join(chunks)
        return self._body

    async def form(self) -> Parameters:
        """Return the parameters of a form body. Raises InvalidRequest for another content type."""
        if self._form is None:
            media_type = (self.header(b"content-type") or b"").partition(b";")[0].strip().lower()
            if media_type != FORM:
                raise InvalidRequest(f"The content type must be {FORM.decode()}.")
            self._form = Parameters.parse(await self.body())
        return self._form
