"""Operations that call other systems, and operations that compute, run on threads of their own."""

import threading
from typing import Any

import httpx
import pytest
from anyio.from_thread import start_blocking_portal
from starlette.applications import Starlette

from hanse.admin.api.dispatch import COMPUTING_WORKERS, OUTBOUND_WORKERS, WORKERS, OperationDispatcher
from hanse.admin.api.routing import routes
from hanse.cluster.operation_filters import admit_standalone
from hanse.config.database import Database
from hanse.config.declare.access import Area
from hanse.config.http.operation import Call, Operation, OperationResult
from tests.support import toy_resources
from tests.support.clock import ManualClock
from tests.support.configurations import make_configuration
from tests.support.randomness import SeededRandomness


class Slow:
    """A handler that waits, like one whose external system does not answer or one that generates a key."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.inside = self.most = 0
        self.entered, self.go = threading.Semaphore(0), threading.Event()

    def __call__(self, _call: Call) -> OperationResult:
        with self.lock:
            self.inside += 1
            self.most = max(self.most, self.inside)
        self.entered.release()
        assert self.go.wait(60)
        with self.lock:
            self.inside -= 1
        return OperationResult({})


def operation(path: str, run: object, **rest: Any) -> Operation:
    return Operation(
        path=path,
        area=Area.PUBLIC,
        summary="",
        run=run,  # type: ignore[arg-type]  # a callable object is as good as a function.
        tag="",
        in_transaction=False,
        **rest,
    )


class NoAuthentication:
    def authenticate(self, _presented: object) -> None:
        return None


@pytest.mark.parametrize(("mark", "most"), [("calls_out", OUTBOUND_WORKERS), ("computes", COMPUTING_WORKERS)])
def test_waiting_outbound_calls_do_not_delay_other_requests(database: Database, mark: str, most: int) -> None:
    slow = Slow()
    configuration = make_configuration(database, toy_resources.TOYS, ManualClock(), SeededRandomness())
    operations = [operation("/slow", slow, **{mark: True}), operation("/quick", lambda _call: OperationResult({}))]
    app = Starlette(routes=routes(OperationDispatcher(configuration, NoAuthentication(), admit_standalone), operations))

    async def get(path: str) -> int:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="https://hanse.example") as client:
            return (await client.get(path)).status_code

    with start_blocking_portal() as portal:
        try:
            waiting = [portal.start_task_soon(get, "/slow") for _ in range(WORKERS + 1)]
            for _ in range(most):
                assert slow.entered.acquire(timeout=60)
            assert portal.start_task_soon(get, "/quick").result(60) == 200
        finally:
            slow.go.set()
        assert {each.result(60) for each in waiting} == {200}
    assert slow.most == most
