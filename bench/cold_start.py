"""The time from the start of the server process until `/readyz` answers 200, on an initialized data folder.

For comparison, a bare Python process imports the libraries that every server of this kind needs. Both starts alternate,
and the ratio of their medians is comparable between machines. Times are given by the clock and by the processor (user
and system). The processor time is also meaningful on a busy machine. The exit code is 1 if the median is above the
limit.
"""

import argparse
import importlib.util
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from bench.running_server import serving

HANSE = Path(sys.executable).parent / "hanse"
BARE = "import starlette.applications, uvicorn, pydantic, sqlalchemy"
# The fields of Linux's stat after the command's name, which may itself have spaces: proc(5).
USER_TICKS, SYSTEM_TICKS = 11, 12


@dataclass(frozen=True)
class Series:
    """The seconds of several runs, by the clock and of the processor."""

    wall: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)


def measure(runs: int) -> tuple[Series, Series]:
    """Return the starts of the server and the bare imports, which were interleaved."""
    server, bare = Series(), Series()
    with tempfile.TemporaryDirectory(prefix="hanse-bench-") as folder:
        data = Path(folder) / "data"
        # The first start creates the database, the keys and the certificate, and is not measured.
        with serving(HANSE, data) as first:
            print(f"first start, which initializes the folder: {first.seconds_to_ready * 1000:.0f} ms")
        for _ in range(runs):
            with serving(HANSE, data) as started:
                server.cpu.append(cpu_seconds(started.pid))
                server.wall.append(started.seconds_to_ready)
            start, before = time.perf_counter(), children_seconds()
            subprocess.run([sys.executable, "-c", BARE], check=True)
            bare.wall.append(time.perf_counter() - start)
            bare.cpu.append(children_seconds() - before)
    return server, bare


def cpu_seconds(pid: int) -> float:
    """Return the processor time of a running process; NaN where the system does not report it."""
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return float("nan")
    fields = stat.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
    return (int(fields[USER_TICKS]) + int(fields[SYSTEM_TICKS])) / os.sysconf("SC_CLK_TCK")


def children_seconds() -> float:
    """Return the processor time of the processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def compiled() -> bool:
    """Return True if Python finds its libraries compiled; otherwise, most of a start is compilation."""
    spec = importlib.util.find_spec("sqlalchemy")
    return spec is not None and spec.cached is not None and Path(spec.cached).exists()


def row(name: str, seconds: list[float]) -> str:
    """Return one line of the report, in milliseconds."""
    figures = (statistics.median(seconds), min(seconds), max(seconds))
    return f"{name:<18}" + "".join(f"{figure * 1000:>9.0f}" for figure in figures)


def main() -> int:
    """Print the report; return 1 if the median is over the limit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=10, help="starts to measure (10)")
    parser.add_argument("--limit", type=float, default=1.5, help="seconds that the median may take (1.5)")
    options = parser.parse_args()
    if not compiled():
        print("The libraries are not compiled, so this measures Python's compiler too; `make setup` compiles them.")
    server, bare = measure(options.runs)
    median = statistics.median(server.wall)
    print(f"{f'{options.runs} runs, ms':<18}{'median':>9}{'min':>9}{'max':>9}")
    print(row("ready", server.wall))
    print(row("ready, CPU", server.cpu))
    print(row("bare imports", bare.wall))
    print(row("bare imports, CPU", bare.cpu))
    cpu_ratio = statistics.median(server.cpu) / statistics.median(bare.cpu)
    print(f"ratio of the medians: {median / statistics.median(bare.wall):.2f}, of the CPU's {cpu_ratio:.2f}")
    if median > options.limit:
        print(f"over the limit of {options.limit:.2f} s")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
