"""Conditions on list queries select the same items on every database, page by page."""

from typing import Any

import pytest

from hanse.config.configuration import Configuration
from hanse.config.declare.registry import Registry
from hanse.config.http.list_filters import conditions_of, not_below_of, parameters_of, unused_of
from hanse.config.list_query import MAXIMUM_IDS, ListQuery, MemberCondition, NotBelowCondition, UnusedCondition
from hanse.kit.errors import ValidationFailed
from tests.support.configurations import create, replace
from tests.support.toy_resources import DEVICES, GROUPS, TOYS


def found(configuration: Configuration, query: ListQuery) -> list[str]:
    with configuration.reading() as view:
        return [item.id for item in view.list(DEVICES, query).items]


@pytest.fixture
def devices(configuration: Configuration) -> Configuration:
    create(configuration, GROUPS, {"id": "red", "name": "Red"})
    create(configuration, GROUPS, {"id": "blue", "name": "Blue"})
    for number, fields in enumerate(
        (
            {"slots": 1, "serial": "1", "group": {"id": "red"}},
            {"slots": 10, "serial": "S 1", "active": False},
            {"slots": 1, "serial": '"', "placement": {"room": "1"}},
            {"slots": 0, "placement": {"room": "2", "group": {"id": "red"}}, "active": False},
        )
    ):
        create(configuration, DEVICES, {"id": f"d{number}", "name": f"Device {number}", **fields})
    return configuration


@pytest.mark.parametrize(
    ("conditions", "expected"),
    [
        ([MemberCondition("slots", 1)], ["d0", "d2"]),
        ([MemberCondition("slots", 0)], ["d3"]),
        ([MemberCondition("slots", 7)], []),
        # The text "1" does not equal the number 1.
        ([MemberCondition("serial", "1")], ["d0"]),
        ([MemberCondition("serial", "s 1")], []),
        ([MemberCondition("serial", '"')], ["d2"]),
        ([MemberCondition("active", value=False)], ["d1", "d3"]),
        ([MemberCondition("active", value=True)], ["d0", "d2"]),
        ([MemberCondition("group.id", "red")], ["d0"]),
        ([MemberCondition("group.id", "blue")], []),
        ([MemberCondition("placement")], ["d2", "d3"]),
        ([MemberCondition("placement", is_present=False)], ["d0", "d1"]),
        ([MemberCondition("slots", 1), MemberCondition("placement")], ["d2"]),
    ],
)
def test_a_condition_selects_the_matching_items(
    devices: Configuration, conditions: list[MemberCondition], expected: list[str]
) -> None:
    assert found(devices, ListQuery(conditions=tuple(conditions))) == expected
    assert found(devices, ListQuery("device", conditions=tuple(conditions), descending=True)) == expected[::-1]
    with devices.reading() as view:
        page = view.list(DEVICES, ListQuery(conditions=tuple(conditions), number_per_page=1))
    assert page.total == len(expected)
    assert [item.id for item in page.items] == expected[:1]


def test_unused_items_can_be_listed(devices: Configuration) -> None:
    def unused(but_for: str | None = None, by: str = DEVICES.kind) -> list[str]:
        with devices.reading() as view:
            return [item.id for item in view.list(GROUPS, ListQuery(unused=UnusedCondition(by, but_for))).items]

    assert unused() == ["blue"]
    # Two devices use the red group, so that it is still used if one of them is disregarded.
    assert unused("d0") == ["blue"]
    replace(devices, DEVICES, "d3", {"name": "Device 3"})
    assert unused("d0") == ["blue", "red"]
    assert unused("d1") == ["blue"]
    assert unused(by="toy/settings") == ["blue", "red"]


def test_descendants_of_an_item_can_be_left_out(devices: Configuration) -> None:
    def others(id_: str, **more: Any) -> list[str]:
        return found(devices, ListQuery(not_below=NotBelowCondition("twin", id_), **more))

    # d0 and d1 refer to each other, and d2 refers to d0. References of other fields create no descendants.
    for id_, above, serial in (("d0", "d1", "1"), ("d1", "d0", "S 1"), ("d2", "d0", '"')):
        body = {"name": f"Device {id_[1]}", "serial": serial, "twin": {"id": above}, "group": {"id": "red"}}
        replace(devices, DEVICES, id_, body)
    assert others("d0") == others("d1") == ["d3"]
    assert others("d2") == ["d0", "d1", "d3"]
    assert others("d2", number_per_page=1, descending=True) == ["d3"]
    assert others("d3", filter="device") == ["d0", "d1", "d2"]
    assert others("d2", conditions=(MemberCondition("group.id", "red"),)) == ["d0", "d1"]
    assert others("nobody") == ["d0", "d1", "d2", "d3"]
    with pytest.raises(ValidationFailed):
        others("d\0")


@pytest.mark.parametrize(
    ("ids", "expected"),
    [(("d2", "d0", "nobody", "d0"), ["d0", "d2"]), (("D0", "d0,d2", ""), []), ((), [])],
)
def test_items_are_found_by_their_ids(devices: Configuration, ids: tuple[str, ...], expected: list[str]) -> None:
    assert found(devices, ListQuery(ids=ids)) == expected
    assert found(devices, ListQuery("nowhere", ids=ids)) == []
    with devices.reading() as view:
        page = view.list(DEVICES, ListQuery(ids=ids, number_per_page=1))
    assert (page.total, [item.id for item in page.items]) == (len(expected), expected[:1])


@pytest.mark.parametrize("ids", [("x",) * (MAXIMUM_IDS + 1), ("d0", "d\0")])
def test_more_ids_than_a_database_accepts_are_refused(ids: tuple[str, ...]) -> None:
    with pytest.raises(ValidationFailed) as failure:
        ListQuery(ids=ids)
    assert [error.field_path for error in failure.value.errors] == ["ids"]


def test_a_list_has_a_parameter_for_each_filterable_field_and_each_kind_of_reference() -> None:
    registry = Registry(TOYS)
    assert [(p.name, p.type, p.choices) for p in parameters_of(DEVICES, registry)] == [
        ("serial", str, ()),
        ("slots", int, ()),
        ("active", bool, ()),
        ("group.id", str, ()),
        ("placement", bool, ()),
        ("notBelow", str, ()),
        ("unusedBy", str, ("toy/device",)),
        ("orUsedBy", str, ()),
    ]
    assert [p.choices for p in parameters_of(GROUPS, registry)] == [("toy/device", "toy/settings"), ()]
    query = {
        "serial": None,
        "slots": 0,
        "active": False,
        "placement": False,
        "group.id": "red",
        "notBelow": "d0",
        "unusedBy": "toy/device",
        "orUsedBy": "x",
    }
    assert conditions_of(DEVICES, query) == (
        MemberCondition("slots", 0),
        MemberCondition("active", value=False),
        MemberCondition("group.id", "red"),
        MemberCondition("placement", is_present=False),
    )
    assert not_below_of(DEVICES, query) == NotBelowCondition("twin", "d0")
    assert not_below_of(DEVICES, {}) is None
    assert unused_of(query) == UnusedCondition("toy/device", "x")
    assert unused_of({}) is None
