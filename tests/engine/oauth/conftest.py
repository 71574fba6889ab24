"""A server with a web application. That its stores are the same on both databases is for their conformance tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog

from tests.engine.oauth.site import Site, opened_site
from tests.support import databases


@pytest.fixture
def site(sqlite_template: Path, tmp_path: Path) -> Iterator[Site]:
    with opened_site(databases.sqlite_database(tmp_path, sqlite_template), tmp_path) as made:
        yield made


@pytest.fixture
def every_log_level() -> Iterator[None]:
    """The tests' own logs begin at warnings."""
    configured = structlog.get_config()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger("DEBUG"))
    yield
    structlog.configure(**configured)
