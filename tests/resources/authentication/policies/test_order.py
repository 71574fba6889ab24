"""The order of policies: by the list in one request, and by moving a policy."""

from typing import Any

import pytest

from hanse.config.configuration import Configuration
from hanse.config.declare.validation import to_body
from hanse.config.http import embedded_collections
from hanse.config.list_query import ListQuery
from hanse.kit.clock import Clock
from hanse.kit.errors import NotFound, ValidationFailed
from hanse.resources.authentication.policies.policy_order import Location, MoveItemRequest, move
from hanse.resources.authentication.policies.resource import POLICIES, POLICY_DEFAULTS
from tests.support.configurations import AUTHOR, as_model, create
from tests.support.policies import policy, source

NAMES = ("Zebra", "Ant", "Bear")


@pytest.fixture(autouse=True)
def _policies(configuration: Configuration) -> None:
    for name in NAMES:
        create(configuration, POLICIES, policy(name, source()))


def order(configuration: Configuration) -> list[str]:
    with configuration.reading() as view:
        return [stored.id for stored in view.list(POLICIES, ListQuery()).items]


def put(configuration: Configuration, trees: list[dict[str, Any]]) -> None:
    model = embedded_collections.model_with_lists(POLICY_DEFAULTS)
    sent = model.model_validate({"authnSelectionTrees": [as_model(POLICIES, tree) for tree in trees]})
    with configuration.changing(AUTHOR) as change:
        embedded_collections.replace(change, POLICY_DEFAULTS, sent, None)


def test_a_new_policy_is_added_at_the_end(configuration: Configuration) -> None:
    assert order(configuration) == ["zebra", "ant", "bear"]


@pytest.mark.parametrize(
    ("location", "neighbor", "expected"),
    [
        (Location.START, None, "bear zebra ant"),
        (Location.END, None, "zebra ant bear"),
        (Location.BEFORE, "ant", "zebra bear ant"),
        (Location.AFTER, "zebra", "zebra bear ant"),
        (Location.AFTER, "ant", "zebra ant bear"),
    ],
)
def test_a_policy_is_moved(
    configuration: Configuration, location: Location, neighbor: str | None, expected: str
) -> None:
    with configuration.changing(AUTHOR) as change:
        move(change, "bear", MoveItemRequest(location=location, move_to_id=neighbor))
    assert order(configuration) == expected.split()


@pytest.mark.parametrize("neighbor", [None, "nobody", "bear"])
def test_the_neighbor_of_a_move_exists(configuration: Configuration, neighbor: str | None) -> None:
    with pytest.raises(ValidationFailed), configuration.changing(AUTHOR) as change:
        move(change, "bear", MoveItemRequest(location=Location.BEFORE, move_to_id=neighbor))
    with pytest.raises(NotFound), configuration.changing(AUTHOR) as change:
        move(change, "nobody", MoveItemRequest(location=Location.START))


def test_a_save_keeps_the_position(configuration: Configuration) -> None:
    with configuration.changing(AUTHOR) as change:
        change.replace(POLICIES, "zebra", as_model(POLICIES, policy("Zebra", source("otp"), position=99)))
    assert order(configuration) == ["zebra", "ant", "bear"]


def test_the_list_in_one_body_is_the_order(configuration: Configuration) -> None:
    new = policy("New", source())
    del new["id"]
    put(configuration, [policy("Bear", source()), new, policy("Zebra", source())])
    first, made, last = order(configuration)
    assert (first, last) == ("bear", "zebra")
    with configuration.reading() as view:
        assert view.get(POLICIES, made).body["name"] == "New"


def test_names_in_one_body_are_unique(configuration: Configuration) -> None:
    with pytest.raises(ValidationFailed) as refused:
        put(configuration, [policy("Bear", source()), {**policy("BEAR", source()), "id": "other"}])
    assert [error.field_path for error in refused.value.errors] == ["authnSelectionTrees[1].name"]
    assert order(configuration) == ["zebra", "ant", "bear"]


def test_errors_in_one_body_are_reported_with_their_position(configuration: Configuration) -> None:
    with pytest.raises(ValidationFailed) as refused:
        put(configuration, [policy("Bear", source()), policy("Ant", source("nobody"))])
    path = "authnSelectionTrees[1].rootNode.action.authenticationSource.sourceRef"
    assert [error.field_path for error in refused.value.errors] == [path]


def test_clients_of_the_api_see_no_position(configuration: Configuration) -> None:
    with configuration.reading() as view:
        stored = view.get(POLICIES, "ant")
        shown = POLICIES.shown(stored.body, configuration.ports.get(Clock).now())
    assert "position" in stored.body
    assert "position" not in shown
    assert to_body(as_model(POLICIES, shown))["name"] == "Ant"


def test_an_unknown_authentication_api_application_is_refused(
    configuration: Configuration,
) -> None:
    with pytest.raises(ValidationFailed) as failure:
        create(configuration, POLICIES, policy("Api", source(), authenticationApiApplicationRef={"id": "app"}))
    [error] = failure.value.errors
    assert (error.field_path, error.error_id) == ("authenticationApiApplicationRef", "reference_not_found")
