"""Requests per second of the admin API over HTTPS, compared with a bare application that runs the same SQL on SQLite.

One signed-in caller sends requests over one connection. Batches to Hanse and to the bare application
(`bench.baseline_app`) alternate, so that other load on the machine affects both. The figures are medians. Their ratio,
"share", is comparable between machines: 0.5 means half the rate of the bare application.
"""

import argparse
import contextlib
import http.client
import itertools
import json
import sqlite3
import ssl
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from bench.baseline_app import CLIENTS, HOSTS
from bench.baseline_process import bare_application
from bench.running_server import serving

HANSE = Path(sys.executable).parent / "hanse"
API = "/pf-admin-api/v1"
ACCOUNT = {
    "username": "Administrator",
    "password": "Hansa-1241",
    "active": True,
    "roles": ["ADMINISTRATOR", "USER_ADMINISTRATOR"],
}
SECRET = {"type": "SECRET", "secret": "a-secret-of-usual-length"}
DOCUMENTS = 200
BATCH = 100


class Caller:
    """One persistent connection."""

    def __init__(self, port: int) -> None:
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        self._connection = http.client.HTTPSConnection("localhost", port, timeout=30, context=context)
        self._headers = {"X-XSRF-Header": "bench", "Content-Type": "application/json"}

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """Send a request and return the answer's JSON; raises RuntimeError unless it succeeds."""
        self._connection.request(method, path, None if body is None else json.dumps(body), self._headers)
        answer = self._connection.getresponse()
        data = answer.read()
        if answer.status not in (200, 201):
            raise RuntimeError(f"{method} {path}: {answer.status} {data.decode(errors='replace')}")
        if cookie := answer.headers.get("Set-Cookie"):
            self._headers["Cookie"] = cookie.partition(";")[0]
        return json.loads(data)

    @property
    def cookie(self) -> str:
        """The cookie of the session."""
        return self._headers.get("Cookie", "")

    def sign_in(self) -> None:
        """Create the first account, sign in with it and fetch a token, like the wizard and the console."""
        self.call("POST", f"{API}/administrativeAccounts", ACCOUNT)
        self.call("POST", "/pf-admin-ui/login", {name: ACCOUNT[name] for name in ("username", "password")})
        token = self.call("POST", "/pf-admin-ui/apitoken")["access_token"]
        self._headers["Authorization"] = f"Bearer {token}"


def fill(caller: Caller) -> str:
    """Create the documents that are read, and return the ID of one in the middle."""
    caller.call("PUT", f"{API}/{HOSTS}", {"virtualHostNames": ["first.example"]})
    for number in range(DOCUMENTS):
        names = {"clientId": f"client-{number:04}", "name": f"Client {number:04}"}
        caller.call("POST", f"{API}/{CLIENTS}", {**names, "grantTypes": ["CLIENT_CREDENTIALS"], "clientAuth": SECRET})
    return f"client-{DOCUMENTS // 2:04}"


@contextlib.contextmanager
def bare(folder: Path, data: Path) -> Iterator[int]:
    """Run the bare application on a copy of the database, and yield its port."""
    copy = folder / "bare.db"
    with (
        contextlib.closing(sqlite3.connect(data / "hanse.db")) as source,
        contextlib.closing(sqlite3.connect(copy)) as target,
    ):
        source.backup(target)
    tls = data / "tls"
    with bare_application("bench.baseline_app", copy, tls / "server.crt", tls / "server.key") as port:
        yield port


def operations(id_: str) -> dict[str, Callable[[Caller], Any]]:
    """Return the measured operations; each save differs from the one before."""
    serial = itertools.count()
    return {
        "list, 20 of 200": lambda caller: caller.call("GET", f"{API}/{CLIENTS}?numberPerPage=20"),
        "read": lambda caller: caller.call("GET", f"{API}/{CLIENTS}/{id_}"),
        "save": lambda caller: caller.call("PUT", f"{API}/{HOSTS}", {"virtualHostNames": [f"h{next(serial)}.example"]}),
    }


def rate(caller: Caller, operation: Callable[[Caller], Any]) -> float:
    """Return the requests per second of one batch."""
    start = time.perf_counter()
    for _ in range(BATCH):
        operation(caller)
    return BATCH / (time.perf_counter() - start)


def main() -> None:
    """Print the report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9, help="batches of each operation (9)")
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory(prefix="hanse-bench-") as folder, contextlib.ExitStack() as running:
        data = Path(folder) / "data"
        server = running.enter_context(serving(HANSE, data))
        hanse = Caller(int(server.admin.rpartition(":")[2]))
        hanse.sign_in()
        measured = operations(fill(hanse))
        peer = Caller(running.enter_context(bare(Path(folder), data)))
        print(f"{'requests a second, medians':<28}{'Hanse':>9}{'bare':>9}{'share':>9}")
        for name, operation in measured.items():
            pairs = [(rate(hanse, operation), rate(peer, operation)) for _ in range(rounds)]
            ours, theirs = (statistics.median(side) for side in zip(*pairs, strict=True))
            print(f"{name:<28}{ours:>9.0f}{theirs:>9.0f}{ours / theirs:>9.2f}")


if __name__ == "__main__":
    main()
