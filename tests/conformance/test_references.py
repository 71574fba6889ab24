"""References are checked at each save, listed by where-used, and prevent the deletion of their targets."""

from typing import Any

import pytest

from hanse.config.configuration import Configuration
from hanse.config.declare.fields import Ref
from hanse.config.declare.marked_fields import fields_with, places
from hanse.config.references import Usage
from hanse.kit.errors import ValidationFailed
from tests.conformance.shared_steps import errors_of, every_resource, findings_of, prepare, save_first
from tests.conformance.subjects import TOY_SUBJECTS, Subject
from tests.support.configurations import create, delete, read, replace, revision
from tests.support.toy_resources import DEVICES, GROUPS, SETTINGS

DEVICE = TOY_SUBJECTS[1]


@every_resource
def test_a_reference_to_an_unknown_item_is_refused_at_its_field(configuration: Configuration, subject: Subject) -> None:
    prepare(configuration, subject)
    body = subject.sample(1)
    for marked in fields_with(subject.resource.model, Ref):
        for place in places(body, marked.pattern):
            kept = place.value
            place.container[place.key] = {"id": "nowhere"} if isinstance(kept, dict) else "nowhere"
            assert (place.path, "reference_not_found") in findings_of(save, configuration, subject, body)
            place.container[place.key] = kept


def save(configuration: Configuration, subject: Subject, body: dict[str, Any]) -> None:
    if subject.resource.is_singleton:
        replace(configuration, subject.resource, subject.resource.singleton_id, body)
    else:
        create(configuration, subject.resource, body)


def test_every_missing_target_is_named_at_once(configuration: Configuration) -> None:
    create(configuration, GROUPS, {"id": "red", "name": "Red"})
    body = {
        "name": "Device",
        "group": {"id": "none"},
        "groups": [{"id": "red"}, {"id": "none"}],
        "fallbackGroup": "none",
        "placement": {"room": "1", "group": {"id": "none"}},
    }
    errors = errors_of(create, configuration, DEVICES, body)
    assert [error.field_path for error in errors] == ["group", "groups[1]", "fallbackGroup", "placement.group"]
    assert {error.message for error in errors} == {"Group 'none' was not found."}


def test_where_used_lists_every_field_that_refers_to_an_item(configuration: Configuration) -> None:
    save_first(configuration, DEVICE)
    replace(configuration, SETTINGS, "-", {"defaultGroup": {"id": "blue"}})
    with configuration.reading() as view:
        assert view.used_by(GROUPS, "blue") == (
            Usage("toy/device", "device-1", "fallbackGroup"),
            Usage("toy/device", "device-1", "groups[1]"),
            Usage("toy/device", "device-1", "placement.group"),
            Usage("toy/settings", "-", "defaultGroup"),
        )


def test_an_item_in_use_cannot_be_deleted_and_each_user_is_named_once(configuration: Configuration) -> None:
    save_first(configuration, DEVICE)
    replace(configuration, SETTINGS, "-", {"defaultGroup": {"id": "blue"}})
    before = revision(configuration)
    with pytest.raises(ValidationFailed) as caught:
        delete(configuration, GROUPS, "blue")
    assert caught.value.message == "Group 'blue' is in use and cannot be deleted."
    assert [error.message for error in caught.value.errors] == ["In use by Device 'device-1'.", "In use by Settings."]
    assert read(configuration, GROUPS, "blue").body == {"id": "blue", "name": "Blue"}
    assert revision(configuration) == before


def test_an_item_that_is_no_longer_used_can_be_deleted(configuration: Configuration) -> None:
    id_, body = save_first(configuration, DEVICE)
    replace(configuration, DEVICES, id_, {"name": body["name"], "serial": body["serial"]})
    delete(configuration, GROUPS, "red")
    delete(configuration, DEVICES, id_)
    delete(configuration, GROUPS, "blue")


def test_a_document_may_refer_to_itself_and_still_be_deleted(configuration: Configuration) -> None:
    create(configuration, DEVICES, {"id": "one", "name": "One", "twin": {"id": "one"}})
    delete(configuration, DEVICES, "one")


def test_a_rule_of_a_resource_can_refuse_deletion(configuration: Configuration) -> None:
    create(configuration, GROUPS, {"id": "kept", "name": "permanent"})
    assert findings_of(delete, configuration, GROUPS, "kept") == {("name", "cannot_delete")}


def test_rules_get_lists_in_the_order_of_the_request(configuration: Configuration) -> None:
    body = {"name": "Device", "tags": ["zebra", "forbidden", "ant"]}
    assert findings_of(create, configuration, DEVICES, body) == {("tags[1]", "invalid_value")}
    stored = create(configuration, DEVICES, {"name": "Device", "tags": ["zebra", "ant", "zebra"]})
    assert stored.body["tags"] == ["ant", "zebra"]


def test_a_unique_value_of_a_list_is_named_by_its_index(configuration: Configuration) -> None:
    create(configuration, DEVICES, {"name": "One", "hostNames": ["a.example"]})
    body = {"name": "Two", "hostNames": ["b.example", "A.EXAMPLE"]}
    assert findings_of(create, configuration, DEVICES, body) == {("hostNames[1]", "value_in_use")}


@pytest.mark.parametrize("length", [401, 4096])
def test_long_unique_values_are_distinguished(configuration: Configuration, length: int) -> None:
    name = "\N{GRINNING FACE}" * (length - 1)
    create(configuration, DEVICES, {"name": name + "a"})
    create(configuration, DEVICES, {"name": name + "b"})
    assert findings_of(create, configuration, DEVICES, {"name": name + "A"}) == {("name", "value_in_use")}


def test_a_referenced_item_can_only_change_to_a_state_that_its_users_accept(configuration: Configuration) -> None:
    save_first(configuration, DEVICE)
    before = revision(configuration)
    with pytest.raises(ValidationFailed) as caught:
        replace(configuration, GROUPS, "red", {"name": "forbidden"})
    assert [(error.field_path, error.message) for error in caught.value.errors] == [
        (None, "Device 'Device 1' (device-1): This group is not for devices.")
    ]
    assert read(configuration, GROUPS, "red").body["name"] == "Red"
    assert revision(configuration) == before
    # The device's rule does not check the fields that refer to the blue group. An unused group can change freely.
    replace(configuration, GROUPS, "blue", {"name": "forbidden"})
    delete(configuration, DEVICES, "device-1")
    replace(configuration, GROUPS, "blue", {"name": "Blue"})
    replace(configuration, GROUPS, "red", {"name": "forbidden"})
