"""Serializes calls with the same key, within one process."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition, Lock
from typing import Final

# Each waiting call holds a thread of the pool; more waiting calls for one key can only come from a program.
MOST_WAITING: Final = 12
_PATIENCE_SECONDS: Final = 10.0


class _Queue:
    def __init__(self, lock: Lock) -> None:
        self.busy = False
        self.waiting = 0
        self.turn = Condition(lock)


class KeyedLocks:
    """Queues by key. An unused key takes no memory."""

    def __init__(self, most_waiting: int = MOST_WAITING, patience: float = _PATIENCE_SECONDS) -> None:
        self._most_waiting = most_waiting
        self._patience = patience
        self._queues: dict[str, _Queue] = {}
        self._lock = Lock()

    @contextmanager
    def of(self, key: str) -> Iterator[bool]:
        """Wait for the turn of a key; False if it does not come in time."""
        admitted = self._enter(key)
        try:
            yield admitted
        finally:
            if admitted:
                self._leave(key)

    def _enter(self, key: str) -> bool:
        with self._lock:
            queue = self._queues.get(key)
            if queue is None:
                queue = self._queues[key] = _Queue(self._lock)
            if queue.busy and queue.waiting >= self._most_waiting:
                return False
            queue.waiting += 1
            came = queue.turn.wait_for(lambda: not queue.busy, self._patience)
            queue.waiting -= 1
            queue.busy = queue.busy or came
            return came

    def _leave(self, key: str) -> None:
        with self._lock:
            queue = self._queues[key]
            queue.busy = False
            if queue.waiting:
                queue.turn.notify()
            else:
                del self._queues[key]
