"""A deployment for the tests of the token endpoint."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engine.oauth.token.deployment import Deployment
from tests.engine.server import engine_server
from tests.support.clock import ManualClock
from tests.support.databases import sqlite_database


@pytest.fixture
def deployment(sqlite_template: Path, tmp_path: Path, clock: ManualClock) -> Iterator[Deployment]:
    """An engine on SQLite, as the endpoints do not depend on the configuration database."""
    with engine_server(sqlite_database(tmp_path, sqlite_template), tmp_path, clock) as engine:
        yield Deployment(engine, tmp_path)


@pytest.fixture
def api(deployment: Deployment) -> str:
    """Return the Authorization header value of a resource server."""
    return deployment.add_service("api", "ACCESS_TOKEN_VALIDATION", validateUsingAllEligibleAtms=True)
