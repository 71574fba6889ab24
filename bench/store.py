"""Operations of the configuration store with 100,000 documents, compared with the database driver alone.

Run with `python -m bench.store [documents]` from the top of the repository. Each line is one operation: microseconds
with Hanse, microseconds with the driver alone on the same tables, and the ratio of the two. Both alternate, and the
figures are medians. The ratio hardly depends on the machine.
"""

# ruff: noqa: S608 - the queries are put together from this file's own words.
import itertools
import json
import sqlite3
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
from sqlalchemy.engine import make_url
from tests.support.configurations import AUTHOR, make_configuration, read, replace
from tests.support.toy_resources import GROUPS, TOYS

from bench import databases
from hanse.config.change.change import BulkReplacement
from hanse.config.configuration import Configuration
from hanse.config.database import open_database
from hanse.config.list_query import ListQuery
from hanse.kit.clock import SystemClock
from hanse.kit.randomness import SystemRandomness

ROUNDS = 15
PAGE = "SELECT id, sort_key, body, revision FROM document WHERE kind = 'toy/group'"
COUNT = "SELECT count(*) FROM document WHERE kind = 'toy/group'"
LIKE = " AND search_text LIKE '%name 77%'"
ORDER = " ORDER BY sort_key, id LIMIT 21"


def fill(configuration: Configuration, documents: int) -> None:
    """Store the documents, with names in another order than their IDs."""
    with configuration.changing(AUTHOR) as change:
        bodies = (f"group {number:06} name {number * 7919 % documents}" for number in range(documents))
        new = {f"g{number}": {"id": f"g{number}", "name": name} for number, name in enumerate(bodies)}
        change.overwrite(BulkReplacement(GROUPS, {}, new))


def through_hanse(configuration: Configuration, documents: int) -> dict[str, Callable[[int], object]]:
    """Return the operations as the layers above call them."""
    deep = (f"group {documents // 2:06}", "")

    def listed(query: ListQuery) -> object:
        with configuration.reading() as view:
            return view.list(GROUPS, query)

    return {
        "read by id": lambda n: read(configuration, GROUPS, f"g{n}"),
        "page of 20": lambda _: listed(ListQuery(number_per_page=20)),
        "page of 20, by key, halfway": lambda _: listed(ListQuery(number_per_page=20, after=deep)),
        "page of 20, name contains": lambda _: listed(ListQuery(number_per_page=20, filter="name 77")),
        "save": lambda n: replace(configuration, GROUPS, f"g{n}", {"name": f"saved {time.perf_counter_ns()}"}),
    }


def with_driver(connection: Any, mark: str, documents: int) -> dict[str, Callable[[int], object]]:
    """Return the same operations with the driver alone; `mark` is its placeholder."""
    deep = f" AND (sort_key, id) > ('group {documents // 2:06}', '')"

    def listed(condition: str, beyond: str = "") -> object:
        total = connection.execute(COUNT + condition).fetchone()
        rows = connection.execute(PAGE + condition + beyond + ORDER).fetchall()
        return total, [json.loads(row[2]) for row in rows]

    def one(number: int) -> object:
        row = connection.execute(
            f"SELECT body, revision FROM document WHERE kind = 'toy/group' AND id = {mark}", (f"g{number}",)
        ).fetchone()
        return json.loads(row[0])

    def ended(call: Callable[[], object]) -> object:
        result = call()
        connection.rollback()
        return result

    def save(number: int) -> None:
        connection.execute("BEGIN IMMEDIATE" if mark == "?" else "SELECT 1")
        id_, name = f"g{number}", f"saved {time.perf_counter_ns()}"
        body = json.dumps({"id": id_, "name": name})
        revision = connection.execute("UPDATE head SET revision = revision + 1 RETURNING revision").fetchone()[0]
        before = connection.execute(
            f"SELECT body FROM document WHERE kind = 'toy/group' AND id = {mark}", (id_,)
        ).fetchone()[0]
        connection.execute(
            f"UPDATE document SET body = {mark}, sort_key = {mark}, search_text = {mark}, revision = {mark}"
            f" WHERE kind = 'toy/group' AND id = {mark}",
            (body, name, name, revision, id_),
        )
        connection.execute(
            f"INSERT INTO revision (number, position, time, actor, kind, id, before, after)"
            f" VALUES ({mark}, 0, '', 'bench', 'toy/group', {mark}, {mark}, {mark})",
            (revision, id_, before, body),
        )
        connection.execute(f"DELETE FROM unique_value WHERE kind = 'toy/group' AND id = {mark}", (id_,))
        connection.execute(
            f"INSERT INTO unique_value (kind, field, value, id) VALUES ('toy/group', 'name', {mark}, {mark})",
            (name, id_),
        )
        connection.commit()

    return {
        "read by id": lambda n: ended(lambda: one(n)),
        "page of 20": lambda _: ended(lambda: listed("")),
        "page of 20, by key, halfway": lambda _: ended(lambda: listed("", deep)),
        "page of 20, name contains": lambda _: ended(lambda: listed(LIKE)),
        "save": save,
    }


def measure(call: Callable[[int], object], number: int) -> float:
    """Return the microseconds of one call."""
    began = time.perf_counter()
    call(number)
    return (time.perf_counter() - began) * 1e6


def compare(title: str, url: str, connection: Any, mark: str, documents: int) -> None:
    """Fill one database and print its table."""
    database = open_database(url, Path())
    configuration = make_configuration(database, TOYS, SystemClock(), SystemRandomness())
    began = time.perf_counter()
    fill(configuration, documents)
    print(f"\n{title}: {documents} documents, written as one import in {time.perf_counter() - began:.1f} s")
    if mark == "%s":
        connection.execute("ANALYZE document")
        connection.commit()
    print(f"{'':30}{'hanse µs':>12}{'driver µs':>12}{'ratio':>8}")
    ours, bare = through_hanse(configuration, documents), with_driver(connection, mark, documents)
    numbers = itertools.cycle(range(1, documents, max(1, documents // 997)))
    for name, call in ours.items():
        rounds = [(measure(call, next(numbers)), measure(bare[name], next(numbers))) for _ in range(ROUNDS)]
        mine, theirs = (statistics.median(times) for times in zip(*rounds, strict=True))
        print(f"{name:30}{mine:12.0f}{theirs:12.0f}{mine / theirs:8.1f}")
    database.close()


@contextmanager
def connected_sqlite() -> Iterator[tuple[str, Any]]:
    """Yield the URL of a file and a connection to it."""
    with databases.sqlite_file() as url:
        connection = sqlite3.connect(str(make_url(url).database), isolation_level=None)
        connection.execute("PRAGMA synchronous = FULL")
        yield url, connection
        connection.close()


@contextmanager
def connected_postgres() -> Iterator[tuple[str, Any]]:
    """Yield the URL of a server that syncs each commit, and a connection to it."""
    with databases.postgres() as url, psycopg.connect(url) as connection:
        yield url, connection


def main(documents: int) -> None:
    """Print a table for each kind of database."""
    with connected_sqlite() as (url, connection):
        compare("SQLite", url, connection, "?", documents)
    with connected_postgres() as (url, connection):
        compare("PostgreSQL", url, connection, "%s", documents)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
