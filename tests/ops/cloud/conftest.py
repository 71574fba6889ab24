from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tools.cloud.serving import RunningCloud, running_cloud


@pytest.fixture
def cloud(tmp_path: Path) -> Iterator[RunningCloud]:
    with running_cloud(tmp_path / "data") as running:
        yield running
