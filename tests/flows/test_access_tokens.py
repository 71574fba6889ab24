"""Access token managers over HTTP: validation, inherited contracts, keys and the default."""

from typing import Any

import pytest

from tests.flows.server import API, Client, FlowServer
from tests.support.access_tokens import fields, manager, signing_manager

PATH = f"{API}/oauth/accessTokenManagers"


@pytest.fixture
def admin(shared_server: FlowServer) -> Client:
    return shared_server.basic("Administrator")


def refusal(answer: Any) -> list[tuple[str, str]]:
    assert answer.status_code == 422, answer.text
    return [(each.get("fieldPath", ""), each["message"]) for each in answer.json()["validationErrors"]]


def attributes(*names: str, **contract: Any) -> dict[str, Any]:
    return {"attributeContract": {"extendedAttributes": [{"name": name} for name in names], **contract}}


@pytest.mark.parametrize(
    ("change", "path", "expected"),
    [
        ({"id": "settings"}, "id", "This ID is reserved."),
        (attributes(), "attributeContract.extendedAttributes", "A token needs at least one attribute."),
        (
            attributes("a", "b", "a"),
            "attributeContract.extendedAttributes[2].name",
            "The contract already has the attribute a.",
        ),
        (
            attributes("a", defaultSubjectAttribute="b"),
            "attributeContract.defaultSubjectAttribute",
            "The contract has no attribute with this name.",
        ),
        (
            attributes("a", coreAttributes=[{"name": "sub"}]),
            "attributeContract.coreAttributes",
            "This type has no core attributes.",
        ),
        (
            {"accessControlSettings": {"restrictClients": True}},
            "accessControlSettings.allowedClients",
            "Choose at least one client, or turn the restriction off.",
        ),
        (
            {"selectionSettings": {"resourceUris": ["no uri"]}},
            "selectionSettings.resourceUris[0]",
            "A resource is an absolute URI without a fragment, such as https://api.example.com.",
        ),
        (
            {"configuration": {"fields": fields({"Token Length": "21"})}},
            "configuration.fields[0].value",
            "This must be a whole number from 22 to 256.",
        ),
    ],
)
def test_invalid_managers_are_refused(admin: Client, change: dict[str, Any], path: str, expected: str) -> None:
    assert refusal(admin.post(PATH, {**manager(90), **change})) == [(path, expected)]


def test_a_child_that_inherits_the_contract_has_none_of_its_own(admin: Client) -> None:
    orphan = {name: value for name, value in manager(91).items() if name != "attributeContract"}
    assert refusal(admin.post(PATH, orphan)) == [
        ("attributeContract.extendedAttributes", "A token needs at least one attribute.")
    ]
    assert admin.post(PATH, manager(92)).status_code == 201
    assert admin.post(PATH, {**orphan, "parentRef": {"id": "manager-92"}}).status_code == 201


def test_a_key_is_stored_and_never_returned(admin: Client) -> None:
    body = signing_manager(93)
    made = admin.post(PATH, body)
    assert made.status_code == 201, made.text
    answered = made.json()
    [row] = answered["configuration"]["tables"][0]["rows"]
    key = next(field for field in row["fields"] if field["name"] == "Key")
    assert ("value" in key, "encryptedValue" in key) == (False, True)
    # An answer can be sent back without a change.
    assert admin.put(f"{PATH}/manager-93", answered).json() == answered
    weak = signing_manager(94)
    weak["configuration"]["tables"][0]["rows"][0]["fields"][1]["value"] = "c2hvcnQ"
    assert refusal(admin.post(PATH, weak)) == [("configuration", "HS256 needs a key of at least 32 octets.")]


def test_an_unknown_manager_cannot_be_the_default(admin: Client) -> None:
    assert admin.post(PATH, manager(95)).status_code == 201
    settings = {"defaultAccessTokenManagerRef": {"id": "manager-95"}}
    assert admin.put(f"{PATH}/settings", settings).status_code == 200
    try:
        wrong = admin.put(f"{PATH}/settings", {"defaultAccessTokenManagerRef": {"id": "nobody"}})
        expected = ("defaultAccessTokenManagerRef", "Access Token Manager 'nobody' was not found.")
        assert refusal(wrong) == [expected]
    finally:
        assert admin.put(f"{PATH}/settings", {}).status_code == 200
    assert admin.delete(f"{PATH}/manager-95").status_code == 204


def test_a_new_manager_gets_the_next_sequence_number(admin: Client) -> None:
    path = f"{API}/oauth/accessTokenManagers"
    first, second = (admin.post(path, {**manager(), "id": id_, "name": id_}).json() for id_ in ("early", "late"))
    assert second["sequenceNumber"] == first["sequenceNumber"] + 1
    # A save without the number keeps it.
    without = {name: value for name, value in second.items() if name != "sequenceNumber"}
    saved = admin.put(f"{path}/late", {**without, "name": "Late"}).json()
    assert (saved["name"], saved["sequenceNumber"]) == ("Late", second["sequenceNumber"])
    # A sent number is accepted.
    assert admin.put(f"{path}/late", {**saved, "sequenceNumber": 0}).json()["sequenceNumber"] == 0
