"""How long data stores take, for a category of the log of its own: what is slow is to be found without all else."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

import structlog

LOG = structlog.stdlib.get_logger("hanse.data-store-times")


@contextmanager
def timed(source: str, what: str) -> Iterator[None]:
    """Tell the log how long a block takes, or each call of the function that this decorates."""
    started = time.perf_counter()
    try:
        yield
    finally:
        milliseconds = round((time.perf_counter() - started) * 1000, 1)
        LOG.debug("data store answered", source=source, what=what, milliseconds=milliseconds)
