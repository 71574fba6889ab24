"""A server with a web application."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engine.oauth.site import Site, opened_site


@pytest.fixture
def site(database_url: str, tmp_path: Path) -> Iterator[Site]:
    with opened_site(database_url, tmp_path) as made:
        yield made
