"""An OpenID provider for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engine.oidc.provider import Provider, opened_provider
from tests.support import databases
from tests.support.clock import ManualClock


@pytest.fixture
def provider(sqlite_template: Path, tmp_path: Path, clock: ManualClock) -> Iterator[Provider]:
    """A provider on SQLite, as these tests do not depend on the database."""
    with opened_provider(databases.sqlite_database(tmp_path, sqlite_template), tmp_path, clock) as made:
        yield made
