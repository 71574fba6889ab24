"""Replication of one change in a cluster: the time until all engines have applied it, and the bytes they read.

Run with `python -m bench.cluster [engines] [objects]` from the top of the repository. A PostgreSQL server, a console
and the engines run on this machine and share its cores, unlike in a real cluster. A second run has a tenth of the
objects: time and bytes of one change must not grow with the size of the configuration.
"""

import re
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

from tests.cluster.processes import Console, Node, eventually, nodes
from tests.support import databases
from tests.support.configurations import AUTHOR, MASTER_KEY, make_configuration

from hanse.config.change.change import BulkReplacement
from hanse.config.database import open_database, wait_until_reachable
from hanse.kit.clock import SystemClock
from hanse.kit.randomness import SystemRandomness
from hanse.resources.all_resources import RESOURCES
from hanse.resources.system.authorization_server import COMMON_SCOPES

CHANGES = 5
LONGEST_SECONDS = 600.0
SCOPES = "/oauth/authServerSettings/scopes/commonScopes"


def fill(url: str, objects: int) -> None:
    """Create the tables, and store the scopes."""
    database = open_database(url, Path())
    wait_until_reachable(database, seconds=30)
    databases.make_tables(url)
    configuration = make_configuration(database, RESOURCES, SystemClock(), SystemRandomness(), master_key=MASTER_KEY)
    bodies: Any = {name: body(name, "As it was filled") for name in (f"scope-{n}" for n in range(objects))}
    with configuration.changing(AUTHOR) as change:
        change.overwrite(BulkReplacement(COMMON_SCOPES, {}, bodies))
    database.close()


def body(name: str, description: str) -> dict[str, Any]:
    """Return a scope of typical size."""
    return {"name": name, "description": f"{description}: {'x' * 200}", "dynamic": False}


def succeeded(console: Console, count: int) -> float:
    """Return the number of seconds until all engines report success."""
    start = time.perf_counter()
    wanted = ["SUCCEEDED"] * count
    eventually("all engines have succeeded", lambda: console.statuses() == wanted, LONGEST_SECONDS)
    return time.perf_counter() - start


def shipped(engines: list[Node]) -> list[int]:
    """Return the number of bytes of documents that each engine has read."""
    found = [
        re.search(r"^hanse_engine_replication_bytes (\S+)", each.get("/metrics").text, re.MULTILINE) for each in engines
    ]
    return [int(float(each[1])) for each in found if each is not None]


def measure(engine_count: int, objects: int) -> None:
    """Print the figures for one size of configuration."""
    with (
        tempfile.TemporaryDirectory(prefix="hanse-bench-") as folder,
        databases.own_server() as server,
        nodes(server.url, Path(folder)) as make,
    ):
        fill(server.url, objects)
        console: Console = make("console", "console").set_up()
        console.replicate()
        engines: list[Node] = [make(f"engine-{number}") for number in range(engine_count)]
        begun = time.perf_counter()
        eventually("all have joined", lambda: len(console.engines()) == engine_count, LONGEST_SECONDS)
        succeeded(console, engine_count)
        whole = shipped(engines)
        print(f"{objects} objects, {engine_count} engines", flush=True)
        print(f"  started and filled    {time.perf_counter() - begun:8.2f} s   {max(whole):>9} bytes each", flush=True)
        seconds, sizes = [], []
        for number in range(CHANGES):
            console.ok("PUT", f"{SCOPES}/scope-{number}", body(f"scope-{number}", "As it was changed"))
            before = shipped(engines)
            click = time.perf_counter()
            console.replicate()
            succeeded(console, engine_count)
            seconds.append(time.perf_counter() - click)
            sizes += [after - was for was, after in zip(before, shipped(engines), strict=True)]
        print(
            f"  one change, median    {median(seconds):8.2f} s   {max(sizes):>9} bytes each"
            f"   ({min(seconds):.2f} to {max(seconds):.2f} s)",
            flush=True,
        )


def main(engines: int, objects: int) -> None:
    """Measure with a tenth of the objects, and with all of them."""
    for count in (objects // 10, objects):
        measure(engines, count)


if __name__ == "__main__":
    given = [int(argument) for argument in sys.argv[1:3]]
    main(*(given + [20, 10_000][len(given) :]))
