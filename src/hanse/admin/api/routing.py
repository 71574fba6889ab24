"""The routes of operations, and the answers at unknown addresses."""

from collections import defaultdict
from collections.abc import Iterable

from starlette.requests import Request
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from hanse.admin.api.callers import CONSOLE
from hanse.admin.api.dispatch import OperationDispatcher
from hanse.config.http.operation import Operation
from hanse.kit.errors import MethodNotAllowed, NotAuthenticated
from hanse.kit.texts.messages import message

_REALM = "Hanse admin API"


def routes(dispatcher: OperationDispatcher, operations: Iterable[Operation]) -> list[Route]:
    """Return one route for each path; `/a/b` comes before `/a/{id}`, so that it is found."""
    by_path: dict[str, dict[str, Operation]] = defaultdict(dict)
    for operation in operations:
        if operation.method in by_path[operation.path]:
            raise ValueError(f"{operation.method} {operation.path} is declared twice")
        by_path[operation.path][operation.method] = operation
    paths = sorted(by_path, key=lambda path: [segment.startswith("{") for segment in path.split("/")])
    return [_route(dispatcher, by_path[path]) for path in paths]


def _route(dispatcher: OperationDispatcher, by_method: dict[str, Operation]) -> Route:
    return Route(_template(by_method), PathOperations(dispatcher, by_method), max_body_size=_body_limit(by_method))


class PathOperations:
    """All operations of one path, as an ASGI application: for a function Starlette would allow GET only."""

    def __init__(self, dispatcher: OperationDispatcher, by_method: dict[str, Operation]) -> None:
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
    error = MethodNotAllowed(message("This address supports {allowed}.", allowed=allowed))
    error.headers["Allow"] = allowed
    return error


def _challenge(request: Request) -> dict[str, str]:
    """Return the authentication challenge of the API (RFC 9110, section 11.6.1); the session service uses a form only.

    A browser answers a Basic challenge with a window of its own, whichever code made the call. Browsers identify
    themselves by Sec-Fetch-Mode, and the console has tokens, so browsers are offered token authentication only.
    """
    if request.scope["path"].startswith(CONSOLE):
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
