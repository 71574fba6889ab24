"""The queue of traces that wait to be written, and its writer in the background."""

from collections import deque
from collections.abc import Sequence
from typing import Final

from hanse.engine.state.contracts import TracePart, Traces
from hanse.kit.sign_in_traces import TraceOutcome

# About half a second of sign-ins under full load. Sign-ins that did not fail are dropped first.
MOST_WAITING: Final = 2_000
_AT_ONCE: Final = 100
WRITE_SECONDS: Final = 0.25


class TraceQueue:
    """Traces of one process that wait to be written. All calls are made on its event loop."""

    def __init__(self) -> None:
        self._waiting: deque[TracePart] = deque()
        # The number of traces that were dropped because too many waited.
        self.dropped = 0

    def put(self, part: TracePart) -> None:
        """Add a part, or drop it under load."""
        limit = MOST_WAITING if part.outcome is TraceOutcome.FAILED else MOST_WAITING // 2
        if len(self._waiting) >= limit:
            self.dropped += 1
        else:
            self._waiting.append(part)

    def take(self) -> Sequence[TracePart]:
        """Remove some parts, the oldest first, and return them."""
        return [self._waiting.popleft() for _ in range(min(_AT_ONCE, len(self._waiting)))]


class TraceWriter:
    """Writes the traces of a queue. Parts that cannot be written are lost: a sign-in never waits for its trace."""

    def __init__(self, queue: TraceQueue, traces: Traces) -> None:
        self._queue = queue
        self._traces = traces

    async def write(self) -> None:
        """Write what waits. Raises Unavailable."""
        while parts := self._queue.take():
            await self._traces.add(parts)
