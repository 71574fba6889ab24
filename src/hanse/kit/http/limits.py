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
        body = _TimedBody(receive, self._timing.body_seconds)

        async def watch(message: Message) -> None:
            nonlocal refused
            if message["type"] == "http.response.start":
                refused = message["status"] == HTTPStatus.REQUEST_ENTITY_TOO_LARGE
            if not refused:
                await send(message)

        await self._app(scope, body.receive, watch)
        if refused:
            await self._refuse(scope, body, send)

    async def _refuse(self, scope: Scope, body: "_TimedBody", send: Send) -> None:
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
                    await body.throw_away(self._timing.linger_bytes)
        await send({"type": "http.response.body", "body": b"", "more_body": False})


class _TimedBody:
    """A request's body that has to be complete by a deadline."""

    def __init__(self, receive: Receive, seconds: float) -> None:
        self._receive = receive
        self._deadline = asyncio.get_running_loop().time() + seconds
        self._complete = False

    async def receive(self) -> Message:
        """Receive as ASGI has it; after the body only the disconnection is left, which may take its time."""
        if self._complete:
            return await self._receive()
        try:
            async with asyncio.timeout_at(self._deadline):
                message = await self._receive()
        except TimeoutError as error:
            raise HTTPException(HTTPStatus.REQUEST_TIMEOUT, headers={"Connection": "close"}) from error
        self._complete = not message.get("more_body", False)
        return message

    async def throw_away(self, count: int) -> None:
        """Receive and forget about `count` bytes, or what is left of the body."""
        while count > 0 and not self._complete:
            message = await self._receive()
            self._complete = not message.get("more_body", False)
            count -= len(message.get("body", b""))
