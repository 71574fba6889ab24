"""Tokens per second with one and with two engine processes, and during the import of a large configuration.

Run with `python -m bench.workers` from the top of the repository. The load generator needs a core as well. The report
therefore also has the processor time per token in microseconds: if it is the same with two processes as with one, two
free cores issue twice as many tokens.
"""

import argparse
import base64
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import psutil

from bench import http_load
from bench.admin_api import HANSE
from bench.clients import fill
from bench.peers.hanse import configure
from bench.peers.provider import ES256, RS256, SECRET
from bench.running_server import Serving, serving
from hanse.app.core import ProcessEnvironment, opened
from hanse.config.change.write_transaction import Author
from hanse.kit.clock import SystemClock
from hanse.kit.options import Options
from hanse.kit.randomness import SystemRandomness

CONNECTIONS = 16
MEBIBYTE = 1024 * 1024


def make(data: Path) -> None:
    """Create a configuration with clients that request tokens."""
    with opened(Options(data=data), ProcessEnvironment(SystemClock(), SystemRandomness())) as core:
        core.configuration.change(Author("bench"), lambda change: configure(change, "http://localhost:9031"))


def token_requests(client: str) -> http_load.Script:
    """Client credentials, repeatedly."""
    basic = base64.b64encode(f"{client}:{SECRET}".encode()).decode()
    body = urlencode({"grant_type": "client_credentials"}).encode()
    head = (
        "POST /as/token.oauth2 HTTP/1.1\r\nHost: localhost:9031\r\n"
        f"Authorization: Basic {basic}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    while True:
        answer = yield head.encode() + body
        if answer.status != 200:  # noqa: PLR2004 - OK (RFC 9110, section 15.3.1).
            raise RuntimeError(f"status {answer.status}: {answer.body[:300]!r}")


def engines(server: Serving) -> list[psutil.Process]:
    """Return the engine processes: those that listen on the engine's port and not on the admin port."""
    port = urlsplit(server.engine).port
    children = psutil.Process(server.pid).children()
    return [each for each in children if any(found.laddr.port == port for found in each.net_connections("tcp"))]


def batch(server: Serving, client: str, requests: int) -> tuple[http_load.Result, list[float]]:
    """Return the results of a batch, and the processor seconds that each engine process used for it."""
    processes = engines(server)
    before = [sum(each.cpu_times()[:2]) for each in processes]
    port = urlsplit(server.engine).port or 0
    result = http_load.run(port, partial(token_requests, client), requests, CONNECTIONS)
    return result, [sum(each.cpu_times()[:2]) - was for each, was in zip(processes, before, strict=True)]


@contextmanager
def two_servers(folder: Path) -> Iterator[dict[int, Serving]]:
    """Run a server with one engine process and one with two, on the same configuration."""
    for name in ("one", "two"):
        make(folder / name)
    with (
        serving(HANSE, folder / "one", options=["--no-tls", "--engine-workers", "1"]) as one,
        serving(HANSE, folder / "two", options=["--no-tls", "--engine-workers", "2"]) as two,
    ):
        yield {1: one, 2: two}


def compare(folder: Path, rounds: int, requests: int) -> None:
    """Print the results of one and two processes."""
    print(
        f"{'tokens, client credentials':<28}{'processes':>10}{'a second':>10}{'µs each':>9}{'p50 ms':>8}{'p99 ms':>8}"
    )
    with two_servers(folder) as servers:
        for client in (RS256, ES256):
            found: dict[int, list[http_load.Result]] = {1: [], 2: []}
            used: dict[int, list[float]] = {1: [0.0], 2: [0.0, 0.0]}
            for turn in range(rounds + 1):
                for count, server in servers.items():
                    result, seconds = batch(server, client, requests)
                    if turn:  # The first batch is a warm-up.
                        found[count].append(result)
                        used[count] = [sum(pair) for pair in zip(used[count], seconds, strict=True)]
            cost = {count: sum(used[count]) / rounds / requests for count in servers}
            for count in servers:
                result = http_load.median(found[count])
                print(
                    f"{client:<28}{count:>10}{result.requests_per_second:>10.0f}{cost[count] * 1e6:>10.0f}"
                    f"{result.quantile(0.5):>10.1f}{result.quantile(0.99):>10.1f}"
                )
            shares = [part / sum(used[2]) for part in used[2]]
            print(
                f"  work of the two: {shares[0]:.0%} and {shares[1]:.0%}; two free cores would make "
                f"{2 * cost[1] / cost[2]:.2f} times as many tokens as one"
            )


def import_meanwhile(folder: Path, clients: int, requests: int) -> None:
    """Print the cost of tokens before and during the import of a large configuration."""
    small, large, bundle = folder / "small", folder / "large", folder / "bundle.json"
    make(small)
    shutil.copytree(small, large)
    fill(large, clients)
    config = [str(HANSE), "config"]
    quiet = partial(subprocess.run, check=True, stdout=subprocess.DEVNULL)
    quiet([*config, "export", "--data", str(large), "--out", str(bundle)])
    print(f"\nimport of {bundle.stat().st_size / MEBIBYTE:.0f} MB, {clients} clients, while tokens are requested")
    with serving(HANSE, small, options=["--no-tls", "--engine-workers", "1"]) as server:
        batch(server, RS256, requests)
        _print_batches("before", [batch(server, RS256, requests) for _ in range(3)], requests)
        importing = threading.Thread(target=partial(quiet, [*config, "import", "--data", str(small), str(bundle)]))
        importing.start()
        meanwhile = []
        while importing.is_alive():
            meanwhile.append(batch(server, RS256, requests))
        importing.join()
        _print_batches("meanwhile", meanwhile, requests)
        _print_batches("after", [batch(server, RS256, requests) for _ in range(3)], requests)


def _print_batches(title: str, batches: list[tuple[http_load.Result, list[float]]], requests: int) -> None:
    result = http_load.median([each for each, _ in batches])
    costs = [sum(seconds) / requests * 1e6 for _, seconds in batches]
    print(
        f"  {title:<12}{result.requests_per_second:>8.0f} a second   µs each {statistics.median(costs):.0f}, at most "
        f"{max(costs):.0f}   p50 {result.quantile(0.5):.1f} ms, p99 {result.quantile(0.99):.1f} ms"
    )


def main() -> None:
    """Print the report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="batches of each (5)")
    parser.add_argument("--requests", type=int, default=4000, help="requests of a batch (4000)")
    parser.add_argument("--clients", type=int, default=60_000, help="clients that are imported (60000)")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="hanse-bench-") as name:
        folder = Path(name)
        compare(folder, chosen.rounds, chosen.requests)
        sys.stdout.flush()
        import_meanwhile(folder, chosen.clients, chosen.requests)


if __name__ == "__main__":
    main()
