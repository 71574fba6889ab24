"""Calls that begin at the same moment, each in a thread of its own."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

T = TypeVar("T")


def run_at_once(*calls: Callable[[], T]) -> list[T | BaseException]:
    """Run the calls in threads that begin at the same moment; return what each returned or raised."""
    barrier = Barrier(len(calls))

    def run(call: Callable[[], T]) -> T | BaseException:
        barrier.wait()
        try:
            return call()
        except BaseException as error:  # noqa: BLE001 - any exception is an outcome.
            return error

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def succeed_at_once(*calls: Callable[[], T]) -> list[T]:
    """Run the calls at the same moment and return their results. Raises the first exception of a call."""
    results: list[T] = []
    for outcome in run_at_once(*calls):
        if isinstance(outcome, BaseException):
            raise outcome
        results.append(outcome)
    return results
