"""Health, readiness and who may read the metrics."""

import threading

import pytest
from starlette.testclient import TestClient

from hanse.kit.http.edge import application
from hanse.kit.http.health import Check, Health, health_routes
from hanse.kit.option_values import networks
from hanse.ops.metrics import Metrics


def client(checks: dict[str, Check], address: str = "127.0.0.1", allowed: str = "127.0.0.0/8,::1") -> TestClient:
    health = Health(Metrics().render, networks(allowed), checks, check_seconds=0.2)
    return TestClient(application(health_routes(health)), client=(address, 1))


def fine() -> None:
    return


def fail() -> None:
    raise OSError("password=hunter2 in the connection string")


def test_a_process_that_answers_is_healthy() -> None:
    assert client({"database": fail}).get("/healthz").text == "OK"


def test_ready_when_every_check_passes() -> None:
    answer = client({"database": fine, "console": fine}).get("/readyz")
    assert answer.status_code == 200
    assert answer.json() == {"status": "ready", "checks": {"database": "ok", "console": "ok"}}


def test_not_ready_names_what_failed_without_detail() -> None:
    answer = client({"database": fail, "console": fine}).get("/readyz")
    assert answer.status_code == 503
    assert answer.json() == {"status": "not ready", "checks": {"database": "failed", "console": "ok"}}


def test_a_check_that_hangs_has_failed() -> None:
    release = threading.Event()
    try:
        answer = client({"database": lambda: release.wait(5) and None}).get("/readyz")
    finally:
        release.set()
    assert answer.json()["checks"] == {"database": "failed"}


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
def test_metrics_are_for_the_networks_given(address: str, fields: dict[str, str], allowed: str, status: int) -> None:
    assert client({}, address, allowed).get("/metrics", headers=fields).status_code == status
