"""A rotation of the configuration encryption key encrypts all secrets with the new key, or changes nothing."""

from collections.abc import Iterator, MutableMapping
from typing import Any

import pytest
import structlog
from sqlalchemy import Column, MetaData, String, Table, insert, select, update
from structlog.testing import LogCapture

from hanse.config import revision_log
from hanse.config.canonical_json import to_text
from hanse.config.change.encryption_key_rotation import KeyRotation, SealedColumn, rotate
from hanse.config.configuration import Configuration
from hanse.config.database import Database
from hanse.config.secrets.keyring import Keyring, key_id_of, sealed_since
from hanse.config.store.schema import document
from tests.support.clock import ManualClock
from tests.support.configurations import AUTHOR, create, make_configuration, read, replace, revision
from tests.support.randomness import SeededRandomness
from tests.support.toy_resources import DEVICES, GROUPS, SETTINGS, TOYS

DEVICE = {"id": "d", "name": "Device", "password": "clear", "accounts": [{"name": "a", "secret": "deep"}]}


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> list[MutableMapping[str, Any]]:
    """The log entries of a rotation, independent of this process's logging configuration."""
    capture = LogCapture()
    logger = structlog.wrap_logger(
        None, processors=[capture], wrapper_class=structlog.make_filtering_bound_logger("info")
    )
    monkeypatch.setattr("hanse.config.change.encryption_key_rotation.LOG", logger)
    return capture.entries


def rotate_key(configuration: Configuration, *columns: SealedColumn) -> KeyRotation:
    with configuration.changing_keys(AUTHOR) as (change, keyring):
        return rotate(change, keyring, columns)


def sealed_texts(value: Any) -> Iterator[str]:
    """Yield the encrypted texts in a JSON value."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if name.startswith("encrypted"):
                yield inner
            else:
                yield from sealed_texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from sealed_texts(inner)


def all_sealed_texts(configuration: Configuration) -> list[str]:
    """Return every encrypted text in documents and in the revision log."""
    with configuration.reading() as view:
        bodies = [stored.body for toy in TOYS for stored in view.everything(toy)]
        log = [body for change in revision_log.since(view.connection, 0) for body in (change.before, change.after)]
    return list(sealed_texts([*bodies, *log]))


def secret(configuration: Configuration, *way: str | int) -> str | None:
    with configuration.reading() as view:
        return view.secret(DEVICES, view.get(DEVICES, "d"), *way)


def test_every_secret_is_encrypted_with_the_new_key_in_documents_and_revisions(configuration: Configuration) -> None:
    create(configuration, DEVICES, DEVICE)
    replace(configuration, DEVICES, "d", {**DEVICE, "password": "later"})
    replace(configuration, SETTINGS, "-", {"token": "t"})
    create(configuration, GROUPS, {"name": "has no secret"})
    before = all_sealed_texts(configuration)
    found = rotate_key(configuration)
    after = all_sealed_texts(configuration)
    assert len(after) == len(before)
    assert {key_id_of(sealed) for sealed in after} == {found.key.key_id}
    # Equal texts stay equal, so that the newest entry of the log still equals the stored document.
    assert len(set(after)) == len(set(before)) == found.sealed
    assert set(before).isdisjoint(after)
    assert secret(configuration, "password") == "later"
    assert secret(configuration, "accounts", 0, "secret") == "deep"


def test_a_rotation_changes_only_encrypted_values(configuration: Configuration) -> None:
    create(configuration, DEVICES, DEVICE)
    stored, number = read(configuration, DEVICES, "d"), revision(configuration)
    with configuration.reading() as view:
        log = [(c.number, c.time, c.actor, c.kind, c.id) for c in revision_log.since(view.connection, 0)]
    rotate_key(configuration)
    with configuration.reading() as view:
        changes = list(revision_log.since(view.connection, 0))
    assert [(c.number, c.time, c.actor, c.kind, c.id) for c in changes] == log
    again = read(configuration, DEVICES, "d")
    assert (again.revision, revision(configuration)) == (stored.revision, number)
    assert changes[-1].after == again.body
    unsealed = {name: value for name, value in stored.body.items() if name not in ("encryptedPassword", "accounts")}
    assert unsealed.items() <= again.body.items()


def test_a_rotation_keeps_the_time_at_which_a_secret_was_set(configuration: Configuration, clock: ManualClock) -> None:
    sealed = create(configuration, DEVICES, DEVICE).body["encryptedPassword"]
    entered = clock.now().replace(microsecond=0)
    clock.advance(days=3)
    rotate_key(configuration)
    again = read(configuration, DEVICES, "d").body["encryptedPassword"]
    assert again != sealed
    assert sealed_since(again) == sealed_since(sealed) == entered
    assert sealed_since("no.sealed.text") is None


def test_a_document_read_before_a_rotation_can_be_saved_after_it(configuration: Configuration) -> None:
    before = create(configuration, DEVICES, DEVICE)
    key = rotate_key(configuration).key
    # A form that was open during the rotation sends the older encrypted value. It is no change and no conflict.
    saved = replace(configuration, DEVICES, "d", before.body, expected=before.revision)
    assert saved.revision == before.revision
    changed = replace(configuration, DEVICES, "d", {**before.body, "slots": 3}, expected=before.revision)
    assert {key_id_of(sealed) for sealed in sealed_texts(changed.body)} == {key.key_id}
    assert secret(configuration, "password") == "clear"


def test_a_failed_rotation_changes_nothing(configuration: Configuration, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(3):
        create(configuration, DEVICES, {**DEVICE, "id": f"d{number}", "name": f"Device {number}"})
    before = all_sealed_texts(configuration)
    calls = iter(range(100))
    reseal = Keyring.reseal

    def fail_halfway(keyring: Keyring, sealed: str) -> str:
        if next(calls) == len(set(before)) // 2:
            raise OSError("the disk is full")
        return reseal(keyring, sealed)

    monkeypatch.setattr(Keyring, "reseal", fail_halfway)
    with pytest.raises(OSError, match="full"):
        rotate_key(configuration)
    assert all_sealed_texts(configuration) == before
    after = create(configuration, DEVICES, DEVICE)
    assert {key_id_of(sealed) for sealed in sealed_texts(after.body)} == {key_id_of(before[0])}


def test_older_keys_are_kept_and_another_process_reads_the_new_one(
    configuration: Configuration, database: Database, clock: ManualClock
) -> None:
    stored = create(configuration, DEVICES, DEVICE)
    elsewhere = make_configuration(database, TOYS, clock, SeededRandomness(2))
    keys = [rotate_key(configuration).key.key_id, rotate_key(elsewhere).key.key_id]
    assert secret(configuration, "password") == secret(elsewhere, "password") == "clear"
    with configuration.reading() as view:
        keyring = view.secrets.keyring
        known_keys = keyring.keys()
        assert [key.key_id for key in known_keys] == [key_id_of(stored.body["encryptedPassword"]), *keys]
        # Values in an older archive are decrypted with an older key.
        assert keyring.open(stored.body["encryptedPassword"], "toy/device:password") == "clear"


def test_a_reader_of_an_older_state_does_not_remove_the_new_key(
    configuration: Configuration, database: Database
) -> None:
    create(configuration, DEVICES, DEVICE)
    with configuration.reading() as view:
        # The first read determines the state that this transaction sees.
        view.get(DEVICES, "d")
        key = rotate_key(configuration).key
        view.secrets.keyring.refresh(view.connection)
        view.secrets.keyring.load(view.connection)
        assert view.secrets.keyring.keys()[-1] == key
    assert database.is_reachable()


def test_a_damaged_secret_is_kept_and_does_not_block_the_rotation(
    configuration: Configuration, log: list[MutableMapping[str, Any]]
) -> None:
    create(configuration, DEVICES, DEVICE)
    with configuration.database.writing() as connection:
        body = {"id": "d", "name": "Device", "encryptedPassword": "no JWE", "accounts": read_accounts(configuration)}
        connection.execute(update(document).where(document.c.kind == DEVICES.kind).values(body=to_text(body)))
    found = rotate_key(configuration)
    assert found.unopened == 1
    assert read(configuration, DEVICES, "d").body["encryptedPassword"] == "no JWE"
    assert secret(configuration, "accounts", 0, "secret") == "deep"
    assert [line["secrets"] for line in log if line["log_level"] == "warning"] == [1]


def read_accounts(configuration: Configuration) -> Any:
    return read(configuration, DEVICES, "d").body["accounts"]


def test_columns_of_other_tables_are_encrypted_again_too(configuration: Configuration) -> None:
    table = Table("elsewhere", MetaData(), Column("id", String(8), primary_key=True), Column("sealed", String(512)))
    with configuration.changing_keys(AUTHOR) as (change, keyring):
        table.create(change.connection)
        values = [{"id": str(number), "sealed": keyring.seal(f"s{number}", "use")} for number in range(3)]
        change.connection.execute(insert(table), [*values, {"id": "none", "sealed": None}])
    key = rotate_key(configuration, SealedColumn(table.c.sealed)).key
    with configuration.changing_keys(AUTHOR) as (change, keyring):
        *rows, empty = change.connection.execute(select(table).order_by(table.c.id)).all()
        table.drop(change.connection)
    assert [keyring.open(row.sealed, "use") for row in rows] == ["s0", "s1", "s2"]
    assert {key_id_of(row.sealed) for row in rows} == {key.key_id}
    assert empty.sealed is None


def test_the_log_reports_progress(
    configuration: Configuration, log: list[MutableMapping[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hanse.config.change.encryption_key_rotation._ROWS_AT_ONCE", 2)
    for number in range(5):
        create(configuration, DEVICES, {**DEVICE, "id": f"d{number}", "name": f"Device {number}"})
    found = rotate_key(configuration)
    done = [line["done"] for line in log if "done" in line]
    assert done == sorted(done) == [2, 4, 5, 7, 9, 10]
    assert {line["total"] for line in log if "total" in line} == {10}
    assert log[0]["key_id"] == found.key.key_id
