"""Finds the endpoint of a request, calls its handler and sends the answer."""

import re
from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import Final

import structlog
from starlette.types import Receive, Scope, Send

from hanse.engine.http.answers import Answer
from hanse.engine.http.endpoint import ProtocolEndpoint
from hanse.engine.http.request import Request
from hanse.engine.snapshot.model import Issuer, Snapshot
from hanse.kit.errors import NotFound
from hanse.kit.http.access import header
from hanse.kit.http.hosts import split_authority

LOG = structlog.stdlib.get_logger("hanse.engine")
_VARIABLE: Final = re.compile(r"\{(\w+)\}")


class Dispatcher:
    """Answers requests to protocol endpoints. Raises NotFound for any other path."""

    def __init__(self, snapshot: Callable[[], Snapshot], endpoints: Sequence[ProtocolEndpoint]) -> None:
        self._snapshot = snapshot
        self._fixed = {each.path: each for each in endpoints if "{" not in each.path}
        self._variable = [(_pattern(each.path), each) for each in endpoints if "{" in each.path]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        snapshot = self._snapshot()
        authority = split_authority(header(scope, b"host") or b"", scope["scheme"])
        found = None if authority is None else self._find(snapshot, authority[0], scope["path"])
        if found is None:
            raise NotFound("There is nothing at this address.")
        issuer, endpoint, values = found
        scope["route"] = _Route(endpoint.path)
        answer = await self._answer(Request(scope, receive, issuer, snapshot, values), endpoint)
        await send({"type": "http.response.start", "status": answer.status, "headers": list(answer.headers)})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else answer.body})

    async def _answer(self, request: Request, endpoint: ProtocolEndpoint) -> Answer:
        handler = endpoint.methods.get("GET" if request.method == "HEAD" else request.method)
        if handler is None:
            allow = ", ".join(sorted(endpoint.methods)).encode()
            return Answer(HTTPStatus.METHOD_NOT_ALLOWED, ((b"allow", allow),))
        try:
            return await handler(request)
        except Exception as error:  # noqa: BLE001 - the renderer answers what is expected and logs defects.
            return endpoint.render_error(request, error)

    def _find(self, snapshot: Snapshot, host: str, path: str) -> tuple[Issuer, ProtocolEndpoint, dict[str, str]] | None:
        for place, issuer in snapshot.places.items():
            if place.host != host or not path.startswith(place.path):
                continue
            rest = path[len(place.path) :]
            if (endpoint := self._fixed.get(rest)) is not None:
                return issuer, endpoint, {}
            for pattern, variable in self._variable:
                if (match := pattern.fullmatch(rest)) is not None:
                    return issuer, variable, match.groupdict()
        return None


class _Route:
    """The route of a request, whose template the metrics count by."""

    def __init__(self, path_format: str) -> None:
        self.path_format = path_format


def _pattern(path: str) -> re.Pattern[str]:
    return re.compile(_VARIABLE.sub(r"(?P<\1>[^/]+)", path))
