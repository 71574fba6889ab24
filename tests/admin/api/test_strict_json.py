"""JSON that has one meaning for every parser is accepted; everything else is refused as malformed."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanse.admin.api.strict_json import check_json
from hanse.kit.errors import MalformedRequest

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(VALUES, st.booleans())
def test_valid_json_is_accepted(value: Any, is_ascii: bool) -> None:
    check_json(json.dumps(value, ensure_ascii=is_ascii).encode("utf-8", "replace"))


@given(st.binary(max_size=200))
def test_bytes_that_are_accepted_are_json(data: bytes) -> None:
    try:
        check_json(data)
    except MalformedRequest:
        return
    json.loads(data)


@given(st.dictionaries(st.text(), st.integers(), min_size=1), st.randoms(use_true_random=False))
def test_a_repeated_name_is_refused_at_any_depth(members: dict[str, int], random: Any) -> None:
    pairs = [f"{json.dumps(name)}: {value}" for name, value in members.items()]
    pairs.insert(random.randrange(len(pairs) + 1), random.choice(pairs))
    with pytest.raises(MalformedRequest, match="more than once"):
        check_json(f'[{{"outer": {{{", ".join(pairs)}}}}}]'.encode())


@pytest.mark.parametrize("text", ["NaN", "Infinity", "-Infinity", "[1,]", "01", "+1", "'a'", "{1: 2}", "", " ", "nul"])
def test_json_that_only_python_accepts_is_refused(text: str) -> None:
    with pytest.raises(MalformedRequest, match="not valid JSON"):
        check_json(text.encode())


@pytest.mark.parametrize("opening", ["[", '{"a":'])
def test_nesting_is_limited(opening: str) -> None:
    with pytest.raises(MalformedRequest, match="not valid JSON"):
        check_json(opening.encode() * 200_000)


def test_different_objects_may_repeat_a_name() -> None:
    check_json(b'{"a": {"a": [{"a": 1}, {"a": 2}]}}')
