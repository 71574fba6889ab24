"""The export and import commands, with their output and exit codes."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from typer.testing import CliRunner

from hanse.cli import config as commands
from hanse.config.database import Database
from hanse.ops.backup.commands import Opened
from tests.support.clock import ManualClock
from tests.support.configurations import create, make_configuration, revision
from tests.support.randomness import SeededRandomness
from tests.support.toy_resources import DEVICES, GROUPS, TOYS

RUNNER = CliRunner()


@pytest.fixture
def opened(database: Database, clock: ManualClock, randomness: SeededRandomness) -> Opened:
    configuration = make_configuration(database, TOYS, clock, randomness)
    with configuration.reading() as view:
        return Opened(configuration, view.secrets.keyring, "1.0.0")


def run(opened: Opened, *arguments: str) -> tuple[int, str, str]:
    @contextmanager
    def open_configuration() -> Iterator[Opened]:
        yield opened

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(commands, "_opener", lambda _options, **_more: open_configuration)
        patch.setattr(commands, "require_installation", lambda _options: None)
        result = RUNNER.invoke(commands.app, arguments)
    return result.exit_code, result.stdout, result.stderr


def test_an_export_is_a_private_file_that_can_be_imported(opened: Opened, tmp_path: Path) -> None:
    create(opened.configuration, GROUPS, {"id": "red", "name": "Red"})
    create(opened.configuration, DEVICES, {"id": "d", "name": "D", "password": "clear-secret"})
    file = tmp_path / "configuration.json"
    assert run(opened, "export", "--out", str(file)) == (0, "", "Exported 2 documents.\n")
    assert file.stat().st_mode & 0o777 == 0o600
    assert "clear-secret" not in file.read_text()
    create(opened.configuration, GROUPS, {"id": "blue", "name": "Blue"})
    status, _, output = run(opened, "import", str(file))
    assert (status, output) == (0, "Imported 2 documents, of which 1 changed, as revision 4.\n")
    assert run(opened, "import", str(file))[2].endswith("so nothing has changed.\n")
    assert run(opened, "export") == (0, file.read_text(), "Exported 2 documents.\n")


def test_findings_are_printed_with_their_fields_and_nothing_changes(opened: Opened, tmp_path: Path) -> None:
    create(opened.configuration, GROUPS, {"id": "red", "name": "Red"})
    file = tmp_path / "configuration.json"
    run(opened, "export", "--out", str(file))
    file.write_text(file.read_text().replace('"name": "Red"', '"name": 7'))
    before = revision(opened.configuration)
    status, _, output = run(opened, "import", str(file))
    assert status == 1
    assert output == (
        "hanse: The configuration cannot be imported; nothing has been changed.\n"
        "  documents.toy/group[0].name: This field must be a text.\n"
    )
    assert revision(opened.configuration) == before


@pytest.mark.parametrize("content", [None, b"", b"\xff", b"[]"])
def test_an_unreadable_file_is_reported_without_a_traceback(
    opened: Opened, tmp_path: Path, content: bytes | None
) -> None:
    file = tmp_path / "configuration.json"
    if content is not None:
        file.write_bytes(content)
    status, _, output = run(opened, "import", str(file))
    assert status == 1
    assert output
    assert "Traceback" not in output


def test_an_invalid_master_key_file_is_reported(opened: Opened, tmp_path: Path) -> None:
    file = tmp_path / "configuration.json"
    run(opened, "export", "--out", str(file))
    status, _, output = run(opened, "import", str(file), "--source-master-key", str(tmp_path / "no.key"))
    assert (status, output) == (1, f"hanse: The master key file {tmp_path / 'no.key'} cannot be read.\n")


@pytest.mark.parametrize("command", ["export", "import"])
def test_help_explains_every_option(opened: Opened, command: str) -> None:
    status, output, _ = run(opened, command, "--help")
    assert status == 0
    assert "Example:" in output
    assert "master key" in output.lower()
