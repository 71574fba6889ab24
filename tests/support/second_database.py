"""Which tests `make test` runs on one database, and on which.

What the two databases might do differently is for `tests/conformance` and for what has its own SQL: those run on both,
always. The tests below are about something else, and would pass or fail on both alike; `make test-all` runs them on
the second one as well. Requests at random are for PostgreSQL, which is the stricter one about what a text may hold.
"""

from collections.abc import Iterable

import pytest

KEPT = {
    "tests/admin/session/": "sqlite",
    "tests/admin/setup/": "sqlite",
    "tests/flows/key_pairs/": "sqlite",
    "tests/flows/test_access_tokens.py": "sqlite",
    "tests/flows/test_account_pages.py": "sqlite",
    "tests/flows/test_data_stores.py": "sqlite",
    "tests/flows/test_expressions.py": "sqlite",
    "tests/flows/test_frame": "sqlite",
    "tests/flows/test_mappings.py": "sqlite",
    "tests/flows/test_policy_frames.py": "sqlite",
    "tests/flows/test_token_keys.py": "sqlite",
    "tests/flows/test_trusted_cas.py": "sqlite",
    "tests/flows/refusals/": "postgresql",
    "tests/flows/test_console_options.py": "sqlite",
    "tests/flows/test_connections.py": "sqlite",
    "tests/flows/test_documentation.py": "sqlite",
    "tests/flows/test_fuzzing.py": "postgresql",
    "tests/flows/test_licence.py": "sqlite",
    "tests/flows/test_preferences.py": "sqlite",
    "tests/flows/test_roles.py": "sqlite",
    "tests/flows/test_settings.py": "sqlite",
    "tests/resources/": "sqlite",
}
KINDS = ("sqlite", "postgresql")
MARK = "second_database"


def mark(items: Iterable[pytest.Item]) -> None:
    """Mark each test that asks the second database what the first one has answered already."""
    for item in items:
        kept = next((kind for path, kind in KEPT.items() if item.nodeid.startswith(path)), None)
        if kept is not None and _database(item) not in (None, kept):
            item.add_marker(MARK)


def _database(item: pytest.Item) -> str | None:
    parameters = (
        item.callspec.params.values() if isinstance(item, pytest.Function) and hasattr(item, "callspec") else ()
    )
    return next((one for one in parameters if one in KINDS), None)
