"""A real LDAP directory for all tests of this folder."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.directory import RunningDirectory, serving


@pytest.fixture(scope="session")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningDirectory]:
    folder: Path = tmp_path_factory.mktemp("slapd")
    with serving(folder) as running:
        yield running
