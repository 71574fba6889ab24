"""Measure a cold start: from the start of the process until `/readyz` answers 200, on an initialised folder.

Beside it, round by round, the time a bare interpreter takes to import the libraries that no server of this
stack can do without: the ratio of the two is comparable between machines, the seconds alone are not.
"""

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.serving import serving

HANSE = Path(sys.executable).parent / "hanse"
BARE = "import starlette.applications, uvicorn, pydantic, sqlalchemy"


def measure(runs: int) -> tuple[list[float], list[float]]:
    """Return the seconds of each start of the server and of each bare import, interleaved."""
    servers: list[float] = []
    imports: list[float] = []
    with tempfile.TemporaryDirectory(prefix="hanse-bench-") as folder:
        data = Path(folder) / "data"
        # The first start makes the database, the keys and the certificate, and is not counted.
        with serving(HANSE, data) as first:
            print(f"first start, which initialises the folder: {first.seconds_to_ready * 1000:.0f} ms")
        for _ in range(runs):
            with serving(HANSE, data) as server:
                servers.append(server.seconds_to_ready)
            start = time.perf_counter()
            subprocess.run([sys.executable, "-c", BARE], check=True)
            imports.append(time.perf_counter() - start)
    return servers, imports


def row(name: str, seconds: list[float]) -> str:
    """Return one line of the report, in milliseconds."""
    figures = (statistics.median(seconds), min(seconds), max(seconds))
    return f"{name:<14}" + "".join(f"{figure * 1000:>9.0f}" for figure in figures)


def main() -> int:
    """Print the report; return 1 when the median is over the limit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=10, help="starts to measure (10)")
    parser.add_argument("--limit", type=float, default=1.5, help="seconds that the median may take (1.5)")
    options = parser.parse_args()
    servers, imports = measure(options.runs)
    median = statistics.median(servers)
    print(f"{f'{options.runs} runs, ms':<14}{'median':>9}{'min':>9}{'max':>9}")
    print(row("ready", servers))
    print(row("bare imports", imports))
    print(f"ratio of the medians: {median / statistics.median(imports):.2f}")
    if median > options.limit:
        print(f"over the limit of {options.limit:.2f} s")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
