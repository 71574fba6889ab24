"""The tools that `make check` runs report bad examples under this repository's own configuration."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BIN = Path(sys.executable).parent
MESSAGES = "src/hanse/admin/frames/messages.schema.json"
CONTRACT = "src/hanse/admin/frames/page_contract.json"
GENERATED = ("console/openapi.json", "console/src/platform/api/generated/types.ts", MESSAGES, CONTRACT)


def run(*command: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"}
    return subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "src").mkdir()
    return tmp_path


@pytest.mark.parametrize(
    ("command", "bad", "complaint"),
    [
        (("ruff", "format", "--check", "src"), "x = {'a':1}\n", "would be reformatted"),
        (("ruff", "check", "src"), '"""Doc."""\n\nimport os\n', "F401"),
        (("ruff", "check", "src"), '"""Doc."""\n\n\ndef f(a: str) -> object:\n    return eval(a)\n', "S307"),
        (("mypy", "src/bad.py"), "def f(a):\n    return a\n", "no-untyped-def"),
        (("mypy", "src/bad.py"), "def f(a: int) -> str:\n    return a\n", "return-value"),
    ],
)
def test_a_tool_reports_a_bad_example(command: tuple[str, ...], bad: str, complaint: str, project: Path) -> None:
    (project / "src" / "bad.py").write_text(bad, encoding="utf-8")
    result = run(*command, cwd=project)
    assert result.returncode == 1
    assert complaint in result.stdout


@pytest.fixture
def generating(tmp_path: Path) -> Path:
    """Return a project whose `make gen` writes the text `new` into each generated file."""
    types = tmp_path / "console" / "src" / "platform" / "api" / "generated"
    types.mkdir(parents=True)
    (tmp_path / MESSAGES).parent.mkdir(parents=True)
    for path in GENERATED:
        (tmp_path / path).write_text("new\n")
    commands = "".join(f"\t@echo new > {path}\n" for path in GENERATED)
    (tmp_path / "Makefile").write_text(f"gen:\n{commands}")
    return tmp_path


def test_current_generated_files_pass(generating: Path) -> None:
    assert run(str(ROOT / "scripts" / "check-generated"), cwd=generating).returncode == 0


@pytest.mark.parametrize("stale", GENERATED)
def test_a_stale_generated_file_fails_and_is_not_changed(stale: str, generating: Path) -> None:
    (generating / stale).write_text("old\n")
    result = run(str(ROOT / "scripts" / "check-generated"), cwd=generating)
    assert result.returncode == 1
    assert "is stale" in result.stderr
    assert (generating / stale).read_text() == "old\n"


def test_a_generated_file_that_is_missing_fails(generating: Path) -> None:
    (generating / "console" / "openapi.json").unlink()
    assert run(str(ROOT / "scripts" / "check-generated"), cwd=generating).returncode == 1
    assert not (generating / "console" / "openapi.json").exists()
