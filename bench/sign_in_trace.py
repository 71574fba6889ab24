"""The cost of the sign-in trace: authorization requests with and without it.

In each round, one batch of each kind of request is measured with the trace and one without. A ratio is the median of
the rounds. The batches with the trace include the time of writing it to the database, which the server does in the
background. How requests are sent and timed is described in `bench.engine_requests`.

    python -m bench.sign_in_trace [--rounds 15]
"""

import argparse
import asyncio
import gc
import statistics
import tempfile
import time
from pathlib import Path
from typing import Final

import structlog
import uvloop
from tests.engine.server import EngineServer, engine_server
from tests.engine.signin.site import AUTHORIZE, Visitor, opened_site, returned

from bench.engine_requests import EngineRequests, PreparedRequest
from hanse.engine.trace.trace_queue import TraceWriter
from hanse.resources.authentication.sessions import AUTHENTICATION_SESSIONS
from hanse.resources.authentication.sign_in_traces.settings import SIGN_IN_TRACE_SETTINGS

BATCH: Final = 100


def opened(engine: EngineServer) -> dict[str, PreparedRequest]:
    """Configure a sign-in, and return the kinds of requests."""
    site = opened_site(engine)
    site.add_adapter(0)
    engine.save(AUTHENTICATION_SESSIONS, {"enableSessions": True})
    joe = site.browser()
    assert returned(joe.sign_in(joe.authorize()))["code"]
    return {"login page": _authorization(site.browser()), "code of a session": _authorization(joe)}


def _authorization(visitor: Visitor) -> PreparedRequest:
    query = visitor.address().removeprefix(f"{AUTHORIZE}?").encode()
    cookies = "; ".join(f"{name}={value}" for name, value in visitor.browser.cookies.items()).encode()
    return PreparedRequest(AUTHORIZE, "", b"", ((b"cookie", cookies),), "GET", query)


async def measured(engine: EngineServer, request: PreparedRequest) -> float:
    """Send a batch, write its traces, and return the number of requests per second of processor time."""
    requests, began = EngineRequests(engine.app), time.process_time()
    for _ in range(BATCH):
        await requests.answer(request)
    await TraceWriter(engine.services.traces, engine.state.traces).write()
    return BATCH / (time.process_time() - began)


def compare(engine: EngineServer, runner: asyncio.Runner, rounds: int) -> None:
    """Measure all kinds and print a line for each."""
    kinds = opened(engine)
    figures: dict[tuple[str, bool], list[float]] = {(kind, traced): [] for kind in kinds for traced in (False, True)}
    gc.collect()
    gc.freeze()
    # The first round is not reported: it fills caches.
    for number in range(rounds + 1):
        for traced in (False, True):
            engine.save(SIGN_IN_TRACE_SETTINGS, {"enabled": traced})
            for kind, request in kinds.items():
                rate = runner.run(measured(engine, request))
                if number:
                    figures[kind, traced].append(rate)
    for kind in kinds:
        plain, traced_rates = figures[kind, False], figures[kind, True]
        costs = [1 - one / other for one, other in zip(traced_rates, plain, strict=True)]
        print(
            f"{kind:20}{statistics.median(plain):8,.0f}/s without, {statistics.median(traced_rates):8,.0f}/s with,"
            f" cost {statistics.median(costs):6.1%} ({min(costs):.1%} to {max(costs):.1%})"
        )


def main() -> None:
    """Print the report."""
    parser = argparse.ArgumentParser(description="Measure the cost of the sign-in trace.")
    parser.add_argument("--rounds", type=int, default=15)
    rounds = parser.parse_args().rounds
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger("ERROR"))
    with (
        tempfile.TemporaryDirectory() as folder,
        engine_server(f"sqlite:///{folder}/hanse.db", Path(folder)) as engine,
        asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
    ):
        compare(engine, runner, rounds)


if __name__ == "__main__":
    main()
