"""Background work: a function that runs another one without waiting for it, passed in so that tests control it."""

import threading
from collections.abc import Callable

# Calls a function on another thread.
Background = Callable[[Callable[[], None]], None]


def never(_function: Callable[[], None]) -> None:
    """Do nothing; for callers without background work."""


def on_a_thread(function: Callable[[], None]) -> None:
    """Call a function on a thread of its own, which does not delay the end of the process."""
    threading.Thread(target=function, name="data-store-pool", daemon=True).start()
