"""Validation of a request for support data (document 2, sections 5 and 9)."""

from typing import Any

import pytest

from hanse.kit.errors import ValidationFailed
from hanse.ops.support_data.settings import ArchiveMember, chosen, findings
from tests.ops.support_data.conftest import ALONE, request

NUMBERS = (
    "fileHeadCollectionKBSize",
    "fileTailCollectionKBSize",
    "rolledLogCount",
    "numHeartbeatSamples",
    "intervalBetweenHeartbeatSamples",
    "reportCount",
    "reportInterval",
)
CLUSTER = [
    ArchiveMember(1, "10.0.0.1:9999", "CLUSTERED_CONSOLE"),
    ArchiveMember(2, "10.0.0.2:9031", "CLUSTERED_ENGINE"),
]


def refused(**fields: Any) -> list[tuple[str | None, str, str]]:
    with pytest.raises(ValidationFailed) as error:
        request(**fields)
    return [(each.field_path, each.error_id, each.message) for each in error.value.errors]


def found(members: list[ArchiveMember] | None = None, **fields: Any) -> list[tuple[str | None, str, str]]:
    errors = findings(request(**fields), members or [ALONE], clustered=members is not None)
    return [(each.field_path, each.error_id, each.message) for each in errors]


@pytest.mark.parametrize("field", NUMBERS)
@pytest.mark.parametrize("value", ["", "ten", "10", 1.5, True, [1]])
def test_a_number_that_is_not_an_integer(field: str, value: Any) -> None:
    assert refused(**{field: value}) == [
        (field, "request_incorrectly_formatted", "This field must be a valid integer.")
    ]


@pytest.mark.parametrize("field", NUMBERS)
def test_a_number_out_of_range_is_refused_with_the_limit(field: str) -> None:
    ((path, error_id, message),) = refused(**{field: -1})
    assert (path, error_id) == (field, "greater_than_equal")
    assert "at least" in message
    ((path, error_id, _message),) = refused(**{field: 10**12})
    assert (path, error_id) == (field, "less_than_equal")


def test_every_mistake_is_reported_at_once() -> None:
    assert {path for path, _id, _message in refused(rolledLogCount="x", reportCount="y", nodesToCollect=["z"])} == {
        "rolledLogCount",
        "reportCount",
        "nodesToCollect[0]",
    }


def test_a_cluster_needs_nodes() -> None:
    wanted = ("nodesToCollect", "csd_node_to_collect_required", "At least one node must be selected.")
    assert found(CLUSTER, nodeTypeToCollect=None) == [wanted]
    assert found(CLUSTER, nodeTypeToCollect=None, nodesToCollect=[]) == [wanted]
    assert found(nodeTypeToCollect=None) == [wanted]
    assert [error_id for _path, error_id, _message in found(CLUSTER)] == ["csd_node_to_collect_required"]


def test_unknown_nodes() -> None:
    assert found(CLUSTER, nodeTypeToCollect=None, nodesToCollect=[1, 7]) == [
        ("nodesToCollect[1]", "csd_node_unknown", "Node 7 does not exist.")
    ]


def test_each_chosen_node_gets_one_job() -> None:
    wanted = request(nodeTypeToCollect=None, nodesToCollect=[2, 1, 2])
    assert [member.index for member in chosen(wanted, CLUSTER)] == [2, 1]
    assert chosen(request(), [ALONE]) == [ALONE]


@pytest.mark.parametrize(("node_type", "indexes"), [("ENGINES", [2]), ("ADMINS", [1]), ("ALL", [1, 2])])
def test_a_node_type_stands_for_all_nodes_of_the_type(node_type: str, indexes: list[int]) -> None:
    assert found(CLUSTER, nodeTypeToCollect=node_type) == []
    assert [member.index for member in chosen(request(nodeTypeToCollect=node_type), CLUSTER)] == indexes


def test_a_node_type_without_nodes_is_refused() -> None:
    assert found(nodeTypeToCollect="ALL") == []
    text = "This server has no node of this type."
    assert found(nodeTypeToCollect="ENGINES") == [("nodeTypeToCollect", "csd_node_to_collect_required", text)]


def test_a_truncation_that_keeps_nothing() -> None:
    assert found(fileHeadCollectionKBSize=0, fileTailCollectionKBSize=0) == [
        (
            "truncateLogs",
            "csd_truncation_without_size",
            "Enter a head size or a tail size above 0.",
        )
    ]
    assert found(fileHeadCollectionKBSize=0, fileTailCollectionKBSize=0, truncateLogs=False) == []
    assert found(fileHeadCollectionKBSize=0, fileTailCollectionKBSize=None) == []


def test_exactly_encrypted_archives_need_a_passphrase() -> None:
    assert [error[:2] for error in found(encryptArchive=True)] == [("encryptionPassphrase", "required_field")]
    assert [error[:2] for error in found(encryptionPassphrase="Holstentor")] == [
        ("encryptionPassphrase", "csd_passphrase_without_encryption")
    ]
    assert found(encryptArchive=True, encryptionPassphrase="Holstentor") == []


@pytest.mark.parametrize("passphrase", ["", "kurz", "Lübecker Tor", "with\nbreak", "x" * 257])
def test_ambiguous_or_weak_passphrases_are_refused(passphrase: str) -> None:
    ((path, _id, message),) = refused(encryptArchive=True, encryptionPassphrase=passphrase)
    assert path == "encryptionPassphrase"
    assert not passphrase or passphrase not in message


def test_no_text_of_a_request_contains_the_passphrase() -> None:
    assert "Holstentor" not in repr(request(encryptArchive=True, encryptionPassphrase="Holstentor"))


def test_omitted_options_have_the_defaults_of_the_console() -> None:
    options = request().model_copy(update={"num_heartbeat_samples": 5, "report_count": 10}).options()
    assert options.model_dump(by_alias=True) == {
        "collectExpensiveData": False,
        "truncateLogs": True,
        "fileHeadCollectionKBSize": 100,
        "fileTailCollectionKBSize": 900,
        "rolledLogCount": 1,
        "includeBinaryFiles": False,
        "numHeartbeatSamples": 5,
        "intervalBetweenHeartbeatSamples": 1,
        "reportCount": 10,
        "reportInterval": 1,
        "comment": None,
    }
