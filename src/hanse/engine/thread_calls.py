"""Calls from threads of plug-ins to coroutines, which run on the event loop of the run-time state."""

import asyncio
from collections.abc import Coroutine
from typing import Any, Final, TypeVar

from hanse.kit.errors import Unavailable

T = TypeVar("T")
_PATIENCE_SECONDS: Final = 10.0
_LATE: Final = "The store of run-time state does not respond."


def wait_for(coroutine: Coroutine[Any, Any, T], loop: asyncio.AbstractEventLoop, late: str = _LATE) -> T:
    """Run a coroutine on an event loop, wait for it on this thread, and return its result.

    Raises Unavailable with the text `late` if it does not end in time.
    """
    future = asyncio.run_coroutine_threadsafe(coroutine, loop)
    try:
        return future.result(_PATIENCE_SECONDS)
    except TimeoutError as error:
        future.cancel()
        raise Unavailable(late) from error
