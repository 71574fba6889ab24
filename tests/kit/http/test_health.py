"""Liveness, readiness, and the networks that may read the metrics."""

import asyncio
import threading
from typing import Any

import httpx
import pytest

from hanse.kit.http.edge import Edge, application
from hanse.kit.http.health import Check, Health, State, health_routes
from hanse.kit.option_values import networks
from hanse.ops.metrics import Metrics
from tests.kit.http.serving import edge


async def send_request(
    path: str,
    checks: dict[str, Check] | None = None,
    *,
    address: str = "127.0.0.1",
    allowed: str = "127.0.0.0/8,::1",
    fields: dict[str, str] | None = None,
) -> httpx.Response:
    health = Health(Metrics().render, networks(allowed), checks or {}, check_seconds=0.2)
    transport = httpx.ASGITransport(Edge(application(health_routes(health)), edge()), client=(address, 1))

    async with httpx.AsyncClient(transport=transport, base_url="https://localhost") as client:
        return await client.get(path, headers=fields)


def get(path: str, checks: dict[str, Check] | None = None, **settings: Any) -> httpx.Response:
    return asyncio.run(send_request(path, checks, **settings))


def fine() -> None:
    return


def fail() -> None:
    raise OSError("password=hunter2 in the connection string")


def test_a_process_that_answers_is_healthy() -> None:
    assert get("/healthz", {"database": fail}).text == "OK"


def test_ready_when_every_check_passes() -> None:
    answer = get("/readyz", {"database": fine, "console": fine})
    assert answer.status_code == 200
    assert answer.json() == {"status": "ready", "checks": {"database": "ok", "console": "ok"}}


def test_not_ready_names_the_failed_check_without_details() -> None:
    answer = get("/readyz", {"database": fail, "console": fine})
    assert answer.status_code == 503
    assert answer.json() == {"status": "not ready", "checks": {"database": "failed", "console": "ok"}}


def test_a_state_is_reported_and_does_not_affect_readiness() -> None:
    health = Health(Metrics().render, (), {"database": fine}, {"configuration": lambda: "behind"})
    transport = httpx.ASGITransport(Edge(application(health_routes(health)), edge()))

    async def send_once() -> httpx.Response:
        async with httpx.AsyncClient(transport=transport, base_url="https://localhost") as client:
            return await client.get("/readyz")

    answer = asyncio.run(send_once())
    assert (answer.status_code, answer.json()["states"]) == (200, {"configuration": "behind"})


def test_a_probe_is_reported_and_does_not_affect_readiness() -> None:
    async def fails_on_the_loop() -> None:
        raise OSError("password=hunter2")

    probes = {"shared": fails_on_the_loop, "own": fine}
    states: dict[str, State] = {"age": lambda: 75, "nothing": lambda: None}
    health = Health(Metrics().render, (), {"database": fine}, states, probes)
    transport = httpx.ASGITransport(Edge(application(health_routes(health)), edge()))

    async def send_once() -> httpx.Response:
        async with httpx.AsyncClient(transport=transport, base_url="https://localhost") as client:
            return await client.get("/readyz")

    answer = asyncio.run(send_once())
    assert (answer.status_code, answer.json()["states"]) == (200, {"age": 75, "shared": "away", "own": "ok"})


def test_checks_may_be_coroutines() -> None:
    async def fails_on_the_loop() -> None:
        raise OSError

    assert get("/readyz", {"state": fails_on_the_loop}).json()["checks"] == {"state": "failed"}


def test_a_hanging_check_fails_without_delaying_the_answer() -> None:
    release = threading.Event()

    def hang() -> None:
        release.wait(30)

    async def scenario() -> None:
        try:
            # The check hangs for longer than this test may take.
            answer = await asyncio.wait_for(send_request("/readyz", {"database": hang}), 10)
        finally:
            release.set()
        assert answer.json()["checks"] == {"database": "failed"}

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("address", "fields", "allowed", "status"),
    [
        ("127.0.0.1", {}, "127.0.0.0/8,::1", 200),
        ("::1", {}, "127.0.0.0/8,::1", 200),
        ("10.0.0.5", {}, "127.0.0.0/8,::1", 404),
        ("127.0.0.1", {"X-Forwarded-For": "127.0.0.1"}, "127.0.0.0/8,::1", 404),
        ("10.0.0.5", {}, "10.0.0.0/24", 200),
        ("127.0.0.1", {}, "", 404),
    ],
)
def test_metrics_are_served_to_the_configured_networks(
    address: str, fields: dict[str, str], allowed: str, status: int
) -> None:
    assert get("/metrics", address=address, allowed=allowed, fields=fields).status_code == status
