"""The costs of 100,000 clients on SQLite: start time, memory, the time until a save is applied, and lookups.

Run with `python -m bench.clients [--clients N]` from the top of the repository. The goals are: ready within 2 s, at
most 250 MB of memory in each process, and a saved client applied within 100 ms. "Elsewhere" is a second engine on the
same file, which has to find the save by polling, like a separate process. A lookup gets a client by its ID and compares
its secret, as each token request does. `bench.token_endpoint` measures complete requests with as many clients.
"""

import argparse
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import structlog
from tests.engine.server import EngineServer, engine_server
from tests.support.clients import client
from tests.support.configurations import AUTHOR, create, replace

from bench.admin_api import HANSE
from bench.cold_start import cpu_seconds
from bench.running_server import serving
from hanse.app.core import ProcessEnvironment, opened
from hanse.config.change.change import BulkReplacement
from hanse.engine.snapshot.clients import CLIENTS, SECRET_USE
from hanse.kit.clock import SystemClock
from hanse.kit.options import EMBEDDED_DATABASE, Options
from hanse.kit.randomness import SystemRandomness
from hanse.resources.applications.clients.resource import OAUTH_CLIENTS

SAVES: Final = 50
LOOKUPS: Final = 20_000
READY_SECONDS, MEMORY_MEGABYTES, IN_FORCE_SECONDS = 2.0, 250.0, 0.1
PATIENCE: Final = 30.0
CHOICE: Final = random.Random(1241)  # noqa: S311 - the same clients each time.


def name(number: int) -> str:
    """Return the id of a client."""
    return f"client-{number:06}"


def secret(number: int) -> str:
    """Return the secret of a client."""
    return f"clear-secret-of-{name(number)}"


def fill(data: Path, clients: int) -> None:
    """Store clients, each with its own secret."""
    with opened(Options(data=data), ProcessEnvironment(SystemClock(), SystemRandomness())) as core:
        first = create(core.configuration, OAUTH_CLIENTS, client("sample")).body
        bodies = {}
        for number in range(clients):
            sealed = {**first["clientAuth"], "encryptedSecret": core.keyring.seal(secret(number), SECRET_USE)}
            own = {"clientId": name(number), "name": f"Name of {name(number)}", "clientAuth": sealed}
            uris = [f"https://{name(number)}.example.com/callback"]
            bodies[name(number)] = {**first, **own, "redirectUris": uris}
        with core.configuration.changing(AUTHOR) as change:
            change.overwrite(BulkReplacement(OAUTH_CLIENTS, {}, bodies))


def processes_of(pid: int) -> Iterator[int]:
    """Yield a process and all its descendants."""
    yield pid
    children = Path(f"/proc/{pid}/task/{pid}/children")
    for child in children.read_text(encoding="ascii").split() if children.exists() else ():
        yield from processes_of(int(child))


def memory(pid: int) -> float:
    """Return the resident memory of a process in megabytes; NaN where the system does not report it."""
    status = Path(f"/proc/{pid}/status")
    if not status.exists():
        return float("nan")
    lines = dict(line.split(":", 1) for line in status.read_text(encoding="utf-8").splitlines() if ":" in line)
    return int(lines["VmRSS"].split()[0]) * 1024 / 1e6


@dataclass(frozen=True)
class Started:
    """Medians of several starts: seconds until ready, those of the processor in the busiest process, and megabytes."""

    seconds: float
    busiest: float
    largest: float


def starts(data: Path, times: int) -> Started:
    """Start a server several times."""
    seconds, busiest, largest = [], [], []
    for _ in range(times):
        with serving(HANSE, data) as started:
            processes = list(processes_of(started.pid))
            seconds.append(started.seconds_to_ready)
            busiest.append(max(map(cpu_seconds, processes)))
            largest.append(max(map(memory, processes)))
    return Started(*map(statistics.median, (seconds, busiest, largest)))


@contextmanager
def engines(data: Path) -> Iterator[tuple[EngineServer, EngineServer]]:
    """Yield two engines on one file."""
    url = f"sqlite:///{data / EMBEDDED_DATABASE}"
    with ExitStack() as stack:
        yield stack.enter_context(engine_server(url, data)), stack.enter_context(engine_server(url, data))


def saves(here: EngineServer, clients: int, follower: EngineServer) -> list[float]:
    """Return the time from the end of each save until an engine had applied it."""
    took = []
    for number in CHOICE.sample(range(clients), min(SAVES, clients)):
        body = client(name(number), description=str(time.perf_counter_ns()))
        replace(here.core.configuration, OAUTH_CLIENTS, name(number), body)
        committed = time.perf_counter()
        with here.core.configuration.reading() as view:
            newest = view.revision()
        assert follower.follower.wait_for(newest, PATIENCE)
        took.append(time.perf_counter() - committed)
        found = follower.follower.snapshot.part(CLIENTS).get(name(number))
        assert found is not None
        assert found.settings.description == body["description"]
    return took


def lookups(server: EngineServer, choose: Callable[[], int]) -> float:
    """Return the number of clients that are found and authenticated by secret per second of processor time."""
    clients, now = server.follower.snapshot.part(CLIENTS), server.clock.now()
    chosen = [(name(number), secret(number)) for number in (choose() for _ in range(LOOKUPS))]
    started = time.process_time()
    accepted = 0
    for id_, text in chosen:
        found = clients.get(id_)
        accepted += found is not None and found.accepts_secret(text, now)
    assert accepted == LOOKUPS
    return LOOKUPS / (time.process_time() - started)


def line(what: str, figure: str, goal: str = "") -> None:
    """Print one figure."""
    print(f"{what:<44}{figure:>16}  {goal}")


def main() -> int:
    """Print the figures; return 1 if one of them misses its goal."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, default=100_000, help="how many clients there are (100,000)")
    parser.add_argument("--starts", type=int, default=5, help="how often it is started (5)")
    parser.add_argument("--no-goals", action="store_true", help="do not fail when a goal is missed")
    given = parser.parse_args()
    clients = given.clients
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory())
    with tempfile.TemporaryDirectory(prefix="hanse-bench-") as folder:
        data = Path(folder) / "data"
        with serving(HANSE, data):
            pass
        empty = starts(data, given.starts)
        fill(data, clients)
        full = starts(data, given.starts)
        with engines(data) as (here, elsewhere):
            one, others = lookups(here, lambda: 0), lookups(here, partial(CHOICE.randrange, clients))
            own, found = sorted(saves(here, clients, here)), sorted(saves(here, clients, elsewhere))
    line(
        f"ready with {clients} clients, s", f"{full.seconds:.2f}", f"without {empty.seconds:.2f}; goal {READY_SECONDS}"
    )
    line("busiest process until then, s of the CPU", f"{full.busiest:.2f}", f"without {empty.busiest:.2f}")
    line("largest process, MB", f"{full.largest:.0f}", f"without {empty.largest:.0f}; goal {MEMORY_MEGABYTES:.0f}")
    for what, took in (("saved here", own), ("saved elsewhere", found)):
        figures = f"{statistics.median(took) * 1000:.1f} / {took[-1] * 1000:.1f}"
        line(f"{what}, ms until in force, median / worst", figures, f"goal {IN_FORCE_SECONDS * 1000:.0f}")
    line("one client found and authenticated, 1/s", f"{one:,.0f}")
    line("random clients, 1/s", f"{others:,.0f}")
    is_met = (
        full.seconds <= READY_SECONDS
        and full.largest <= MEMORY_MEGABYTES
        and max(own[-1], found[-1]) <= IN_FORCE_SECONDS
    )
    return 0 if is_met or given.no_goals else 1


if __name__ == "__main__":
    sys.exit(main())
