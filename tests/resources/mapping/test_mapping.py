"""Attribute mapping: validation, fulfillment and the comparisons of issuance criteria."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hanse.config.declare.validation import parse
from hanse.resources.mapping.conditions import Condition, holds
from hanse.resources.mapping.fulfillment import NOT_ISSUED, FulfillmentFailed, Values, fulfill, refusal
from hanse.resources.mapping.mapping_rules import mapping_errors
from hanse.resources.mapping.model import AttributeMapping, SourceType
from hanse.resources.mapping.offer import MappingOffer, MappingSource
from tests.support.clock import START
from tests.support.mappings import from_source, text

OFFER = MappingOffer(
    ("sub", "mail"),
    (
        MappingSource(SourceType.TOKEN, "Access token", ("uid", "mail")),
        MappingSource(SourceType.CONTEXT, "Context", ("ClientId",)),
        MappingSource(SourceType.ADAPTER, "Adapter", None, "form"),
    ),
    frozenset({"sub"}),
)
JDBC = {
    "type": "JDBC",
    "id": "db",
    "dataStoreRef": {"id": "store"},
    "table": "people",
    "columnNames": ["room"],
    "filter": "uid='${uid}'",
}
VALUES: Values = {
    (SourceType.TOKEN, None): {"uid": "joe", "mail": ["joe@example.com", "j@example.com"]},
    (SourceType.CONTEXT, None): {"ClientId": "portal"},
    (SourceType.JDBC_DATA_STORE, "db"): {"room": "12"},
}
# PostgreSQL cannot store U+0000, so documents never contain it.
TEXTS = st.text(st.characters(exclude_characters="\0", codec="utf-8"), max_size=8)
NO_MAPPING = {"source": {"type": "NO_MAPPING"}}


def mapping(fulfillment: dict[str, Any], **more: Any) -> AttributeMapping:
    return parse(AttributeMapping, json.dumps({"attributeContractFulfillment": fulfillment, **more}).encode())


def findings(fulfillment: dict[str, Any], **more: Any) -> list[tuple[str | None, str]]:
    return [(each.field_path, each.message) for each in mapping_errors(mapping(fulfillment, **more), OFFER, None, "m.")]


def expression(code: str) -> dict[str, Any]:
    return {"source": {"type": "EXPRESSION"}, "value": code}


def test_a_complete_mapping_is_accepted() -> None:
    assert findings({"sub": from_source("TOKEN", "uid"), "mail": text("${uid}@${context.ClientId}")}) == []
    assert findings({"sub": from_source("ADAPTER", "anything", "form"), "mail": NO_MAPPING}) == []
    assert findings({"sub": from_source("CONTEXT", "ClientId", "Context"), "mail": NO_MAPPING}) == []
    looked_up = {"sub": from_source("JDBC_DATA_STORE", "room", "db"), "mail": text("${ds.db.room}")}
    assert findings(looked_up, attributeSources=[JDBC]) == []


@pytest.mark.parametrize(
    ("sub", "member", "expected"),
    [
        (NO_MAPPING, "source", "This attribute needs a value."),
        (text(" "), "value", "This field is required."),
        (expression(""), "value", "This field is required."),
        (text("${nobody}"), "value", "No source has an attribute nobody."),
        (from_source("TOKEN", ""), "value", "This field is required."),
        (from_source("TOKEN", "groups"), "value", "The source has no attribute with this name."),
        (from_source("ASSERTION", "uid"), "source", "This source is not available here."),
        (from_source("ADAPTER", "uid", "other"), "source", "This source is not available here."),
        (from_source("JDBC_DATA_STORE", "room", "db"), "source", "This source is not available here."),
    ],
)
def test_attributes_unknown_to_a_source_are_refused_at_their_field(
    sub: dict[str, Any], member: str, expected: str
) -> None:
    assert findings({"sub": sub, "mail": NO_MAPPING}) == [(f"m.attributeContractFulfillment.sub.{member}", expected)]


def test_exactly_the_contract_is_fulfilled() -> None:
    assert findings({"sub": text("x"), "room": text("y")}) == [
        ("m.attributeContractFulfillment.mail", "The attribute mail is not fulfilled."),
        ("m.attributeContractFulfillment.room", "The contract has no attribute room."),
    ]


def test_sources_and_criteria_are_checked() -> None:
    whole = {"sub": text("x"), "mail": NO_MAPPING}
    unnamed = {name: value for name, value in JDBC.items() if name != "id"}
    assert findings(whole, attributeSources=[JDBC, JDBC, unnamed, {**JDBC, "id": "a.b"}]) == [
        ("m.attributeSources[0].id", "Another source already has this ID."),
        ("m.attributeSources[1].id", "Another source already has this ID."),
        ("m.attributeSources[2].id", "This field is required."),
        ("m.attributeSources[3].id", "Use only letters A to Z and digits in an ID."),
    ]
    criterion = {"source": {"type": "TOKEN"}, "attributeName": "groups", "condition": "EQUALS", "value": "a"}
    mapped = {**criterion, "source": {"type": "MAPPED_ATTRIBUTES"}, "attributeName": "mail"}
    assert findings(whole, issuanceCriteria={"conditionalCriteria": [mapped, criterion]}) == [
        (
            "m.issuanceCriteria.conditionalCriteria[1].attributeName",
            "The source has no attribute with this name.",
        )
    ]


@pytest.mark.parametrize(
    ("changed", "member", "expected"),
    [
        ({"filter": "uid='${uid}' and room='${ds.db.room}'"}, "filter", None),
        ({"filter": "uid='${ds.later.room}'"}, "filter", "No source has an attribute ds.later.room."),
        ({"filter": "uid=1; drop table people"}, "filter", "Enter one expression"),
        ({"filter": "uid = '${nobody}'"}, "filter", "No source has an attribute nobody."),
        ({"description": "Twice"}, "description", "Another source already has this description."),
    ],
)
def test_a_lookup_can_use_earlier_results(changed: dict[str, str], member: str, expected: str | None) -> None:
    sources = [{**JDBC, "description": "Twice"}, {**JDBC, "id": "later", **changed}]
    found = findings({"sub": text("x"), "mail": NO_MAPPING}, attributeSources=sources)
    if expected is None:
        assert found == []
    else:
        assert found[-1][0] == f"m.attributeSources[1].{member}"
        assert (found[-1][1] or "").startswith(expected)


def test_a_contract_is_fulfilled() -> None:
    made = mapping(
        {
            "sub": from_source("TOKEN", "uid"),
            "mail": from_source("TOKEN", "mail"),
            "room": from_source("JDBC_DATA_STORE", "room", "db"),
            "text": text("${uid} in ${ds.db.room} by ${context.ClientId}, ${nobody}"),
            "upper": expression("attributes['uid'] + '!'"),
            "several": expression("[attributes['uid'], attributes['context.ClientId']]"),
            "nothing": NO_MAPPING,
            "missing": from_source("TOKEN", "nobody"),
            "only": from_source("CONTEXT", "ClientId", "whatever a client calls it"),
        }
    )
    assert fulfill(made, VALUES, START) == {
        "sub": "joe",
        "mail": ["joe@example.com", "j@example.com"],
        "room": "12",
        "text": "joe in 12 by portal, ",
        "upper": "joe!",
        "several": ["joe", "portal"],
        "only": "portal",
    }


def test_an_expression_without_a_value_fails_for_its_attribute() -> None:
    with pytest.raises(FulfillmentFailed, match=r"^sub: "):
        fulfill(mapping({"sub": expression("attributes['nobody']")}), VALUES, START)


@settings(max_examples=30)
@given(values=st.dictionaries(TEXTS.filter(str.strip), TEXTS, max_size=6))
def test_mapped_attributes_exist_in_their_source(values: dict[str, str]) -> None:
    made = mapping({name: from_source("CLAIMS", name) for name in values})
    offer = MappingOffer(tuple(values), (MappingSource(SourceType.CLAIMS, "Claims", tuple(values)),))
    assert list(mapping_errors(made, offer, None)) == []
    assert fulfill(made, {(SourceType.CLAIMS, None): values}, START) == values
    assert fulfill(made, {}, START) == {}


@pytest.mark.parametrize(
    ("criteria", "expected"),
    [
        ({}, None),
        ({"expressionCriteria": [{"expression": "attributes['uid'] == 'joe'"}]}, None),
        ({"expressionCriteria": [{"expression": "attributes['uid'] == 'ann'", "errorResult": "Not you"}]}, "Not you"),
        # An expression that fails or is not exactly true refuses the token.
        ({"expressionCriteria": [{"expression": "attributes['nobody'] == 'x'"}]}, NOT_ISSUED),
        ({"expressionCriteria": [{"expression": "attributes['uid']"}]}, NOT_ISSUED),
        (
            {
                "conditionalCriteria": [
                    {"source": {"type": "TOKEN"}, "attributeName": "uid", "condition": "NOT_EQUAL", "value": "joe"}
                ]
            },
            NOT_ISSUED,
        ),
    ],
)
def test_criteria_decide_whether_a_token_is_issued(criteria: dict[str, Any], expected: str | None) -> None:
    assert refusal(mapping({}, issuanceCriteria=criteria).issuance_criteria, VALUES, START) == expected


@pytest.mark.parametrize(
    ("condition", "values", "expected"),
    [
        (Condition.EQUALS, ["a"], "a"),
        (Condition.EQUALS_CASE_INSENSITIVE, ["Straße"], "STRASSE"),
        (Condition.EQUALS_DN, ["CN=Joe,OU=Sales, DC=example"], "cn=joe,ou=sales,dc=Example"),
        (Condition.EQUALS_DN, ["not a name"], "NOT A NAME"),
        (Condition.MULTIVALUE_CONTAINS, ["b", "a"], "a"),
        (Condition.MULTIVALUE_CONTAINS_CASE_INSENSITIVE, ["b", "A"], "a"),
        (Condition.MULTIVALUE_CONTAINS_DN, ["cn=x", "CN=Y"], "cn=y"),
        (Condition.NOT_EQUAL, ["a", "b"], "a"),
        (Condition.NOT_EQUAL, [], "a"),
        (Condition.MULTIVALUE_DOES_NOT_CONTAIN, ["A"], "a"),
    ],
)
def test_a_condition_matches(condition: Condition, values: list[str], expected: str) -> None:
    assert holds(condition, values, expected)


@settings(max_examples=50)
@given(
    values=st.lists(st.sampled_from(["a", "A", "cn=a", "b", ""]), max_size=3), expected=st.sampled_from(["a", "cn=A"])
)
def test_every_condition_has_its_opposite(values: list[str], expected: str) -> None:
    for condition in Condition:
        if "NOT" not in condition:
            opposite = condition.replace("EQUALS", "NOT_EQUAL").replace("CONTAINS", "DOES_NOT_CONTAIN")
            assert holds(condition, values, expected) != holds(Condition(opposite), values, expected)
