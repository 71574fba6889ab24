"""The tests that `make test` runs on one database only, and the database of each.

Differences between SQLite and PostgreSQL are covered by `tests/conformance`, which calls every method of the run-time
state on both, and by the tests of modules with SQL of their own; these always run on both. The result of the tests
below does not depend on the database, so they run on one; `make test-all` runs them on the other as well. Fuzzing
uses PostgreSQL, which is stricter about the characters of a text.
"""

from collections.abc import Iterable

import pytest

# The longest prefix decides; None means both databases.
ONLY_DATABASE = {
    "tests/admin/session/": "sqlite",
    "tests/admin/setup/": "sqlite",
    "tests/demo/": "sqlite",
    "tests/engine/": "sqlite",
    "tests/engine/keys/": None,
    "tests/engine/snapshot/test_all_compilers.py": None,
    "tests/engine/test_state_away.py": None,
    "tests/engine/trace/": None,
    "tests/flows/": "sqlite",
    "tests/flows/refusals/": "postgresql",
    "tests/flows/test_certificate_calendar.py": None,
    "tests/flows/test_connection_lists.py": None,
    "tests/flows/test_fuzzing.py": "postgresql",
    "tests/flows/test_recent_sign_ins.py": None,
    "tests/flows/test_saves_under_load.py": None,
    "tests/flows/test_scopes.py": None,
    "tests/flows/test_search.py": None,
    "tests/resources/": "sqlite",
}
KINDS = ("sqlite", "postgresql")
MARK = "second_database"


def mark(items: Iterable[pytest.Item]) -> None:
    """Mark the runs that repeat a test on the second database."""
    longest_first = sorted(ONLY_DATABASE, key=len, reverse=True)
    for item in items:
        prefix = next((each for each in longest_first if item.nodeid.startswith(each)), None)
        only_database = None if prefix is None else ONLY_DATABASE[prefix]
        if only_database is not None and _database(item) not in (None, only_database):
            item.add_marker(MARK)


def _database(item: pytest.Item) -> str | None:
    parameters = (
        item.callspec.params.values() if isinstance(item, pytest.Function) and hasattr(item, "callspec") else ()
    )
    return next((one for one in parameters if one in KINDS), None)
