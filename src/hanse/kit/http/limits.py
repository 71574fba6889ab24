"""Limits of the size and duration of request bodies."""

import asyncio
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

from starlette.exceptions import HTTPException
from starlette.types import Message, Receive

BODY_BYTES = 1024 * 1024
# Key of the scope for a function that returns whether the whole body was received. Nearly all bodies arrive together
# with their head and need no timer.
BODY_IS_COMPLETE: Final = "hanse.body_is_complete"


@dataclass(frozen=True)
class BodyTiming:
    """Maximum duration of a body, in seconds, and how long and how much is discarded after a refusal."""

    body_seconds: float = 60.0
    linger_seconds: float = 1.0
    linger_bytes: int = 4 * BODY_BYTES


class TimedBody:
    """A request's body with a time limit that starts when it is first read."""

    __slots__ = ("_complete", "_deadline", "_receive", "_seconds")

    def __init__(self, receive: Receive, seconds: float, *, complete: bool = False) -> None:
        """`complete` is for a body that was received already, or whose rest will be without waiting."""
        self._receive = receive
        self._seconds = seconds
        self._deadline: float | None = None
        self._complete = complete

    async def receive(self) -> Message:
        """Receive an ASGI message. After the body only the disconnect follows, which has no time limit."""
        if self._complete:
            return await self._receive()
        if self._deadline is None:
            self._deadline = asyncio.get_running_loop().time() + self._seconds
        try:
            async with asyncio.timeout_at(self._deadline):
                message = await self._receive()
        except TimeoutError as error:
            raise HTTPException(HTTPStatus.REQUEST_TIMEOUT, headers={"Connection": "close"}) from error
        self._complete = not message.get("more_body", False)
        return message

    async def discard(self, count: int) -> None:
        """Receive and discard `count` bytes, or the rest of the body."""
        while count > 0 and not self._complete:
            message = await self._receive()
            self._complete = not message.get("more_body", False)
            count -= len(message.get("body", b""))
