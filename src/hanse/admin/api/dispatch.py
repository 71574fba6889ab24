"""The steps that every request passes, in their order."""

import time
from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeVar

import structlog
from anyio import CapacityLimiter, to_thread
from starlette.requests import Request
from starlette.responses import Response

from hanse.admin.api.callers import authorize, caller_of, presented
from hanse.admin.api.rendering import render
from hanse.admin.api.requests import parse_body, path_parameters, read_body, read_if_match, read_query
from hanse.admin.session.authentication import PresentedCredentials
from hanse.cluster.operation_filters import Admission
from hanse.config.change.write_transaction import Author
from hanse.config.configuration import Configuration
from hanse.config.declare.access import Intent, Principal
from hanse.config.http.operation import Call, Caller, Operation, OperationResult
from hanse.kit.errors import HanseError, Unavailable

LOG = structlog.stdlib.get_logger("hanse.admin.api")
WORKERS = 40
# For calls to other systems. A cloud that does not answer occupies these threads, and no others.
OUTBOUND_WORKERS = 16
# For calls that generate or decrypt keys. A caller that requests a hundred RSA keys must not use all cores.
COMPUTING_WORKERS = 2
T = TypeVar("T")


class RequestAuthenticator(Protocol):
    """Authenticates the caller of a request."""

    def authenticate(self, presented: PresentedCredentials) -> Principal | None:
        """Return the caller, or None for an unauthenticated one; raises NotAuthenticated for wrong credentials."""
        ...


class OperationDispatcher:
    """Carries requests to operations and answers back."""

    def __init__(
        self,
        configuration: Configuration,
        authenticator: RequestAuthenticator,
        admit: Admission,
    ) -> None:
        """`admit` refuses operations that this node of a cluster, or standalone server, does not perform."""
        self._configuration = configuration
        self._admit_here = admit
        self._authenticator = authenticator
        self._workers = CapacityLimiter(WORKERS)
        self._outbound = CapacityLimiter(OUTBOUND_WORKERS)
        self._computing = CapacityLimiter(COMPUTING_WORKERS)

    async def handle(self, request: Request, operation: Operation) -> Response:
        """Pass a request through every step, in this order: authentication, authorization, input, execution.

        A body is only read from callers who may send it. Its bytes arrive on the event loop; everything else, including
        parsing, happens on a worker thread. A request without a body needs only one change of threads, because each
        costs more than a query. Refused callers never wait for those who wait for another system or for a key.
        """
        limiter = self._limiter(operation)
        if operation.body is None and limiter is self._workers:
            return await self._on_worker(self._admit_and_serve, request, operation)
        principal = await self._on_worker(self._admit, request, operation)
        data = b"" if operation.body is None else await read_body(request, operation)
        return await self._on_worker(self._serve, request, operation, principal, data, limiter=limiter)

    def _limiter(self, operation: Operation) -> CapacityLimiter:
        if operation.calls_out:
            return self._outbound
        return self._computing if operation.computes else self._workers

    async def _on_worker(
        self, function: Callable[..., T], *arguments: Any, limiter: CapacityLimiter | None = None
    ) -> T:
        return await to_thread.run_sync(function, *arguments, limiter=limiter or self._workers)

    def _admit_and_serve(self, request: Request, operation: Operation) -> Response:
        try:
            return self._serve(request, operation, self._admit(request, operation), b"")
        except Unavailable:
            if operation.without_database is None:
                raise
            LOG.warning("call answered without the database", operation=operation.path)
            return render(operation.without_database(caller_of(request, None)), operation)

    def _admit(self, request: Request, operation: Operation) -> Principal | None:
        about = {
            "method": request.method,
            "operation": operation.path,
            "area": operation.area,
            "need": operation.intent,
        }
        try:
            principal = self.authenticate(request)
            authorize(principal, operation)
            self._admit_here(operation, principal)
        except HanseError as error:
            LOG.debug("call refused", **about, result=error.result_id)
            raise
        caller = "stranger" if principal is None else principal.username
        LOG.debug("call admitted", **about, caller=caller, roles=sorted(principal.roles) if principal else [])
        return principal

    def authenticate(self, request: Request) -> Principal | None:
        """Return the caller of a request, or None for an unauthenticated one; called on a worker thread."""
        return self._authenticator.authenticate(presented(request))

    def perform(
        self,
        operation: Operation,
        caller: Caller,
        *,
        path: Mapping[str, str] | None = None,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        expected: frozenset[int] | None = None,
    ) -> OperationResult:
        """Perform an operation like a call over HTTP, for a frame page that has read the request itself.

        The same checks and the same transaction apply; called on a worker thread. A page that was opened before this
        console became passive may still read: it shows the input again, and the reason why it was not saved.
        """
        authorize(caller.principal, operation)
        if operation.intent is Intent.WRITE:
            self._admit_here(operation, caller.principal)
        query_values = {each.name: each.default for each in operation.query} | dict(query or {})
        return self._run(operation, caller, dict(path or {}), query_values, body, expected)

    async def on_worker(self, function: Callable[..., T], *arguments: Any, operation: Operation | None = None) -> T:
        """Call a function on a thread of the kind that an operation needs."""
        limiter = None if operation is None else self._limiter(operation)
        return await self._on_worker(function, *arguments, limiter=limiter)

    def _serve(self, request: Request, operation: Operation, principal: Principal | None, data: bytes) -> Response:
        # The order is fixed, so that a request with several errors always gets the same answer.
        body = parse_body(request, operation, data)
        query = {} if operation.open_query else read_query(request, operation.query)
        expected = read_if_match(request)
        caller, path = caller_of(request, principal), path_parameters(request)
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
    ) -> OperationResult:
        configuration = self._configuration

        def call(view: Any) -> OperationResult:
            return operation.run(Call(caller, path, query, body, view, configuration, configuration.ports, expected))

        if not operation.in_transaction:
            return call(None)
        if operation.intent is Intent.READ:
            with configuration.reading() as view:
                return call(view)
        name = caller.principal.username if caller.principal is not None else "anonymous"
        return configuration.change(Author(name, caller.request_id, caller.principal), call)
