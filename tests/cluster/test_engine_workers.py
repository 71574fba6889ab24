"""A clustered engine with several processes: a publication is applied in all of them, even after one was killed."""

import json
import re
import socket
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psutil
import pytest

from tests.cluster.processes import DISCOVERY, Console, Node, eventually, nodes
from tests.support import databases

# The start of several processes takes seconds.
pytestmark = pytest.mark.slow

WORKERS = 2
FEWEST_REQUESTS = 12
Make = Callable[..., Any]


@pytest.fixture
def make(postgres_url: str, tmp_path: Path) -> Iterator[Make]:
    with databases.postgres_database(postgres_url) as url, nodes(url, tmp_path) as made:
        yield made


@pytest.fixture
def cluster(make: Make) -> tuple[Console, Node]:
    console = make("console", "console").set_up()
    return console, make("engine", "engine", "--engine-workers", str(WORKERS))


def supervisor_of(engine: Node) -> psutil.Process:
    """Return the engine's supervisor process. Waits until all of its processes are ready."""
    assert engine.address
    return psutil.Process(json.loads((engine.folder / "listening.json").read_text())["pid"])


def children(engine: Node) -> dict[str, psutil.Process]:
    """Return the processes by their slots, in the order of their start; restarted processes come last."""
    found = sorted(supervisor_of(engine).children(), key=lambda each: (each.create_time(), each.pid))
    return dict(zip(("keeper", "engine 1", "engine 2"), found, strict=True))


def fetch(engine: Node, host: str, path: str = DISCOVERY) -> tuple[int, int]:
    """Send a request on a new connection; return the id of the process that answered, and the status."""
    parts = urlsplit(engine.address)
    with closing(socket.create_connection((parts.hostname or "", parts.port or 0), 20)) as connection:
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        status = int(connection.recv(12).split()[1])
        own = connection.getsockname()[1]
        for process in supervisor_of(engine).children():
            # A process that is being replace_process may end during the search.
            with suppress(psutil.NoSuchProcess):
                if any(each.raddr and each.raddr.port == own for each in process.net_connections("tcp")):
                    return process.pid, status
    raise AssertionError("no process has this connection")


def answers(engine: Node, host: str) -> dict[int, set[int]]:
    """Request a host's discovery document until every worker has answered; return the statuses by process."""
    found: dict[int, set[int]] = {}
    # The kernel chooses the worker that accepts a connection, and does not distribute them evenly.
    for number in range(500):
        pid, status = fetch(engine, host)
        found.setdefault(pid, set()).add(status)
        if number >= FEWEST_REQUESTS and len(found) == WORKERS:
            break
    return found


def is_served_by_all_workers(engine: Node, host: str) -> bool:
    found = answers(engine, host)
    return len(found) == WORKERS and set.union(*found.values()) == {200}


def metric(engine: Node, name: str) -> float:
    found = re.search(rf"^{name}(?:{{.*}})? (\S+)$", engine.get("/metrics").text, re.MULTILINE)
    assert found is not None
    return float(found[1])


def replace_process(engine: Node, slot: str) -> None:
    """Kill the process of a slot, and wait until the next one has started."""
    killed = children(engine)[slot]
    before = engine.log().count('"event":"process started"')
    killed.kill()
    eventually("another one has started", lambda: engine.log().count('"event":"process started"') > before)


def test_a_publication_applies_in_every_worker(cluster: tuple[Console, Node]) -> None:
    console, engine = cluster
    for name in ("first", "second", "third"):
        host = console.add_issuer(name)
        assert 200 not in set.union(*answers(engine, host).values())
        console.replicate()
        console.wait_for_engines(1)
        # When the node reports the revision, all of its processes have it.
        assert is_served_by_all_workers(engine, host)
    assert console.request("DELETE", "/oauth/issuers/first").is_success
    console.replicate()
    console.wait_for_engines(1)
    assert 200 not in set.union(*answers(engine, "first.example").values())
    assert is_served_by_all_workers(engine, "second.example")
    # The workers read only the changed documents.
    assert '"whole":false' in engine.log()
    assert engine.states() == {"status": 200, "configuration": "current", "database": "ok", "runtimeState": "ok"}
    eventually("the metric has the publication", lambda: metric(engine, "hanse_engine_publication") == 4)
    assert metric(engine, "hanse_engine_configuration_age_seconds") < 10


def test_requests_are_counted_together_over_all_workers(cluster: tuple[Console, Node]) -> None:
    _, engine = cluster
    assert len({fetch(engine, "localhost", "/pf/heartbeat.ping")[0] for _ in range(12)}) == WORKERS
    counted = r'hanse_http_requests_total{.*route="/pf/heartbeat.ping".*}'
    eventually("all are counted", lambda: re.search(rf"{counted} 12.0", engine.get("/metrics").text))


def test_a_killed_worker_restarts_with_the_publication(cluster: tuple[Console, Node]) -> None:
    console, engine = cluster
    host = console.add_issuer("first")
    console.replicate()
    console.wait_for_engines(1)
    replace_process(engine, "engine 1")
    eventually("both serve", lambda: is_served_by_all_workers(engine, host))
    next_host = console.add_issuer("second")
    console.replicate()
    console.wait_for_engines(1)
    assert is_served_by_all_workers(engine, next_host)


def test_a_killed_keeper_is_replaced_while_the_workers_serve(cluster: tuple[Console, Node]) -> None:
    console, engine = cluster
    host = console.add_issuer("first")
    console.replicate()
    console.wait_for_engines(1)
    keeper, workers = children(engine)["keeper"], {each.pid for each in children(engine).values()}
    keeper.kill()
    assert is_served_by_all_workers(engine, host)
    next_host = console.add_issuer("second")
    console.replicate()
    console.wait_for_engines(1)
    assert is_served_by_all_workers(engine, next_host)
    # The workers are the same processes as before.
    assert len(workers & {each.pid for each in children(engine).values()}) == WORKERS
    # It is still one node.
    assert [node["status"] for node in console.engines()] == ["RUNNING"]


def test_a_stopped_engine_leaves_the_cluster_and_finishes_its_requests(cluster: tuple[Console, Node]) -> None:
    console, engine = cluster
    console.replicate()
    console.wait_for_engines(1)
    parts = urlsplit(engine.address)
    with closing(socket.create_connection((parts.hostname or "", parts.port or 0), 20)) as connection:
        head = "POST /as/token.oauth2 HTTP/1.1\r\nHost: sso.example\r\nContent-Length: 29\r\nExpect: 100-continue\r\n"
        body = "grant_type=client_credentials"
        connection.sendall(f"{head}Content-Type: application/x-www-form-urlencoded\r\n\r\n".encode())
        # The engine requests the body (RFC 9110, section 10.1.1) once it handles the request. The stop therefore
        # happens during the request.
        assert connection.recv(1024).startswith(b"HTTP/1.1 100")
        supervisor_of(engine).terminate()
        eventually("it is stopping", lambda: '"event":"stopping"' in engine.log())
        connection.sendall(body.encode())
        assert connection.recv(12) == b"HTTP/1.1 401"
    engine.stop()
    assert engine.log().splitlines()[-1].count('"event":"stopped"') == 1
    eventually("the node is gone", lambda: console.engines() == [])
