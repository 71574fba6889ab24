"""Each mode opens its own listeners, and background jobs end with them."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from starlette.responses import PlainTextResponse

from hanse.app.application_parts import Job
from hanse.app.listeners import open_endpoints
from hanse.app.serving import serve
from hanse.kit.http.listener import Listener, ListenerAddress
from hanse.kit.options import Options


@contextmanager
def opened(mode: str) -> Iterator[list[ListenerAddress]]:
    endpoints = open_endpoints(Options(mode=mode, admin_port=0, engine_port=0, host="127.0.0.1"), {})
    try:
        yield endpoints
    finally:
        for endpoint in endpoints:
            for each in endpoint.sockets:
                each.close()


@pytest.mark.parametrize(
    ("mode", "names"), [("standalone", ["admin", "engine"]), ("console", ["admin"]), ("engine", ["engine"])]
)
def test_a_mode_opens_only_its_listeners(mode: str, names: list[str]) -> None:
    with opened(mode) as endpoints:
        assert [endpoint.name for endpoint in endpoints] == names


def test_jobs_run_beside_the_listeners_and_a_failed_job_stops_nothing() -> None:
    shown: list[str] = []

    async def stays() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            shown.append("cancelled")

    async def fails() -> None:
        shown.append("failed")
        raise RuntimeError

    def run(jobs: list[Job]) -> None:
        with opened("console") as endpoints:
            listeners = [Listener(endpoint, PlainTextResponse("in")) for endpoint in endpoints]

            def announce() -> None:
                shown.append("listening")
                for listener in listeners:
                    listener.stop()

            asyncio.run(asyncio.wait_for(serve(listeners, jobs, announce), 20))

    run([fails, stays])
    assert shown == ["failed", "listening", "cancelled"]
