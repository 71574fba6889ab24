"""Answers of a service that are used again for a while."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Final

from hanse.plugins.contracts.data_stores import Found

MOST_ANSWERS: Final = 1_000


class AnswerCache:
    """The last answers by their requests; many threads may use it."""

    def __init__(self, seconds: float, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._seconds, self._monotonic = seconds, monotonic
        self._lock = threading.Lock()
        self._answers: OrderedDict[Hashable, tuple[Found, float]] = OrderedDict()

    def get(self, request: Hashable) -> Found | None:
        """Return the answer to a request if it is known and young enough."""
        with self._lock:
            found = self._answers.get(request)
        return found[0] if found is not None and self._monotonic() < found[1] else None

    def add(self, request: Hashable, answer: Found) -> None:
        """Keep an answer, unless the cache is switched off."""
        if self._seconds <= 0:
            return
        with self._lock:
            self._answers[request] = answer, self._monotonic() + self._seconds
            self._answers.move_to_end(request)
            while len(self._answers) > MOST_ANSWERS:
                self._answers.popitem(last=False)
