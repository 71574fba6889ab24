"""Fixtures for all tests: databases, time, randomness, and a blocked network."""

import gc
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from hanse.config.database import Database, open_database
from hanse.ops.logging.setup import configure_terminal
from tests.support import databases, second_database
from tests.support.clock import ManualClock
from tests.support.compiled_statements import compiled_once
from tests.support.compiled_templates import templates_compiled_once
from tests.support.network import only_loopback
from tests.support.quick_digests import QUICK, digests_with
from tests.support.randomness import SeededRandomness

# There are no deadlines, because times on a shared machine say nothing about the code; `bench/` has the benchmarks.
# The examples are the same in every run and none is stored in a folder, so that CI fails only because of a change.
# `make test-all` searches for new examples with `--hypothesis-profile=search`.
settings.register_profile("search", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("hanse", settings.get_profile("search"), derandomize=True, database=None)
settings.load_profile("hanse")

# Print only warnings and errors, as commands do; structlog's own default prints everything.
configure_terminal()

KINDS = second_database.KINDS


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Add the marks of the databases before pytest selects tests by their marks."""
    second_database.mark(items)


def pytest_collection_finish() -> None:
    """Exclude the collected tests from garbage collection: they live until the end, and searching them takes time."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def closed_network() -> Iterator[None]:
    with only_loopback():
        yield


@pytest.fixture(scope="session", autouse=True)
def statements_and_templates_are_compiled_once() -> Iterator[None]:
    with compiled_once(), templates_compiled_once():
        yield


@pytest.fixture(scope="session", autouse=True)
def digests_are_quick() -> Iterator[None]:
    with digests_with(QUICK):
        yield


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def randomness() -> SeededRandomness:
    return SeededRandomness()


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """The maintenance database of a real server, started when the first test asks for it."""
    with databases.postgres_server() as url:
        yield url


@pytest.fixture(scope="session")
def postgres_tables_url(postgres_url: str) -> Iterator[str]:
    """A database with this version's tables, which tests use one after the other."""
    with databases.postgres_database(postgres_url) as url:
        databases.make_tables(url)
        yield url


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return databases.sqlite_template(tmp_path_factory.mktemp("sqlite"))


@pytest.fixture(params=KINDS)
def database_kind(request: pytest.FixtureRequest) -> str:
    """The kind of database; a test that depends on it, however indirectly, runs once on each."""
    return str(request.param)


@pytest.fixture
def database_url(database_kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a database with this version's tables, all of them empty."""
    if database_kind == "sqlite":
        return databases.sqlite_database(tmp_path, request.getfixturevalue("sqlite_template"))
    url: str = request.getfixturevalue("postgres_tables_url")
    databases.empty_postgres(url)
    return url


@pytest.fixture
def bare_database_url(database_kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of a database without any tables, as a new installation finds it."""
    with ExitStack() as stack:
        if database_kind == "sqlite":
            yield databases.sqlite_database(tmp_path, None)
        else:
            yield stack.enter_context(databases.postgres_database(request.getfixturevalue("postgres_url")))


@pytest.fixture
def database(database_url: str, tmp_path: Path) -> Iterator[Database]:
    opened = open_database(database_url, tmp_path)
    yield opened
    opened.close()
