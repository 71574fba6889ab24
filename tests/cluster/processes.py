"""A cluster of real processes with a real PostgreSQL server, so that failures are real too."""

import json
import signal
import subprocess
import time
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.cli.test_serve import COMMAND, clean_environment
from tests.flows.server import ALL_ROLES, API, PASSWORD, account
from tests.support.configurations import MASTER_KEY

PATIENCE = 120.0
DISCOVERY = "/.well-known/openid-configuration"
HEADERS = {"X-XSRF-Header": "hanse"}
Json = dict[str, Any]


def eventually(what: str, holds: Callable[[], Any], seconds: float = PATIENCE) -> Any:
    """Call `holds` until it returns something true, and return that. Other processes use the real clock."""
    deadline = time.monotonic() + seconds
    while not (found := holds()):
        assert time.monotonic() < deadline, f"not within {seconds} seconds: {what}"
        time.sleep(0.1)
    return found


def throughout(what: str, holds: Callable[[], Any], seconds: float) -> None:
    """Assert that `holds` returns something true during the whole time."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        assert holds(), f"not throughout {seconds} seconds: {what}"
        time.sleep(0.5)


class Node:
    """One process with its own data folder. It can be killed, stopped and started again."""

    def __init__(self, url: str, folder: Path, mode: str, *options: str) -> None:
        self.folder = folder
        self._mode = mode
        self._command = [*COMMAND, "serve", "--data", str(folder), "--host", "127.0.0.1", "--no-tls", "--mode", mode]
        workers = ["--engine-workers", "0"] if mode == "engine" and "--engine-workers" not in options else []
        self._command += ["--admin-port", "0", "--engine-port", "0", *workers, *options]
        key = b64encode(MASTER_KEY).decode()
        self._environment = {**clean_environment(), "HANSE_DATABASE": url, "HANSE_MASTER_KEY": key}
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> "Node":
        """Start the process; `address` waits until it listens."""
        (self.folder / "listening.json").unlink(missing_ok=True)
        self._process = subprocess.Popen(
            self._command, env=self._environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        return self

    @property
    def address(self) -> str:
        """The address of the node's listener. Waits until the node listens."""
        path = self.folder / "listening.json"
        eventually(f"{self.folder.name} listens", lambda: self._ended() or path.exists())
        found: str = json.loads(path.read_text())["engine" if self._mode == "engine" else "admin"]
        return found

    def kill(self) -> None:
        """Kill the process, as a power failure would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Request the process to stop, and wait for its end."""
        self._end(signal.SIGTERM)

    def log(self) -> str:
        """Return the text of the node's log."""
        path = self.folder / "log" / "server.log"
        return path.read_text() if path.exists() else ""

    def get(self, path: str, host: str | None = None) -> httpx.Response:
        """Send a GET request, with the given host name if there is one."""
        headers = {} if host is None else {"Host": host}
        return httpx.get(f"{self.address}{path}", headers=headers, timeout=PATIENCE, trust_env=False)

    def serves(self, host: str) -> bool:
        """Return True if the node serves the discovery document of a host's issuer."""
        return self.get(DISCOVERY, host).status_code == 200

    def states(self) -> Json:
        """Return the status and the states of `/readyz`."""
        answer = self.get("/readyz")
        found: Json = {"status": answer.status_code, **answer.json()["states"]}
        return found

    def _ended(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, f"{self.folder.name} ended by itself: {self.log()[-2000:]}"
        return False

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(PATIENCE)


class Console(Node):
    """A node with a console, called by its first administrator."""

    def request(self, method: str, path: str, body: Any = None) -> httpx.Response:
        """Call the admin API."""
        return httpx.request(
            method,
            f"{self.address}{API}{path}",
            json=body,
            auth=("Administrator", PASSWORD),
            headers=HEADERS,
            timeout=PATIENCE,
            trust_env=False,
        )

    def set_up(self) -> "Console":
        """Create the first administrator and set the base URL."""
        body = account("Administrator", ALL_ROLES)
        made = httpx.post(
            f"{self.address}{API}/administrativeAccounts", json=body, headers=HEADERS, timeout=PATIENCE, trust_env=False
        )
        assert made.status_code == 200, made.text
        signed_in = httpx.post(
            f"{self.address}/pf-admin-ui/login",
            json={"username": "Administrator", "password": PASSWORD},
            headers=HEADERS,
            timeout=PATIENCE,
            trust_env=False,
        )
        assert signed_in.status_code == 200, signed_in.text
        self.ok("PUT", "/serverSettings", {"federationInfo": {"baseUrl": "https://sso.example"}})
        return self

    def ok(self, method: str, path: str, body: Any = None) -> Json:
        """Call the admin API and assert that it succeeds."""
        answer = self.request(method, path, body)
        assert answer.is_success, answer.text
        found: Json = answer.json()
        return found

    def add_issuer(self, name: str) -> str:
        """Create a virtual issuer with this name, and return its host."""
        self.ok("POST", "/oauth/issuers", {"id": name, "name": name, "host": f"{name}.example"})
        return f"{name}.example"

    def replicate(self) -> None:
        """Publish the whole configuration."""
        self.ok("POST", "/cluster/replicate")

    def engines(self) -> list[Json]:
        """Return the engines of the cluster status."""
        nodes: list[Json] = self.ok("GET", "/cluster/status")["nodes"]
        return [node for node in nodes if node["mode"] == "CLUSTERED_ENGINE"]

    def statuses(self) -> list[str | None]:
        """Return the replication status of each engine, by index."""
        return [node.get("replicationStatus") for node in self.engines()]

    def wait_for_engines(self, count: int) -> None:
        """Wait until this number of engines has applied the publication."""
        eventually("all engines have succeeded", lambda: self.statuses() == ["SUCCEEDED"] * count)


@contextmanager
def nodes(url: str, folder: Path) -> Iterator[Callable[..., Any]]:
    """Yield a function that starts nodes of one cluster by name and mode. All nodes are killed in the end."""
    made: list[Node] = []

    def make(name: str, mode: str = "engine", *options: str) -> Node:
        kind = Console if mode == "console" else Node
        node = kind(url, folder / name, mode, *options)
        made.append(node)
        return node.start()

    try:
        yield make
    finally:
        for node in made:
            node.kill()
