"""The sources of the master key, and its creation by processes that start at the same time."""

import base64
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from hanse.config.database import Database
from hanse.config.secrets.keyring import Keyring
from hanse.config.secrets.masterkey import FILE_NAME, MasterKeyError, load_master_key
from hanse.kit.randomness import SystemRandomness
from tests.support.clock import ManualClock
from tests.support.randomness import SeededRandomness

KEY = bytes(range(32))
TEXT = base64.b64encode(KEY).decode()


def load(folder: Path, environment: dict[str, str] | None = None) -> bytes:
    return load_master_key(environment or {}, folder, SystemRandomness())


def test_the_environment_takes_precedence_over_a_named_file_and_the_data_folder(tmp_path: Path) -> None:
    named = tmp_path / "named"
    named.write_text(base64.b64encode(b"n" * 32).decode())
    (tmp_path / FILE_NAME).write_text(base64.b64encode(b"d" * 32).decode() + "\n")
    assert load(tmp_path, {"HANSE_MASTER_KEY": TEXT, "HANSE_MASTER_KEY_FILE": str(named)}) == KEY
    assert load(tmp_path, {"HANSE_MASTER_KEY_FILE": str(named)}) == b"n" * 32
    assert load(tmp_path) == b"d" * 32


def test_a_key_is_created_once_and_readable_by_its_owner_only(tmp_path: Path) -> None:
    key = load(tmp_path)
    assert len(key) == 32
    assert load(tmp_path) == key
    assert (tmp_path / FILE_NAME).stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == [FILE_NAME]


def test_processes_that_start_together_use_one_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(load, [tmp_path] * 8))) == 1


@pytest.mark.parametrize("text", ["", "not base64!", base64.b64encode(b"short").decode(), "é"])
def test_a_damaged_key_is_refused_with_its_source(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE_NAME).write_text(text)
    with pytest.raises(MasterKeyError, match=FILE_NAME):
        load(tmp_path)


def test_a_named_file_that_is_missing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(MasterKeyError, match="nowhere"):
        load(tmp_path, {"HANSE_MASTER_KEY_FILE": str(tmp_path / "nowhere")})


def test_another_master_key_is_detected_at_start(database: Database) -> None:
    with database.writing() as connection:
        Keyring(KEY, ManualClock(), SeededRandomness()).load_or_create(connection)
    with database.reading() as connection, pytest.raises(MasterKeyError, match="another master key"):
        Keyring(b"x" * 32, ManualClock(), SeededRandomness()).load(connection)


def test_nodes_that_start_together_create_one_key(database: Database) -> None:
    def start(seed: int) -> str:
        keyring = Keyring(KEY, ManualClock(), SeededRandomness(seed))
        with database.writing() as connection:
            keyring.load_or_create(connection)
        return keyring.keys()[-1].key_id

    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(start, range(4)))) == 1
