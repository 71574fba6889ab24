"""What a start imports. Each library costs it some hundredths of a second, so one that it need not have is a defect."""

import os
import re
import sys
from pathlib import Path

import pytest

from bench.serving import serving

HANSE = Path(sys.executable).parent / "hanse"
IMPORTED = re.compile(r"^import time: +\d+ \| +\d+ \| +(\S+)$", re.MULTILINE)
# Each of these is imported when it is first needed, or by other commands only.
NOT_AT_THE_START = (
    "alembic",
    "httpx",
    "jinja2",
    "psycopg",
    "rich.console",
    "sqlalchemy.dialects.postgresql",
    "sqlalchemy.ext",
    "sqlalchemy.orm",
    "hanse.cloud",
    "hanse.config.bundle",
    "hanse.ops.backup",
)


@pytest.fixture(scope="module")
def starts(tmp_path_factory: pytest.TempPathFactory) -> tuple[set[str], set[str]]:
    """Return what the first start on a folder imported until it had answered `/readyz`, and what the second did."""
    data = tmp_path_factory.mktemp("start") / "data"
    return imports_of_a_start(data), imports_of_a_start(data)


def imports_of_a_start(data: Path) -> set[str]:
    with serving(HANSE, data, env={**os.environ, "PYTHONPROFILEIMPORTTIME": "1"}):
        pass
    return set(IMPORTED.findall(data.with_name(f"{data.name}.log").read_text(encoding="utf-8")))


def of(package: str, modules: set[str]) -> list[str]:
    return sorted(name for name in modules if name == package or name.startswith(f"{package}."))


@pytest.mark.parametrize("package", NOT_AT_THE_START)
def test_a_start_does_without(package: str, starts: tuple[set[str], set[str]]) -> None:
    assert of(package, starts[1]) == []


def test_the_first_start_makes_the_tables_and_needs_what_does(starts: tuple[set[str], set[str]]) -> None:
    # It also shows that imports are seen at all.
    first, second = starts
    assert of("alembic", first)
    assert of("sqlalchemy.engine", second)
