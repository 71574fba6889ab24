"""Export and import of the whole configuration."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace as with_
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from hanse.config import revision_log
from hanse.config.bundle.document import read, to_bytes
from hanse.config.bundle.export import export
from hanse.config.bundle.importing import ImportResult, import_
from hanse.config.configuration import Configuration
from hanse.config.database import Database, open_database
from hanse.config.declare.resource import DeploymentOptions, UsageCategory
from hanse.kit.errors import ValidationFailed
from hanse.kit.ports import Entitlements
from tests.support import configurations, databases
from tests.support.clock import ManualClock
from tests.support.configurations import AUTHOR, MASTER_KEY, as_model, create, delete, make_configuration, revision
from tests.support.entitlements import UnlimitedLicence
from tests.support.randomness import SeededRandomness
from tests.support.toy_resources import DEVICES, GROUPS, SETTINGS, TOYS

# One of the three stays where it is: an installation's own.
RESOURCES = (GROUPS, DEVICES, with_(SETTINGS, deployment=DeploymentOptions(exported=False)))


@pytest.fixture
def source(database: Database, clock: ManualClock, randomness: SeededRandomness) -> Configuration:
    return make_configuration(database, TOYS, clock, randomness)


@pytest.fixture
def other_database(sqlite_template: Path, tmp_path: Path) -> Iterator[Database]:
    (tmp_path / "other").mkdir()
    opened = open_database(databases.sqlite_database(tmp_path / "other", sqlite_template), tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def target(other_database: Database, clock: ManualClock) -> Configuration:
    return make_configuration(other_database, TOYS, clock, SeededRandomness(99))


def fill(configuration: Configuration) -> None:
    with configuration.changing(AUTHOR) as change:
        for name in ("zebra", "ant"):
            change.create(GROUPS, as_model(GROUPS, {"id": name, "name": name}))
        for number in (2, 1):
            body = {
                "id": f"d{number}",
                "name": f"Device {number}",
                "group": {"id": "ant"},
                "password": "clear-password",
                "accounts": [{"name": "a", "secret": "clear-account"}],
                "twin": {"id": f"d{number}"},
                "tags": ["b", "a"],
            }
            change.create(DEVICES, as_model(DEVICES, body))
        change.replace(SETTINGS, "-", as_model(SETTINGS, {"title": "Ünïcode", "token": "clear-token"}))


def exported(configuration: Configuration) -> dict[str, Any]:
    with configuration.reading() as view:
        return export(view, view.secrets.keyring, product_version="1.0.0")


def imported(configuration: Configuration, document: Any, **options: Any) -> ImportResult:
    return import_(configuration, read(json.dumps(document).encode()), AUTHOR, **options)


def findings(configuration: Configuration, document: Any, **options: Any) -> list[tuple[str | None, str]]:
    before = to_bytes(exported(configuration)), revision(configuration)
    with pytest.raises(ValidationFailed) as caught:
        imported(configuration, document, **options)
    assert (to_bytes(exported(configuration)), revision(configuration)) == before
    return [(error.field_path, error.error_id) for error in caught.value.errors]


def test_an_export_is_readable_and_in_a_fixed_order(source: Configuration) -> None:
    fill(source)
    document = exported(source)
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
    document = exported(source)
    assert len(document["encryptionKeys"]) == 2
    assert imported(target, document) == ImportResult(revision=1, documents=7, changed=7)
    assert to_bytes(exported(target)) == to_bytes(document)
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
    own = exported(target)["encryptionKeys"][0]["keyId"]
    imported(target, exported(source))
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
    document = exported(source)
    assert imported(target, document).revision == 3
    assert to_bytes(exported(target)) == to_bytes(document)
    with target.reading() as view:
        newest = view.history(DEVICES, "d1")[0]
        assert newest.before is not None
        assert newest.before["group"] == {"id": "gone"}
        assert view.history(GROUPS, "gone")[0].after is None
    assert imported(target, document) == ImportResult(revision=None, documents=5, changed=0)
    assert revision(target) == 3


def test_all_errors_are_reported_at_once_and_nothing_changes(source: Configuration, target: Configuration) -> None:
    fill(source)
    document = exported(source)
    devices, groups = document["documents"]["toy/device"], document["documents"]["toy/group"]
    devices[0] |= {"slots": "many", "unknown": 1}
    devices[1] |= {"group": {"id": "nowhere"}, "tags": ["ok", "forbidden"], "twin": {"id": "d1"}}
    devices[1]["accounts"][0]["encryptedSecret"] = devices[1]["encryptedPassword"]
    groups += [{"id": "third", "name": "ZEBRA"}, {"id": "ant", "name": "other"}, {"name": "no id"}]
    document["documents"]["toy/settings"] *= 2
    document["documents"]["toy/unheard"] = [{}]
    fill(target)
    assert sorted(map(str, findings(target, document))) == sorted(
        map(
            str,
            [
                ("documents.toy/device[0].slots", "invalid_type"),
                ("documents.toy/device[0].unknown", "unknown_field"),
                ("documents.toy/device[1].accounts[0].encryptedSecret", "invalid_encrypted_value"),
                ("documents.toy/group[2].name", "value_in_use"),
                ("documents.toy/group[3].id", "id_in_use"),
                ("documents.toy/group[4].id", "required_field"),
                ("documents.toy/settings[1]", "invalid_value"),
                ("documents.toy/unheard", "unknown_kind"),
            ],
        )
    )


def test_references_and_rules_are_checked_across_the_document(source: Configuration, target: Configuration) -> None:
    fill(source)
    document = exported(source)
    document["documents"]["toy/device"][1]["group"] = {"id": "nowhere"}
    assert findings(target, document) == [("documents.toy/device[1].group", "reference_not_found")]
    document["documents"]["toy/device"][1] |= {"group": {"id": "ant"}, "tags": ["ok", "forbidden"]}
    assert findings(target, document) == [("documents.toy/device[1].tags[1]", "invalid_value")]


def test_a_missing_required_document_is_reported(source: Configuration, target: Configuration) -> None:
    create(target, GROUPS, {"id": "kept", "name": "permanent"})
    assert findings(target, exported(source)) == [("documents.toy/group", "cannot_delete")]


def test_documents_that_are_not_exported_stay_with_what_they_use(
    source: Configuration, other_database: Database, clock: ManualClock
) -> None:
    target = make_configuration(other_database, RESOURCES, clock, SeededRandomness(99))
    create(target, GROUPS, {"id": "ant", "name": "Ant"})
    configurations.replace(target, RESOURCES[2], "-", {"title": "Own", "defaultGroup": {"id": "ant"}})
    fill(source)
    document = exported(source)
    assert findings(target, document) == [("documents.toy/settings", "unknown_kind")]
    del document["documents"]["toy/settings"]
    without_ant = json.loads(json.dumps(document))
    without_ant["documents"] = {"toy/group": [{"id": "zebra", "name": "zebra"}]}
    assert findings(target, without_ant) == [("documents.toy/group", "resource_in_use")]
    imported(target, document)
    assert configurations.read(target, RESOURCES[2], "-").body["title"] == "Own"
    assert "toy/settings" not in exported(target)["documents"]


def test_a_singleton_missing_in_the_export_gets_its_defaults(source: Configuration, target: Configuration) -> None:
    fill(target)
    imported(target, exported(source))
    stored = configurations.read(target, SETTINGS, "-")
    assert (stored.body, stored.revision) == ({"title": "Toys"}, 0)


def test_another_master_key_is_reported_and_can_be_supplied(
    source: Configuration, other_database: Database, clock: ManualClock
) -> None:
    fill(source)
    target = make_configuration(other_database, TOYS, clock, SeededRandomness(7), master_key=b"t" * 32)
    document = exported(source)
    assert findings(target, document) == [("encryptionKeys[0]", "other_master_key")]
    assert findings(target, document, source_master_key=b"x" * 32) == [("encryptionKeys[0]", "other_master_key")]
    imported(target, document, source_master_key=MASTER_KEY)
    with target.reading() as view:
        assert view.secret(DEVICES, view.get(DEVICES, "d2"), "password") == "clear-password"
    assert exported(target)["documents"] == document["documents"]


def test_a_key_of_the_same_id_must_be_the_same_key(source: Configuration, target: Configuration) -> None:
    fill(source)
    document = exported(source)
    with target.reading() as view:
        document["encryptionKeys"][0]["keyId"] = view.secrets.keyring.keys()[0].key_id
    assert findings(target, document) == [("encryptionKeys[0].keyId", "id_in_use")]


@pytest.mark.parametrize(("limit", "refused"), [(1, True), (2, False)])
def test_an_import_that_adds_connections_respects_the_licence(
    source: Configuration, other_database: Database, clock: ManualClock, limit: int, refused: bool
) -> None:
    fill(source)
    resources = (GROUPS, with_(DEVICES, usage=UsageCategory.SP_CONNECTION), SETTINGS)
    ports: dict[type[Any], object] = {Entitlements: UnlimitedLicence(limit)}
    target = make_configuration(other_database, resources, clock, SeededRandomness(7), ports=ports)
    if refused:
        assert findings(target, exported(source)) == [("documents", "licence_limit")]
    else:
        assert imported(target, exported(source)).documents == 5
        # Changes that add no connection are never refused, even if the license has become too small.
        ports[Entitlements] = UnlimitedLicence(0)
        smaller = make_configuration(other_database, resources, clock, SeededRandomness(8), ports=ports)
        assert imported(smaller, exported(source)).changed == 0


def test_the_keys_of_a_refused_import_are_discarded(source: Configuration, target: Configuration) -> None:
    fill(source)
    document = exported(source)
    document["documents"]["toy/group"].append({"id": "x"})
    findings(target, document)
    with target.reading() as view:
        assert len(view.secrets.keyring.keys()) == 1


@pytest.mark.parametrize(
    ("data", "path"),
    [
        (b"{}", "format"),
        (b'{"format": "other"}', "format"),
        (b'{"format": "hanse-configuration", "formatVersion": 2, "later": []}', "formatVersion"),
        (
            b'{"format": "hanse-configuration", "formatVersion": 1, "productVersion": "1", "encryptionKeys": []}',
            "documents",
        ),
    ],
)
def test_a_file_that_is_not_an_export_is_refused(data: bytes, path: str) -> None:
    with pytest.raises(ValidationFailed) as caught:
        read(data)
    assert [error.field_path for error in caught.value.errors] == [path]


def test_a_file_that_is_not_json_is_refused() -> None:
    with pytest.raises(ValidationFailed) as caught:
        read(b"no JSON")
    assert [error.message for error in caught.value.errors] == ["The file is not JSON, or is cut off."]


def test_the_number_of_statements_grows_with_resources_and_not_with_documents(target: Configuration) -> None:
    """Ten thousand documents are a matter of seconds as long as this holds."""
    counts = []
    for total in (2, 20, 100):
        groups = [{"id": f"{total}-{number}", "name": f"{total}-{number}"} for number in range(total)]
        devices = [{**group, "group": {"id": group["id"]}} for group in groups]
        document = {
            "format": "hanse-configuration",
            "formatVersion": 1,
            "productVersion": "1",
            "encryptionKeys": [],
            # A rule of devices looks into their groups.
            "documents": {"toy/group": groups, "toy/device": devices},
        }
        with ExitStack() as stack:
            statements: list[str] = stack.enter_context(counted(target.database))
            assert imported(target, document).documents == 2 * total
        counts.append(len(statements))
        with target.changing(AUTHOR) as change:
            for group in groups:
                change.delete(DEVICES, group["id"])
                change.delete(GROUPS, group["id"])
    # The first also made the rows that count the kinds.
    assert counts[1] == counts[2] <= counts[0] <= counts[1] + 2


class counted:  # noqa: N801 - reads as a word of the with statement.
    """Lists the statements that a database is sent."""

    def __init__(self, database: Database) -> None:
        self._engine = database.engine
        self._statements: list[str] = []

    def _note(self, _connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        self._statements.append(statement)

    def __enter__(self) -> list[str]:
        event.listen(self._engine, "before_cursor_execute", self._note)
        return self._statements

    def __exit__(self, *_: object) -> None:
        event.remove(self._engine, "before_cursor_execute", self._note)


def test_references_of_imported_documents_prevent_deletion(source: Configuration, target: Configuration) -> None:
    fill(source)
    imported(target, exported(source))
    with pytest.raises(ValidationFailed):
        delete(target, GROUPS, "ant")
    with pytest.raises(ValidationFailed):
        create(target, GROUPS, {"name": "ANT"})
