"""What is done beside what somebody waits for: passed in, so that tests say when."""

import threading
from collections.abc import Callable

# Calls a function on another thread.
Background = Callable[[Callable[[], None]], None]


def never(_function: Callable[[], None]) -> None:
    """Leave out what would be done in the background: for who has none."""


def on_a_thread(function: Callable[[], None]) -> None:
    """Call a function on a thread of its own, which the process does not wait for when it ends."""
    threading.Thread(target=function, name="data-store-pool", daemon=True).start()
