"""Requests to the engine application without network connections, so that only its own work is measured.

The measured time is the processor time of all threads of the process, which other programs hardly affect.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

from tests.engine.server import HOST

from hanse.kit.http.limits import BODY_IS_COMPLETE

_FORM: Final = (b"content-type", b"application/x-www-form-urlencoded")
Scope = dict[str, Any]


@dataclass(frozen=True)
class PreparedRequest:
    """A form that is posted to a path, or a query that is sent with GET, with additional headers."""

    path: str
    authorization: str
    form: bytes
    headers: tuple[tuple[bytes, bytes], ...] = ()
    method: str = "POST"
    query: bytes = b""


class EngineRequests:
    """Sends requests to an application."""

    def __init__(self, app: Any) -> None:
        self._app = app

    async def answer(self, request: PreparedRequest) -> bytes:
        """Send a request, check that its status is not that of an error, and return the body of the answer."""
        scope: Scope = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "method": request.method,
            "scheme": "https",
            "path": request.path,
            "raw_path": request.path.encode(),
            "root_path": "",
            "query_string": request.query,
            "headers": [
                (b"host", HOST.encode()),
                _FORM,
                (b"authorization", request.authorization.encode()),
                *request.headers,
            ],
            "client": ("192.0.2.7", 50000),
            "server": ("192.0.2.1", 443),
            BODY_IS_COMPLETE: lambda: True,
        }
        sent: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": request.form, "more_body": False}

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        await self._app(scope, receive, send)
        assert sent[0]["status"] < HTTPStatus.BAD_REQUEST, sent
        return bytes(sent[1]["body"])

    async def rate(self, batch: Sequence[PreparedRequest]) -> float:
        """Send a batch and return the number of requests per second."""
        began = time.process_time()
        for each in batch:
            await self.answer(each)
        return len(batch) / (time.process_time() - began)
