"""Sends the messages in the outbox of the run-time state, in the background.

Each process of the engine has a sender. A message that was added in the same process is sent immediately; retries, and
messages of a process that ended, are found by checking every second, or every five seconds while the database fails.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Final

import structlog

from hanse.engine.state.contracts import Outbox, OutboxKind, OutboxMessage
from hanse.kit.clock import Clock
from hanse.kit.errors import Unavailable
from hanse.kit.periodic import Periodic

LOG = structlog.stdlib.get_logger("hanse.outbox")
POLL_SECONDS: Final = 1.0
# Longest pause after failures of the database. Messages such as codes for users are useless if they come a minute late.
LONGEST_PAUSE_SECONDS: Final = 5.0
# Refusals after which another attempt may succeed: Request Timeout (RFC 9110, section 15.5.9) and Too Many Requests
# (RFC 6585, section 4).
TEMPORARY: Final = frozenset({408, 429})


class OutboxBell:
    """Wakes the senders of this process. All calls are made on its event loop."""

    def __init__(self) -> None:
        self._events = {kind: asyncio.Event() for kind in OutboxKind}

    def ring(self, kind: OutboxKind) -> None:
        """Request a check for messages of a kind."""
        self._events[kind].set()

    async def wait(self, kind: OutboxKind, seconds: float) -> None:
        """Wait until the bell rings for a kind, at most for the given time."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._events[kind].wait()
        self._events[kind].clear()


@dataclass(frozen=True)
class Delivery:
    """The delivery of one kind of messages.

    `send` returns the number of seconds before the next attempt; None if the message was sent or given up. It takes
    less than `lease_seconds`. `most_at_once` limits the number of simultaneous sends in a process.
    """

    send: Callable[[OutboxMessage], Awaitable[float | None]]
    lease_seconds: float
    most_at_once: int


class OutboxSender:
    """Sends messages of all kinds."""

    def __init__(
        self, outbox: Outbox, bell: OutboxBell, clock: Clock, deliveries: Mapping[OutboxKind, Delivery]
    ) -> None:
        self._outbox = outbox
        self._bell = bell
        self._clock = clock
        self._deliveries = deliveries

    async def run(self) -> None:
        """Send messages for as long as the process runs."""
        async with asyncio.TaskGroup() as tasks:
            for kind, delivery in self._deliveries.items():
                tasks.create_task(self._keep_sending(kind, delivery))

    async def send_due(self) -> int:
        """Send all messages that are due now, once, and return their number."""
        count = 0
        for kind, delivery in self._deliveries.items():
            while taken := await self._take(kind, delivery, delivery.most_at_once):
                await asyncio.gather(*(self._send(delivery, each) for each in taken))
                count += len(taken)
        return count

    async def _keep_sending(self, kind: OutboxKind, delivery: Delivery) -> None:
        running: set[asyncio.Task[None]] = set()

        def ended(task: asyncio.Task[None]) -> None:
            running.discard(task)
            # More messages may be due than can be sent at once.
            self._bell.ring(kind)

        async def start_sending() -> None:
            free = delivery.most_at_once - len(running)
            for message in await self._take(kind, delivery, free) if free else ():
                task = asyncio.create_task(self._send(delivery, message))
                running.add(task)
                task.add_done_callback(ended)

        name = f"outbox {kind.value}"
        pause = partial(self._bell.wait, kind)
        await Periodic(
            name, start_sending, POLL_SECONDS, first_seconds=0, longest_seconds=LONGEST_PAUSE_SECONDS, pause=pause
        ).run()

    async def _take(self, kind: OutboxKind, delivery: Delivery, most: int) -> "tuple[OutboxMessage, ...]":
        return tuple(await self._outbox.take(kind, self._now(), lease_seconds=delivery.lease_seconds, most=most))

    async def _send(self, delivery: Delivery, message: OutboxMessage) -> None:
        try:
            pause = await self._tried(delivery, message)
            if pause is None:
                await self._outbox.drop(message)
            else:
                await self._outbox.put_off(message, self._now() + pause)
        except Unavailable as error:
            # It is due again when the lease ends.
            LOG.warning("message kept in the outbox", kind=message.kind.value, reason=error.message)

    async def _tried(self, delivery: Delivery, message: OutboxMessage) -> float | None:
        try:
            return await delivery.send(message)
        except Unavailable:
            raise
        except Exception:
            # Messages depend on settings and plug-ins; one that fails must not stop the others.
            LOG.exception("message discarded", kind=message.kind.value, id=message.id)
            return None

    def _now(self) -> float:
        return self._clock.now().timestamp()
