"""A server with several processes: replacement of ended processes, shared metrics, the common log and the shutdown."""

import http.client
import json
import re
import signal
import socket
import ssl
import subprocess
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

import psutil
import pytest

from hanse.app.core import ProcessEnvironment, opened
from hanse.kit.clock import SystemClock
from hanse.kit.options import Options
from hanse.kit.randomness import SystemRandomness
from hanse.resources.system.server_settings.resource import SERVER_SETTINGS
from tests.cli.test_serve import hanse, running
from tests.support.configurations import replace

HEARTBEAT = "/pf/heartbeat.ping"
# An upper limit for operations on a busy machine; tests do not wait for it.
PATIENCE = 60.0


def eventually(what: str, condition: Callable[[], bool]) -> None:
    """Wait until a condition is true."""
    deadline = monotonic() + PATIENCE
    while not condition():
        assert monotonic() < deadline, f"this did not happen: {what}"


@dataclass
class Server:
    """A server with two engine processes."""

    process: subprocess.Popen[str]
    folder: Path
    listening: dict[str, Any]
    cleanup: ExitStack = field(default_factory=ExitStack)

    @property
    def children(self) -> dict[str, psutil.Process]:
        """The child processes by their roles, in the order of their start."""
        found = sorted(psutil.Process(self.process.pid).children(), key=lambda each: (each.create_time(), each.pid))
        return dict(zip(("administration", "engine 1", "engine 2"), found, strict=False))

    def connect(self, name: str = "engine") -> http.client.HTTPSConnection:
        """Return a persistent connection."""
        trust = ssl.create_default_context(cafile=str(self.folder / "tls" / "server.crt"))
        port = urlsplit(self.listening[name]).port
        made = http.client.HTTPSConnection("localhost", port, timeout=PATIENCE, context=trust)
        made.connect()
        self.cleanup.callback(made.close)
        return made

    def get(self, path: str = HEARTBEAT, name: str = "engine") -> tuple[int, str]:
        """Return the answer on a new connection."""
        connection = self.connect(name)
        answer = fetch(connection, path)
        connection.close()
        return answer

    def owner(self, connection: http.client.HTTPSConnection) -> psutil.Process:
        """Return the process at the other end of a connection."""
        own = connection.sock.getsockname()[1]
        for child in psutil.Process(self.process.pid).children():
            if any(each.raddr and each.raddr.port == own for each in child.net_connections("tcp")):
                return child
        raise AssertionError("no process has this connection")

    def answered(self, name: str = "engine") -> int:
        """Return the number of answered heartbeat requests in the metrics."""
        found = re.search(rf"hanse_http_requests_total{{.*{HEARTBEAT}.*}} (\S+)", self.get("/metrics", name)[1])
        return 0 if found is None else int(float(found[1]))

    def events(self) -> list[dict[str, Any]]:
        """Return the lines of the log."""
        return [json.loads(line) for line in (self.folder / "log" / "server.log").read_text().splitlines()]

    def has_logged(self, **facts: Any) -> bool:
        """Return true if a line of the log has these members."""
        return any(facts.items() <= line.items() for line in self.events())


def fetch(connection: http.client.HTTPSConnection, path: str = HEARTBEAT) -> tuple[int, str]:
    connection.request("GET", path)
    answer = connection.getresponse()
    return answer.status, answer.read().decode()


@contextmanager
def serving(folder: Path) -> Iterator[Server]:
    with running(folder, workers=2) as (process, listening), ExitStack() as cleanup:
        yield Server(process, folder, listening, cleanup)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path) as made:
        yield made


def test_kept_connections_are_spread_evenly(server: Server) -> None:
    owners = Counter(server.owner(server.connect()).pid for _ in range(12))
    assert sorted(owners.values()) == [6, 6]


def test_a_killed_worker_is_replaced_without_affecting_other_connections(server: Server) -> None:
    kept = [server.connect() for _ in range(8)]
    for each in kept:
        assert fetch(each) == (200, "OK")
    victim = server.owner(kept[0])
    theirs = [each for each in kept if server.owner(each) == victim]
    others = [each for each in kept if each not in theirs]
    failures: list[BaseException] = []
    is_dead, ends = threading.Event(), threading.Event()

    def send_requests(connection: http.client.HTTPSConnection) -> None:
        while not ends.is_set():
            was_dead = is_dead.is_set()
            try:
                assert fetch(connection) == (200, "OK")
                # New connections are never refused; only connections of the killed process are lost.
                assert server.get() == (200, "OK")
            except (AssertionError, OSError, http.client.HTTPException) as error:
                if was_dead or connection.sock is None:
                    failures.append(error)

    threads = [threading.Thread(target=send_requests, args=[each]) for each in others]
    for thread in threads:
        thread.start()
    victim.kill()
    psutil.wait_procs([victim], PATIENCE)
    is_dead.set()
    eventually("another one has started", lambda: server.has_logged(event="process started"))
    eventually(
        "it serves", lambda: any(server.owner(server.connect()) not in set(map(server.owner, others)) for _ in "12")
    )
    ends.set()
    for thread in threads:
        thread.join()
    assert failures == []
    assert server.has_logged(event="process ended", pid=victim.pid, signal="SIGKILL", level="error")
    assert len(server.children) == 3


@pytest.mark.slow
def test_a_worker_that_hangs_is_killed_and_replaced(server: Server) -> None:
    victim = server.children["engine 1"]
    victim.suspend()
    eventually("it is noticed", lambda: server.has_logged(event="process does not respond", pid=victim.pid))
    eventually("it ends", lambda: server.has_logged(event="process ended", pid=victim.pid, signal="SIGKILL"))
    eventually("another one has started", lambda: server.has_logged(event="process started", process="engine 1"))
    owners = {server.owner(server.connect()).pid for _ in range(6)}
    eventually("it serves", lambda: len(owners.union([server.owner(server.connect()).pid])) == 2)


@pytest.mark.slow
def test_a_killed_admin_process_is_replaced_while_the_engine_continues(server: Server) -> None:
    kept = server.connect()
    before = server.children["administration"]
    before.kill()
    assert fetch(kept) == (200, "OK")
    # The listening socket stays open in the meantime, so no connection is refused.
    assert server.get("/healthz", "admin") == (200, "OK")
    assert server.get("/readyz", "admin")[0] == 200
    eventually("it is announced anew", lambda: server.has_logged(event="process ended", process="administration"))


@pytest.mark.slow
def test_request_counts_are_shared_and_survive_a_worker(server: Server) -> None:
    kept = [server.connect() for _ in range(4)]
    for each in kept * 5:
        fetch(each)
    for name in ("admin", "engine"):
        eventually("all are counted", lambda name=name: server.answered(name) == 20)  # type: ignore[misc]  # mypy does not support default arguments of lambdas.
    server.owner(kept[0]).kill()
    eventually("another one has started", lambda: server.has_logged(event="process started"))
    assert server.answered() == 20
    server.get()
    eventually("the next one is counted too", lambda: server.answered() == 21)


@pytest.mark.slow
def test_all_processes_write_one_log(server: Server) -> None:
    identifiers = set()
    for connection in [*(server.connect() for _ in range(4)), server.connect("admin")]:
        connection.request("GET", "/healthz")
        answer = connection.getresponse()
        answer.read()
        identifiers.add(answer.headers["X-Request-Id"])
    eventually("all are logged", lambda: identifiers <= {line.get("request_id") for line in server.events()})
    assert {line["listener"] for line in server.events() if line["event"] == "request"} == {"admin", "engine"}


@pytest.mark.slow
def test_requests_in_flight_are_answered_during_shutdown(tmp_path: Path) -> None:
    with opened(Options(data=tmp_path), ProcessEnvironment(SystemClock(), SystemRandomness())) as core:
        replace(core.configuration, SERVER_SETTINGS, "-", {"federationInfo": {"baseUrl": "https://localhost:9031"}})
    with serving(tmp_path) as server:
        connection = server.connect()
        connection.putrequest("POST", "/as/token.oauth2")
        connection.putheader("Content-Type", "application/x-www-form-urlencoded")
        connection.putheader("Content-Length", "29")
        connection.endheaders(b"grant_type=")
        port = urlsplit(server.listening["engine"]).port
        server.process.send_signal(signal.SIGTERM)
        eventually("new connections are refused", lambda: _is_refused(port))
        connection.send(b"client_credentials")
        answer = connection.getresponse()
        assert (answer.status, json.loads(answer.read())["error"]) == (401, "invalid_client")
        assert server.process.wait(PATIENCE) == 0
        assert server.events()[-1]["event"] == "stopped"


def _is_refused(port: int | None) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port or 0), 5).close()
    except ConnectionRefusedError:
        return True
    except OSError:
        return False
    return False


@pytest.mark.slow
def test_workers_end_with_their_supervisor_and_the_next_start_succeeds(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        children = list(server.children.values())
        server.process.kill()
        with serving(tmp_path) as next_one:
            assert not any(each.is_running() and each.status() != psutil.STATUS_ZOMBIE for each in children)
            assert next_one.get() == (200, "OK")


@pytest.mark.slow
def test_the_reason_of_a_failed_start_is_reported(tmp_path: Path) -> None:
    anchors = tmp_path / "anchors.json"
    anchors.write_text("{}")
    done = hanse(
        *("serve", "--data", str(tmp_path / "data"), "--admin-port", "0", "--engine-port", "0"),
        *("--engine-workers", "2", "--licence-trust-anchors", str(anchors)),
        directory=tmp_path,
    )
    assert done.returncode == 1
    assert "anchors.json" in done.stderr.splitlines()[-1]
