"""Servers with a web application, on SQLite. The conformance tests prove that the stores behave the same on
PostgreSQL."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog

from tests.engine.oauth.site import Site, opened_site
from tests.engine.server import engine_server
from tests.engine.signin.site import SignInSite
from tests.engine.signin.site import opened_site as opened_signin
from tests.support import databases
from tests.support.clock import ManualClock


@pytest.fixture
def site(sqlite_template: Path, tmp_path: Path) -> Iterator[Site]:
    with opened_site(databases.sqlite_database(tmp_path, sqlite_template), tmp_path) as made:
        yield made


@pytest.fixture
def every_log_level() -> Iterator[None]:
    """Log all levels; by default the tests log only warnings and errors."""
    configured = structlog.get_config()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger("DEBUG"))
    yield
    structlog.configure(**configured)


@pytest.fixture
def signin(sqlite_template: Path, tmp_path: Path, clock: ManualClock) -> Iterator[SignInSite]:
    """A server with users who sign in with passwords."""
    with engine_server(databases.sqlite_database(tmp_path, sqlite_template), tmp_path, clock) as engine:
        site = opened_signin(engine)
        site.add_adapter(0)
        yield site
