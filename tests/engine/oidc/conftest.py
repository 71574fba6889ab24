"""An OpenID provider for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engine.oidc.provider import Provider, opened_provider
from tests.support.clock import ManualClock


@pytest.fixture
def provider(database_url: str, tmp_path: Path, clock: ManualClock) -> Iterator[Provider]:
    with opened_provider(database_url, tmp_path, clock) as made:
        yield made
