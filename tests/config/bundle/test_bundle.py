"""Export and import of the whole configuration."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace as with_
from typing import Any

import pytest
from sqlalchemy import event

from hanse.config import revision_log
from hanse.config.bundle.document import to_bytes
from hanse.config.bundle.importing import ImportResult
from hanse.config.configuration import Configuration
from hanse.config.database import Database
from hanse.config.declare.resource import DeploymentOptions
from hanse.kit.errors import ValidationFailed
from tests.config.bundle.transfers import export_document, fill, findings, import_document
from tests.support import configurations
from tests.support.clock import ManualClock
from tests.support.configurations import AUTHOR, as_model, create, delete, make_configuration, revision
from tests.support.randomness import SeededRandomness
from tests.support.toy_resources import DEVICES, GROUPS, SETTINGS

# The settings are not exported; each installation has its own.
RESOURCES = (GROUPS, DEVICES, with_(SETTINGS, deployment=DeploymentOptions(exported=False)))


def test_an_export_is_readable_and_in_a_fixed_order(source: Configuration) -> None:
    fill(source)
    document = export_document(source)
    assert list(document) == ["format", "formatVersion", "productVersion", "encryptionKeys", "documents"]
    assert list(document["documents"]) == ["toy/device", "toy/group", "toy/settings"]
    assert [body["id"] for body in document["documents"]["toy/device"]] == ["d1", "d2"]
    text = to_bytes(document)
    assert b"clear-" not in text
    assert "Ünïcode".encode() in text
    assert text.endswith(b"}\n")


def test_exporting_an_import_gives_the_same_bytes(source: Configuration, target: Configuration) -> None:
    fill(source)
    with source.changing_keys(AUTHOR) as (change, keyring):
        keyring.add(change.connection, keyring.make())
        change.create(GROUPS, as_model(GROUPS, {"id": "late", "name": "late"}))
    create(source, DEVICES, {"id": "d3", "name": "Device 3", "password": "clear-later"})
    document = export_document(source)
    assert len(document["encryptionKeys"]) == 2
    assert import_document(target, document) == ImportResult(revision=1, documents=7, changed=7)
    assert to_bytes(export_document(target)) == to_bytes(document)
    with target.reading() as view:
        assert view.secret(DEVICES, view.get(DEVICES, "d1"), "accounts", 0, "secret") == "clear-account"
        assert view.secret(SETTINGS, view.get(SETTINGS, "-"), "token") == "clear-token"
        assert {change.number for change in revision_log.since(view.connection, 0)} == {1}
        assert view.used_by(GROUPS, "ant")


def test_imported_secrets_can_be_read_and_are_encrypted_with_the_servers_own_key(
    source: Configuration, target: Configuration
) -> None:
    fill(source)
    create(target, DEVICES, {"id": "own", "name": "Own", "password": "p"})
    own = export_document(target)["encryptionKeys"][0]["keyId"]
    import_document(target, export_document(source))
    create(target, DEVICES, {"id": "new", "name": "New", "password": "p"})
    with target.reading() as view:
        assert view.secrets.keyring.keys()[-1].key_id == own
        assert view.secret(DEVICES, view.get(DEVICES, "new"), "password") == "p"


def test_an_import_replaces_everything_and_a_second_one_changes_nothing(
    source: Configuration, target: Configuration
) -> None:
    fill(source)
    create(target, GROUPS, {"id": "gone", "name": "ANT"})
    create(target, DEVICES, {"id": "d1", "name": "Device 2", "group": {"id": "gone"}})
    document = export_document(source)
    assert import_document(target, document).revision == 3
    assert to_bytes(export_document(target)) == to_bytes(document)
    with target.reading() as view:
        newest = view.history(DEVICES, "d1")[0]
        assert newest.before is not None
        assert newest.before["group"] == {"id": "gone"}
        assert view.history(GROUPS, "gone")[0].after is None
    assert import_document(target, document) == ImportResult(revision=None, documents=5, changed=0)
    assert revision(target) == 3


def test_documents_that_are_not_exported_stay_and_keep_the_documents_they_refer_to(
    source: Configuration, other_database: Database, clock: ManualClock
) -> None:
    target = make_configuration(other_database, RESOURCES, clock, SeededRandomness(99))
    create(target, GROUPS, {"id": "ant", "name": "Ant"})
    configurations.replace(target, RESOURCES[2], "-", {"title": "Own", "defaultGroup": {"id": "ant"}})
    fill(source)
    document = export_document(source)
    assert findings(target, document) == [("documents.toy/settings", "unknown_kind")]
    del document["documents"]["toy/settings"]
    without_ant = json.loads(json.dumps(document))
    without_ant["documents"] = {"toy/group": [{"id": "zebra", "name": "zebra"}]}
    assert findings(target, without_ant) == [("documents.toy/group", "resource_in_use")]
    import_document(target, document)
    assert configurations.read(target, RESOURCES[2], "-").body["title"] == "Own"
    assert "toy/settings" not in export_document(target)["documents"]


def test_a_singleton_missing_in_the_export_gets_its_defaults(source: Configuration, target: Configuration) -> None:
    fill(target)
    import_document(target, export_document(source))
    stored = configurations.read(target, SETTINGS, "-")
    assert (stored.body, stored.revision) == ({"title": "Toys"}, 0)


@contextmanager
def recorded_statements(database: Database) -> Iterator[list[str]]:
    """Yield a list to which each executed statement is added."""
    statements: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        statements.append(statement)

    event.listen(database.engine, "before_cursor_execute", note)
    try:
        yield statements
    finally:
        event.remove(database.engine, "before_cursor_execute", note)


def test_the_number_of_statements_grows_with_resources_and_not_with_documents(target: Configuration) -> None:
    """This keeps an import of ten thousand documents at a few seconds."""
    counts = []
    for total in (2, 20, 100):
        groups = [{"id": f"{total}-{number}", "name": f"{total}-{number}"} for number in range(total)]
        devices = [{**group, "group": {"id": group["id"]}} for group in groups]
        document = {
            "format": "hanse-configuration",
            "formatVersion": 1,
            "productVersion": "1",
            "encryptionKeys": [],
            # A rule of devices reads their groups.
            "documents": {"toy/group": groups, "toy/device": devices},
        }
        with recorded_statements(target.database) as statements:
            assert import_document(target, document).documents == 2 * total
        counts.append(len(statements))
        with target.changing(AUTHOR) as change:
            for group in groups:
                change.delete(DEVICES, group["id"])
                change.delete(GROUPS, group["id"])
    # The first import also creates the rows with the numbers of documents.
    assert counts[1] == counts[2] <= counts[0] <= counts[1] + 2


def test_references_of_imported_documents_prevent_deletion(source: Configuration, target: Configuration) -> None:
    fill(source)
    import_document(target, export_document(source))
    with pytest.raises(ValidationFailed):
        delete(target, GROUPS, "ant")
    with pytest.raises(ValidationFailed):
        create(target, GROUPS, {"name": "ANT"})
