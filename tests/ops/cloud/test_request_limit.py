import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from hanse.ops.cloud.failures import CloudBusy
from hanse.ops.cloud.request_limit import Once, RequestLimit


def test_each_region_has_its_own_limit() -> None:
    gate = RequestLimit(places=2)
    with gate.enter("NA"), gate.enter("NA"):
        with pytest.raises(CloudBusy), gate.enter("NA"):
            pytest.fail("a third place was given")
        with gate.enter("EU"):
            pass
    with gate.enter("NA"), gate.enter("NA"):
        pass


def test_a_failed_call_releases_its_slot() -> None:
    gate = RequestLimit(places=1)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError), gate.enter("NA"):
            raise ZeroDivisionError


class SlowCall:
    """A slow call that several threads make at once. It ends when the test sets `over`, and only a single call
    succeeds."""

    def __init__(self) -> None:
        self.requests = 0
        self.begun, self.over = threading.Event(), threading.Event()

    def __call__(self) -> str:
        self.requests += 1
        self.begun.set()
        assert self.over.wait(60)
        if self.requests == 1:
            return "answer"
        raise ValueError


def test_simultaneous_equal_calls_are_sent_once() -> None:
    once: Once[str] = Once()
    slow_call = SlowCall()
    waiting = threading.Semaphore(0)

    def send_request() -> str:
        waiting.release()
        return once.run("key", slow_call)

    with ThreadPoolExecutor(4) as pool:
        first = pool.submit(once.run, "key", slow_call)
        assert slow_call.begun.wait(60)
        others = [pool.submit(send_request) for _ in range(3)]
        for _ in others:
            assert waiting.acquire(timeout=60)
        assert once.run("another key", lambda: "at once") == "at once"
        slow_call.over.set()
        assert first.result(60) == "answer"
        # Threads that arrived in time share the answer. A late thread calls again and gets the failure.
        for other in others:
            if other.exception(10) is None:
                assert other.result() == "answer"
    with pytest.raises(ValueError, match=r"^$"):
        once.run("key", slow_call)


def test_waiting_callers_get_the_failure_too() -> None:
    once: Once[str] = Once()
    begun, over = threading.Event(), threading.Event()

    def fail() -> str:
        begun.set()
        assert over.wait(60)
        raise ZeroDivisionError

    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(once.run, "key", fail)
        assert begun.wait(60)
        second = pool.submit(once.run, "key", fail)
        over.set()
        for each in (first, second):
            with pytest.raises(ZeroDivisionError):
                each.result(60)
