"""Signals as readable numbers, for a process that waits in a selector."""

import contextlib
import os
import signal
from collections.abc import Iterator
from typing import Final

STOPPING_SIGNALS: Final = (signal.SIGTERM, signal.SIGINT)


@contextlib.contextmanager
def readable_signals() -> Iterator[int]:
    """Yield a file descriptor from which the numbers of SIGTERM, SIGINT and SIGCHLD can be read as they arrive."""
    reading, writing = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
    handled = (*STOPPING_SIGNALS, signal.SIGCHLD)
    before = {number: signal.signal(number, lambda *_: None) for number in handled}
    wakeup = signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    try:
        yield reading
    finally:
        signal.set_wakeup_fd(wakeup)
        for number, handler in before.items():
            signal.signal(number, handler)
        os.close(reading)
        os.close(writing)
