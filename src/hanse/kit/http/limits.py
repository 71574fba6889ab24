"""Bodies that are too large or too slow.

How large a body may be is Starlette's `max_body_size`, on the application (`BODY_BYTES`) and on routes that take
more. This layer makes its refusal one of ours, ends the connection, and bounds how long a body may take.
"""

import asyncio
import contextlib
from dataclasses import dataclass
from http import HTTPStatus

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hanse.kit.errors import PayloadTooLarge
from hanse.kit.http.access import header
from hanse.kit.http.errors import render_error

BODY_BYTES = 1024 * 1024


@dataclass(frozen=True)
class BodyTiming:
    """Seconds that a whole body may take, and how long and how much is thrown away after a refusal."""

    body_seconds: float = 60.0
    linger_seconds: float = 1.0
    linger_bytes: int = 4 * BODY_BYTES


class BodyLimits:
    """Answers 413 and 408 and closes the connection after them."""

    def __init__(self, app: ASGIApp, timing: BodyTiming | None = None) -> None:
        self._app = app
        self._timing = timing or BodyTiming()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and end the connection after a body that was too much."""
        refused = False

        async def watch(message: Message) -> None:
            nonlocal refused
            if message["type"] == "http.response.start":
                refused = message["status"] == HTTPStatus.REQUEST_ENTITY_TOO_LARGE
            if not refused:
                await send(message)

        await self._app(scope, self._timed(receive), watch)
        if refused:
            await self._refuse(scope, receive, send)

    def _timed(self, receive: Receive) -> Receive:
        deadline = asyncio.get_running_loop().time() + self._timing.body_seconds
        complete = False

        async def receive_in_time() -> Message:
            nonlocal complete
            if complete:
                return await receive()
            try:
                async with asyncio.timeout_at(deadline):
                    message = await receive()
            except TimeoutError as error:
                raise HTTPException(HTTPStatus.REQUEST_TIMEOUT, headers={"Connection": "close"}) from error
            complete = not message.get("more_body", False)
            return message

        return receive_in_time

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the refusal whole, then throw away what is on its way.

        A connection closed with unread bytes is reset, and a reset destroys the answer before the caller reads it
        (RFC 9112, section 9.6). A caller that waits for `100 Continue` has sent nothing to throw away.
        """
        response = render_error(PayloadTooLarge("The request body is too large."))
        response.headers["Connection"] = "close"
        await send({"type": "http.response.start", "status": response.status_code, "headers": response.raw_headers})
        await send({"type": "http.response.body", "body": bytes(response.body), "more_body": True})
        if header(scope, b"expect") is None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._timing.linger_seconds):
                    await self._throw_away(receive)
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _throw_away(self, receive: Receive) -> None:
        left = self._timing.linger_bytes
        while left > 0:
            message = await receive()
            if not message.get("more_body", False):
                return
            left -= len(message.get("body", b""))
