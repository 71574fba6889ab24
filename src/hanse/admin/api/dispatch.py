"""Turns operations into routes: the steps that every request passes, and the one place where they are in order."""

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol, TypeVar

import msgspec
import structlog
from anyio import CapacityLimiter, to_thread
from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from hanse.admin.api.requests import read_body, read_if_match, read_query
from hanse.admin.session.authentication import Presented
from hanse.config.access import Area, Intent, Principal, is_allowed
from hanse.config.change import Author
from hanse.config.configuration import Configuration
from hanse.config.operation import Answer, Call, Caller, Operation, Stream
from hanse.config.validation import to_body
from hanse.kit.errors import HanseError, MalformedRequest, MethodNotAllowed, NotAllowed, NotAuthenticated
from hanse.kit.http.access import request_id
from hanse.kit.http.csrf import SAFE_METHODS
from hanse.kit.http.hosts import from_this_machine

LOG = structlog.stdlib.get_logger("hanse.admin.api")
_CONSOLE = "/pf-admin-ui/"
# By which a page says in which session it was opened.
_PAGE_SESSION = "x-hanse-session"
_REALM = "Hanse admin API"
# What is no configuration: a passive console has its own sessions.
_RUN_TIME = frozenset({Area.OWN_SESSION, Area.PUBLIC})
WORKERS = 40
# For calls that ask other systems. A cloud that does not answer keeps these busy, and no others.
OUTBOUND_WORKERS = 16
# For calls that make or open keys. Whoever wants a hundred RSA keys at once leaves the cores to everybody else.
COMPUTING_WORKERS = 2
T = TypeVar("T")


class Authenticates(Protocol):
    """Tells who a request comes from."""

    def authenticate(self, presented: Presented) -> Principal | None:
        """Return the caller, or None for a stranger; raises NotAuthenticated for a wrong proof."""
        ...


class Dispatcher:
    """Carries requests to operations and answers back."""

    def __init__(
        self,
        configuration: Configuration,
        authenticator: Authenticates,
        refuse_if_passive: Callable[[], None] = lambda: None,
    ) -> None:
        """`refuse_if_passive` raises NotAllowed when this is a passive console of a cluster."""
        self._configuration = configuration
        self._refuse_if_passive = refuse_if_passive
        self._authenticator = authenticator
        self._workers = CapacityLimiter(WORKERS)
        self._outbound = CapacityLimiter(OUTBOUND_WORKERS)
        self._computing = CapacityLimiter(COMPUTING_WORKERS)

    def routes(self, operations: Iterable[Operation]) -> list[Route]:
        """Return one route for each path; `/a/b` comes before `/a/{id}`, so that it is found."""
        by_path: dict[str, dict[str, Operation]] = defaultdict(dict)
        for operation in operations:
            if operation.method in by_path[operation.path]:
                raise ValueError(f"{operation.method} {operation.path} is declared twice")
            by_path[operation.path][operation.method] = operation
        paths = sorted(by_path, key=lambda path: [segment.startswith("{") for segment in path.split("/")])
        return [
            Route(
                _template(by_path[path]), PathOperations(self, by_path[path]), max_body_size=_body_limit(by_path[path])
            )
            for path in paths
        ]

    async def handle(self, request: Request, operation: Operation) -> Response:
        """Pass a request through every step, in this order: who calls, may they, what do they send, do it.

        A body is only read of callers who may send it, and on the event loop. Everything else happens on a worker
        thread; without a body all of it in one go, because each change of threads costs more than a query. Who is
        refused never waits for those who wait for another system or for a key.
        """
        limiter = self._limiter(operation)
        if operation.body is None and limiter is self._workers:
            return await self._on_worker(self._admit_and_serve, request, operation)
        principal = await self._on_worker(self._admit, request, operation)
        body = await read_body(request, operation)
        return await self._on_worker(self._serve, request, operation, principal, body, limiter=limiter)

    def _limiter(self, operation: Operation) -> CapacityLimiter:
        if operation.calls_out:
            return self._outbound
        return self._computing if operation.computes else self._workers

    async def _on_worker(
        self, function: Callable[..., T], *arguments: Any, limiter: CapacityLimiter | None = None
    ) -> T:
        return await to_thread.run_sync(function, *arguments, limiter=limiter or self._workers)

    def _admit_and_serve(self, request: Request, operation: Operation) -> Response:
        return self._serve(request, operation, self._admit(request, operation), None)

    def _admit(self, request: Request, operation: Operation) -> Principal | None:
        about = {
            "method": request.method,
            "operation": operation.path,
            "area": operation.area,
            "need": operation.intent,
        }
        try:
            principal = self.authenticate(request)
            self._allow(principal, operation)
        except HanseError as error:
            LOG.debug("call refused", **about, result=error.result_id)
            raise
        caller = "stranger" if principal is None else principal.username
        LOG.debug("call admitted", **about, caller=caller, roles=sorted(principal.roles) if principal else [])
        return principal

    def authenticate(self, request: Request) -> Principal | None:
        """Return who makes a request, or None for a stranger; on a worker thread."""
        return self._authenticator.authenticate(_presented(request))

    def _allow(self, principal: Principal | None, operation: Operation) -> None:
        _authorise(principal, operation)
        if operation.intent is Intent.WRITE and operation.area not in _RUN_TIME and not operation.passive:
            self._refuse_if_passive()

    def perform(
        self,
        operation: Operation,
        caller: Caller,
        *,
        path: Mapping[str, str] | None = None,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        expected: frozenset[int] | None = None,
    ) -> Answer:
        """Do what a call over HTTP would do, for a page of ours that has read all of it otherwise.

        The same checks and the same transaction; on a worker thread.
        """
        self._allow(caller.principal, operation)
        asked = {each.name: each.default for each in operation.query} | dict(query or {})
        return self._run(operation, caller, dict(path or {}), asked, body, expected)

    async def on_worker(self, function: Callable[..., T], *arguments: Any, operation: Operation | None = None) -> T:
        """Call a function on a thread of the kind that an operation needs."""
        limiter = None if operation is None else self._limiter(operation)
        return await self._on_worker(function, *arguments, limiter=limiter)

    def _serve(self, request: Request, operation: Operation, principal: Principal | None, body: Any) -> Response:
        query = {} if operation.open_query else read_query(request, operation.query)
        expected = read_if_match(request)
        caller, path = caller_of(request, principal), _path_parameters(request)
        started = time.perf_counter()
        answer = self._run(operation, caller, path, query, body, expected)
        LOG.debug(
            "call answered",
            operation=operation.path,
            item=path,
            status=answer.status,
            revision=answer.revision,
            milliseconds=round((time.perf_counter() - started) * 1000, 1),
        )
        return render(answer, operation)

    def _run(
        self,
        operation: Operation,
        caller: Caller,
        path: dict[str, str],
        query: Any,
        body: Any,
        expected: frozenset[int] | None,
    ) -> Answer:
        configuration = self._configuration

        def call(view: Any) -> Answer:
            return operation.run(Call(caller, path, query, body, view, configuration, configuration.ports, expected))

        if not operation.in_transaction:
            return call(None)
        if operation.intent is Intent.READ:
            with configuration.reading() as view:
                return call(view)
        name = caller.principal.username if caller.principal is not None else "anonymous"
        with configuration.changing(Author(name, caller.request_id)) as change:
            return call(change)


class PathOperations:
    """All operations of one path, as an ASGI application: of a function Starlette would let pass GET only."""

    def __init__(self, dispatcher: Dispatcher, by_method: dict[str, Operation]) -> None:
        self._dispatcher = dispatcher
        self._by_method = by_method

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request by the operation of its method; HEAD is GET without the body (RFC 9110, section 9.3.2)."""
        request = Request(scope, receive, send)
        operation = self._by_method.get("GET" if request.method == "HEAD" else request.method)
        if operation is None:
            raise _not_allowed(self._by_method)
        try:
            response = await self._dispatcher.handle(request, operation)
        except NotAuthenticated as error:
            error.headers.update(_challenge(request))
            raise
        await response(scope, receive, send)


def documents(operations: Iterable[Operation]) -> frozenset[str]:
    """Return the paths that a person may open as a page, without the anti-forgery header."""
    return frozenset(operation.path for operation in operations if operation.is_document)


def _not_allowed(by_method: Iterable[str]) -> MethodNotAllowed:
    methods = {*by_method, *(("HEAD",) if "GET" in by_method else ())}
    allowed = ", ".join(sorted(methods))
    error = MethodNotAllowed(f"This address takes {allowed}.")
    error.headers["Allow"] = allowed
    return error


def _challenge(request: Request) -> dict[str, str]:
    """Return how to authenticate at the API (RFC 9110, section 11.6.1); the session service takes a form only.

    A browser answers a Basic challenge with a window of its own, whoever made the call. Browsers say by
    Sec-Fetch-Mode that they are browsers, and the console has tokens, so they are told of those only.
    """
    if request.scope["path"].startswith(_CONSOLE):
        return {}
    if "sec-fetch-mode" in request.headers:
        return {"WWW-Authenticate": f'Bearer realm="{_REALM}"'}
    return {"WWW-Authenticate": f'Basic realm="{_REALM}", charset="UTF-8"'}


def _template(by_method: dict[str, Operation]) -> str:
    """Return the path in Starlette's notation."""
    (path,) = {operation.path for operation in by_method.values()}
    is_open = any(operation.open_path for operation in by_method.values())
    return f"{path.removesuffix('}')}:path}}" if is_open else path


def _body_limit(by_method: dict[str, Operation]) -> int:
    return max(operation.body_limit for operation in by_method.values())


def render(answer: Answer, operation: Operation) -> Response:
    """Return an operation's answer as HTTP."""
    headers = dict(answer.headers)
    if answer.revision is not None:
        headers["ETag"] = f'"{answer.revision}"'
    if isinstance(answer.body, Stream):
        headers["Content-Length"] = str(answer.body.size)
        return StreamingResponse(answer.body.chunks, answer.status, headers, operation.answer_type)
    content, media_type = _content(answer, operation)
    response = Response(content, status_code=answer.status, headers=headers, media_type=media_type)
    for cookie in answer.cookies:
        response.raw_headers.append((b"set-cookie", cookie.encode("latin-1")))
    return response


def _content(answer: Answer, operation: Operation) -> tuple[bytes | str | None, str | None]:
    body = answer.body
    if body is None:
        return None, None
    if isinstance(body, (str, bytes)):
        return body, operation.answer_type
    return msgspec.json.encode(to_body(body) if isinstance(body, BaseModel) else body), operation.answer_type


def _authorise(principal: Principal | None, operation: Operation) -> None:
    if is_allowed(principal, operation.area, operation.intent, open_to_setup=operation.open_to_setup):
        return
    if principal is None:
        raise NotAuthenticated("Sign in to make this call.")
    if operation.area is Area.SETUP:
        # There are no roles for these, so an account that asks means that the set-up has come to its end.
        raise NotAllowed("This call belongs to the set-up, which is complete.")
    if principal.is_setup:
        raise NotAllowed("Before the set-up is complete, only the calls of its wizard can be made.")
    if principal.auditor and operation.intent is Intent.WRITE:
        raise NotAllowed("Auditors read and never change anything.")
    raise NotAllowed("Your account does not have the role that this call needs.")


def _presented(request: Request) -> Presented:
    return Presented(
        authorization=request.headers.get("authorization"),
        cookies=request.cookies,
        address=request.client.host if request.client is not None else "",
        is_local=from_this_machine(request.scope),
        is_console_path=request.scope["path"].startswith(_CONSOLE),
        is_change=request.method not in SAFE_METHODS,
        page_session=request.headers.get(_PAGE_SESSION),
    )


def caller_of(request: Request, principal: Principal | None) -> Caller:
    """Return what operations may know of a request."""
    return Caller(
        principal=principal,
        address=request.client.host if request.client is not None else "",
        request_id=request_id(request.scope),
        origin=f"{request.url.scheme}://{request.headers.get('host', '')}",
        headers=request.headers,
        query_string=request.url.query,
    )


def _path_parameters(request: Request) -> dict[str, str]:
    parameters = {name: str(value) for name, value in request.path_params.items()}
    if any("\x00" in value for value in parameters.values()):
        raise MalformedRequest("The path contains a NUL character.")
    return parameters
