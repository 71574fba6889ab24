"""Imports that are refused report every error with its path and change nothing."""

from dataclasses import replace as with_
from typing import Any

import pytest

from hanse.config.bundle.document import read
from hanse.config.configuration import Configuration
from hanse.config.database import Database
from hanse.config.declare.resource import UsageCategory
from hanse.kit.errors import ValidationFailed
from hanse.kit.ports import Entitlements
from tests.config.bundle.transfers import export_document, fill, findings, import_document
from tests.support.clock import ManualClock
from tests.support.configurations import MASTER_KEY, create, make_configuration
from tests.support.entitlements import UnlimitedLicense
from tests.support.randomness import SeededRandomness
from tests.support.toy_resources import DEVICES, GROUPS, SETTINGS, TOYS


def test_all_errors_are_reported_at_once_and_nothing_changes(source: Configuration, target: Configuration) -> None:
    fill(source)
    document = export_document(source)
    devices, groups = document["documents"]["toy/device"], document["documents"]["toy/group"]
    devices[0] |= {"slots": "many", "unknown": 1}
    devices[1] |= {"group": {"id": "nowhere"}, "tags": ["ok", "forbidden"], "twin": {"id": "d1"}}
    devices[1]["accounts"][0]["encryptedSecret"] = devices[1]["encryptedPassword"]
    groups += [{"id": "third", "name": "ZEBRA"}, {"id": "ant", "name": "other"}, {"name": "no id"}]
    document["documents"]["toy/settings"] *= 2
    document["documents"]["toy/unknown"] = [{}]
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
                ("documents.toy/unknown", "unknown_kind"),
            ],
        )
    )


def test_references_and_rules_are_checked_across_the_document(source: Configuration, target: Configuration) -> None:
    fill(source)
    document = export_document(source)
    document["documents"]["toy/device"][1]["group"] = {"id": "nowhere"}
    assert findings(target, document) == [("documents.toy/device[1].group", "reference_not_found")]
    document["documents"]["toy/device"][1] |= {"group": {"id": "ant"}, "tags": ["ok", "forbidden"]}
    assert findings(target, document) == [("documents.toy/device[1].tags[1]", "invalid_value")]


def test_a_missing_required_document_is_reported(source: Configuration, target: Configuration) -> None:
    create(target, GROUPS, {"id": "kept", "name": "permanent"})
    assert findings(target, export_document(source)) == [("documents.toy/group", "cannot_delete")]


def test_another_master_key_is_reported_and_can_be_supplied(
    source: Configuration, other_database: Database, clock: ManualClock
) -> None:
    fill(source)
    target = make_configuration(other_database, TOYS, clock, SeededRandomness(7), master_key=b"t" * 32)
    document = export_document(source)
    assert findings(target, document) == [("encryptionKeys[0]", "other_master_key")]
    assert findings(target, document, source_master_key=b"x" * 32) == [("encryptionKeys[0]", "other_master_key")]
    import_document(target, document, source_master_key=MASTER_KEY)
    with target.reading() as view:
        assert view.secret(DEVICES, view.get(DEVICES, "d2"), "password") == "clear-password"
    assert export_document(target)["documents"] == document["documents"]


def test_a_key_of_the_same_id_must_be_the_same_key(source: Configuration, target: Configuration) -> None:
    fill(source)
    document = export_document(source)
    with target.reading() as view:
        document["encryptionKeys"][0]["keyId"] = view.secrets.keyring.keys()[0].key_id
    assert findings(target, document) == [("encryptionKeys[0].keyId", "id_in_use")]


@pytest.mark.parametrize(("limit", "refused"), [(1, True), (2, False)])
def test_an_import_that_adds_connections_respects_the_license(
    source: Configuration, other_database: Database, clock: ManualClock, limit: int, refused: bool
) -> None:
    fill(source)
    resources = (GROUPS, with_(DEVICES, usage=UsageCategory.SP_CONNECTION), SETTINGS)
    ports: dict[type[Any], object] = {Entitlements: UnlimitedLicense(limit)}
    target = make_configuration(other_database, resources, clock, SeededRandomness(7), ports=ports)
    if refused:
        assert findings(target, export_document(source)) == [("documents", "license_limit")]
    else:
        assert import_document(target, export_document(source)).documents == 5
        # Changes that add no connection are never refused, even if the license has become too small.
        ports[Entitlements] = UnlimitedLicense(0)
        smaller = make_configuration(other_database, resources, clock, SeededRandomness(8), ports=ports)
        assert import_document(smaller, export_document(source)).changed == 0


def test_the_keys_of_a_refused_import_are_discarded(source: Configuration, target: Configuration) -> None:
    fill(source)
    document = export_document(source)
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
