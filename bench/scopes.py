"""The time of requests to a list of 100,000 scopes: pages, searches and saves, on both databases.

Run with `python -m bench.scopes [scopes [times]]` from the top of the repository. Requests pass all layers of the
server in this process, without a network, with different search words and pages each time. Each line has the median and
the 95th percentile in milliseconds, first by the clock and then of this process's CPU time, which is more reliable on a
busy machine. The CPU time includes SQLite but not PostgreSQL. The goal for pages and searches is 50 ms at the 95th
percentile. The requests are those of the console, which counts at most a thousand hits (`countUpTo`); "all hits
counted" is a request without this limit.
"""

import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import structlog
from tests.flows.calls import SCOPES
from tests.flows.server import UI, Client, flow_server
from tests.support.configurations import AUTHOR

from bench.databases import each_kind
from hanse.admin.frames.api_calls import COUNTED
from hanse.config.change.change import BulkReplacement
from hanse.config.configuration import Configuration
from hanse.resources.system.authorization_server import COMMON_SCOPES

COMMON = f"{SCOPES}/commonScopes"
WORDS = ("account", "balance", "customer", "deposit", "invoice", "ledger", "order", "payment", "refund", "transfer")
VERBS = ("read", "write", "list", "close", "approve")


def fill(configuration: Configuration, scopes: int) -> None:
    """Store scopes with names such as a large bank would use."""
    choice = random.Random(1241)  # noqa: S311 - the same names each time.
    names = [f"{choice.choice(WORDS)}.{choice.choice(WORDS)}.{choice.choice(VERBS)}-{n:06}" for n in range(scopes)]
    bodies = {
        name: {"name": name, "description": f"Allows to {name.replace('.', ' ')} for this customer", "dynamic": False}
        for name in names
    }
    with configuration.changing(AUTHOR) as change:
        change.overwrite(BulkReplacement(COMMON_SCOPES, {}, bodies))


def requests(client: Client, scopes: int) -> dict[str, Callable[[int], object]]:
    """Return the measured requests; each takes the number of its run."""
    page = f"{COMMON}?numberPerPage=20&countUpTo={COUNTED}"

    def get(path: str) -> None:
        answer = client.get(path)
        assert answer.is_success, answer.text

    def save(number: int) -> None:
        body = {"name": f"new-{number}-{time.perf_counter_ns()}", "description": "One more"}
        answer = client.post(COMMON, body)
        assert answer.is_success, answer.text

    return {
        "first page": lambda _: get(page),
        "a page somewhere": lambda n: get(f"{page}&page={1 + n * 7919 % (scopes // 20)}"),
        "last page, descending": lambda n: get(f"{page}&page={scopes // 20 - n % 3}&sortOrder=DESC"),
        "search, one word, many hits": lambda n: get(f"{page}&filter={WORDS[n % len(WORDS)]}"),
        "search, two words": lambda n: get(f"{page}&filter={WORDS[n % len(WORDS)]}+{VERBS[n % len(VERBS)]}"),
        "search, every scope": lambda n: get(f"{page}&filter=customer&page={1 + n * 7919 % 100}"),
        "search, two letters": lambda n: get(f"{page}&filter={WORDS[n % len(WORDS)][:2]}"),
        "search, all hits counted": lambda n: get(f"{COMMON}?numberPerPage=20&filter={WORDS[n % len(WORDS)]}"),
        "search, one hit": lambda n: get(f"{page}&filter={n * 7919 % scopes:06}"),
        "search, no hit": lambda n: get(f"{page}&filter=nothing{n}"),
        "for the picker": lambda n: get(f"{page}&includeDefaultOpenId=true&filter={WORDS[n % len(WORDS)]}"),
        "the header's search, one hit": lambda n: get(f"{UI}/search?filter={n * 7919 % scopes:06}"),
        "the header's search, many": lambda n: get(f"{UI}/search?filter={WORDS[n % len(WORDS)]}"),
        "create": save,
    }


def timed(request: Callable[[int], object], times: int) -> Iterator[tuple[float, float]]:
    """Yield the milliseconds of each request, by the clock and of the processor."""
    for number in range(times):
        began, computing = time.perf_counter(), time.process_time()
        request(number)
        yield (time.perf_counter() - began) * 1000, (time.process_time() - computing) * 1000


def table(measured: Mapping[str, Callable[[int], object]], times: int) -> float:
    """Print a line for each of the requests; return the longest CPU time at the 95th percentile, in milliseconds."""
    longest = 0.0
    print(f"{'milliseconds':<30}{'median':>9}{'95 %':>9}{'CPU':>9}{'95 %':>9}")
    for name, request in measured.items():
        columns = zip(*timed(request, times), strict=True)
        figures = [(statistics.median(column), statistics.quantiles(column, n=20)[-1]) for column in columns]
        print(f"{name:<30}" + "".join(f"{figure:>9.1f}" for pair in figures for figure in pair), flush=True)
        longest = max(longest, figures[-1][-1])
    return longest


def measure(title: str, url: str, folder: Path, scopes: int, times: int) -> None:
    """Fill one database and print its table."""
    with flow_server(url, folder) as server:
        client = server.set_up()
        began, computing = time.perf_counter(), time.process_time()
        fill(server.core.configuration, scopes)
        spent = f"{time.perf_counter() - began:.1f} s, of which {time.process_time() - computing:.1f} s computing"
        print(f"\n{title}: {scopes} scopes, written at once in {spent}")
        table(requests(client, scopes), times)


def main(scopes: int, times: int) -> None:
    """Print a table for each kind of database."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    for title, url in each_kind():
        with tempfile.TemporaryDirectory(prefix="hanse-bench-") as name:
            measure(title, url, Path(name), scopes, times)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]), *(100_000, 200)[len(sys.argv) - 1 :])
