"""Durations of data store calls: in a log category of their own, and as spans of distributed traces."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

import structlog

from hanse.kit.spans import call_span

LOG = structlog.stdlib.get_logger("hanse.data-store-times")


@contextmanager
def timed(source: str, what: str) -> Iterator[None]:
    """Log the duration of a block, or of each call of the decorated function."""
    started = time.perf_counter()
    try:
        with call_span(f"{source} {what}", {"hanse.data_store_type": source}):
            yield
    finally:
        milliseconds = round((time.perf_counter() - started) * 1000, 1)
        LOG.debug("data store answered", source=source, what=what, milliseconds=milliseconds)
