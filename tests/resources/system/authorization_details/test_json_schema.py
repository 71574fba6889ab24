"""The JSON Schema processor: validation, descriptions, and comparison of requested with granted details."""

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanse.config.plugins.plugin import Settings
from hanse.plugins.authorization_details.json_schema.comparison import ComparisonRule, is_equal_or_subset
from hanse.plugins.authorization_details.json_schema.plugin import JsonSchemaProcessor
from hanse.plugins.authorization_details.json_schema.schema import MAXIMUM_DETAIL, DetailSchema
from hanse.plugins.authorization_details.json_schema.template import MAXIMUM_TEXT, ConsentTemplate
from tests.support.payment_details import PAYMENT, SCHEMA, TEMPLATE

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=20,
)
DETAILS = st.dictionaries(st.text(max_size=8), JSON, max_size=6).map(lambda members: {**members, "type": "t"})


@pytest.fixture(scope="module")
def payments() -> JsonSchemaProcessor:
    values = {"Schema": json.dumps(SCHEMA), "Description Template": TEMPLATE}
    rows = [{"Member": "limit", "Comparison": "AT_MOST"}, {"Member": "creditorName", "Comparison": "ANY"}]
    return JsonSchemaProcessor(Settings("payments", values, {"Comparisons": rows}))


def test_a_valid_detail_is_accepted_described_and_granted_unchanged(payments: JsonSchemaProcessor) -> None:
    assert payments.validate(PAYMENT) == []
    assert payments.describe(PAYMENT) == "Pay 123.50 EUR to Merchant A"
    assert payments.enrich(PAYMENT) == PAYMENT


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"instructedAmount": {"currency": "EUR"}}, "/instructedAmount"),
        ({"instructedAmount": {"currency": "euro", "amount": "1"}}, "/instructedAmount/currency"),
        ({"actions": ["initiate", "steal"]}, "/actions/1"),
        ({"actions": []}, "/actions"),
        ({"locations": ["not a uri"]}, "/locations/0"),
        ({"extra/member": 1}, "/"),
        ({"type": "other"}, "/type"),
    ],
)
def test_errors_are_reported_with_their_position_and_without_the_input(
    payments: JsonSchemaProcessor, change: dict[str, Any], place: str
) -> None:
    [finding] = payments.validate({**PAYMENT, **change})
    assert finding.partition(":")[0] == place
    assert not any(word in finding for word in ("steal", "euro", "not a uri"))


def test_details_are_limited(payments: JsonSchemaProcessor) -> None:
    nested: Any = 1
    for _ in range(50_000):
        nested = [nested]
    assert payments.validate({**PAYMENT, "limit": nested}) == ["/: this is nested too deeply"]
    assert payments.validate({**PAYMENT, "creditorName": "x" * MAXIMUM_DETAIL}) == [
        "/: this has more than 16,384 bytes"
    ]
    assert len(payments.validate({**PAYMENT, "actions": ["bad"] * 1000})) == 20


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ("{", "The schema is not valid JSON: "),
        ("[]", "The schema must be a JSON object."),
        ('{"type": "nothing"}', "This is not a usable JSON Schema: "),
        ('{"$ref": "https://example.com/schema.json"}', "This is not a usable JSON Schema: "),
        ('{"$ref": "file:///etc/passwd"}', "This is not a usable JSON Schema: "),
        ('{"$ref": "#/$defs/missing"}', "This is not a usable JSON Schema: "),
        # A back-reference, which no engine matches in linear time.
        (json.dumps({"pattern": r"(a+)\1$"}), "This is not a usable JSON Schema: "),
        ('{"pattern": "(a{1000}){1000}"}', "This is not a usable JSON Schema: "),
        ('{"$schema": "http://json-schema.org/draft-04/schema#"}', "Only the draft "),
        (f'{{"description": "{"x" * 65_536}"}}', "A schema can have at most 65,536 bytes."),
        ('{"not":' * 100_000 + "{}" + "}" * 100_000, "A schema can have at most"),
        ('{"not":' * 5_000 + "{}" + "}" * 5_000, "This schema is nested too deeply."),
    ],
)
def test_schemas_are_refused_at_the_save(schema: str, expected: str) -> None:
    with pytest.raises(ValueError, match=re.escape(expected)):
        DetailSchema(schema)


def test_a_pattern_cannot_be_slow() -> None:
    schema = DetailSchema(json.dumps({"properties": {"a": {"pattern": "^(a+)+$"}}}))
    assert len(schema.errors({"a": "a" * 10_000 + "b"})) == 1


@pytest.mark.parametrize("text", ["{", "}", "{}", "{a b}", "{a..b}", "{.a}", "a {{b}"])
def test_templates_are_refused_at_the_save(text: str) -> None:
    with pytest.raises(ValueError, match=r"member|brace"):
        ConsentTemplate(text)


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("{a.b}", "1"),
        ("{{a}}", "{a}"),
        ("{missing} {a.b.c}", "— —"),
        ("{list}", "x, yes, k: 2"),
        ("{list.0} {list.2.k} {list.9}", "x 2 —"),
        ("{evil}", "two linesright to left"),
        ("{__class__} {a.__len__}", "— —"),
    ],
)
def test_members_are_filled_in_as_plain_text(template: str, text: str) -> None:
    detail = {"a": {"b": 1}, "list": ["x", True, {"k": 2}], "evil": "two\n\tlines\u202eright to left\x00"}
    assert ConsentTemplate(template).fill(detail) == text


@given(DETAILS)
def test_any_detail_gets_a_short_single_line_description(detail: dict[str, Any]) -> None:
    names = [name for name in detail if name.isalnum()] or ["type"]
    text = ConsentTemplate(" ".join(f"{{{name}}}" for name in names)).fill(detail)
    assert len(text) <= MAXIMUM_TEXT
    assert text.isprintable()


@given(DETAILS)
def test_a_detail_is_part_of_itself_and_not_of_a_detail_without_a_member(detail: dict[str, Any]) -> None:
    assert is_equal_or_subset(detail, detail, {})
    for name, value in detail.items():
        if name != "type" and value is not None:
            fewer = {each: other for each, other in detail.items() if each != name}
            assert not is_equal_or_subset(detail, fewer, {name: ComparisonRule.EQUAL})
            assert not is_equal_or_subset(fewer, detail, {name: ComparisonRule.EQUAL})


@given(st.lists(st.integers(0, 9)), st.lists(st.integers(0, 9)), st.sampled_from(["actions", "privileges"]))
def test_common_lists_are_sets(requested: list[int], granted: list[int], name: str) -> None:
    found = is_equal_or_subset({"type": "t", name: requested}, {"type": "t", name: granted}, {})
    assert found == (set(requested) <= set(granted))


@given(st.decimals(0, 1000, places=2), st.decimals(0, 1000, places=2))
def test_amounts_compare_as_decimals(requested: Any, granted: Any) -> None:
    left, right = ({"type": "t", "amount": str(value)} for value in (requested, granted))
    assert is_equal_or_subset(left, right, {"amount": ComparisonRule.AT_MOST}) == (requested <= granted)


@pytest.mark.parametrize(
    ("requested", "granted", "rules", "within"),
    [
        ({"limit": 5}, {"limit": 7}, {"limit": ComparisonRule.AT_MOST}, True),
        ({"limit": 9}, {"limit": 7}, {"limit": ComparisonRule.AT_MOST}, False),
        ({"limit": True}, {"limit": 7}, {"limit": ComparisonRule.AT_MOST}, False),
        ({}, {"limit": 7}, {"limit": ComparisonRule.AT_MOST}, False),
        ({"limit": "many"}, {"limit": "some"}, {"limit": ComparisonRule.AT_MOST}, False),
        ({"note": "a"}, {"note": "b"}, {"note": ComparisonRule.ANY}, True),
        ({"actions": ["read"]}, {}, {}, False),
        ({}, {"actions": ["read"]}, {}, False),
        ({"flag": True}, {"flag": 1}, {}, False),
        ({"o": {"a": 1, "b": [2]}}, {"o": {"b": [2], "a": 1}}, {}, True),
        ({"o": {"a": 1}}, {"o": {"a": 1, "b": 2}}, {}, False),
        ({"actions": ["read"]}, {"actions": ["read", "write"]}, {"actions": ComparisonRule.EQUAL}, False),
        ({"type": "u"}, {}, {}, False),
    ],
)
def test_requested_details_are_compared_with_granted_ones(
    requested: dict[str, Any], granted: dict[str, Any], rules: dict[str, ComparisonRule], *, within: bool
) -> None:
    assert is_equal_or_subset({"type": "t", **requested}, {"type": "t", **granted}, rules) is within
