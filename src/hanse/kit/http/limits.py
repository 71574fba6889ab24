"""How large a body may be and how long it may take."""

import asyncio
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

from starlette.exceptions import HTTPException
from starlette.types import Message, Receive

BODY_BYTES = 1024 * 1024
# The scope has under this key what tells whether the whole body was received, if the server knows: nearly all bodies
# come together with their head, and need no timer.
BODY_IS_COMPLETE: Final = "hanse.body_is_complete"


@dataclass(frozen=True)
class BodyTiming:
    """Seconds that a whole body may take, and how long and how much is thrown away after a refusal."""

    body_seconds: float = 60.0
    linger_seconds: float = 1.0
    linger_bytes: int = 4 * BODY_BYTES


class TimedBody:
    """A request's body, which has to be complete a while after somebody began to read it."""

    __slots__ = ("_complete", "_deadline", "_receive", "_seconds")

    def __init__(self, receive: Receive, seconds: float, *, complete: bool = False) -> None:
        """`complete` is for a body that was received already, or whose rest will be without waiting."""
        self._receive = receive
        self._seconds = seconds
        self._deadline: float | None = None
        self._complete = complete

    async def receive(self) -> Message:
        """Receive as ASGI has it; after the body only the disconnection is left, which may take its time."""
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
        """Receive and forget `count` bytes, or what is left of the body."""
        while count > 0 and not self._complete:
            message = await self._receive()
            self._complete = not message.get("more_body", False)
            count -= len(message.get("body", b""))
