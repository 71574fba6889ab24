"""Parameters are parsed like in the standard library, within limits."""

from urllib.parse import parse_qsl

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hanse.engine.errors import InvalidRequest
from hanse.engine.http.parameters import MOST_PARAMETERS, Parameters

_PIECES = st.sampled_from(["a", "b", "=", "&", "+", "%", "%41", "%C3%A4", "%ff", "%2", ";", "/", " ", "\u00e4", "%00"])


def _parsed_by_library(encoded: bytes) -> dict[str, tuple[str, ...]] | None:
    """Return the values by name; None if the library refuses the input."""
    try:
        pairs = parse_qsl(
            encoded.decode("ascii"), keep_blank_values=True, errors="strict", max_num_fields=MOST_PARAMETERS
        )
    except ValueError:
        return None
    return {name: tuple(value for each, value in pairs if each == name and value) for name, value in pairs if value}


def _parsed(encoded: bytes) -> dict[str, tuple[str, ...]] | None:
    try:
        found = Parameters.parse(encoded)
    except InvalidRequest:
        return None
    return {name: found.all(name) for name in found}


@given(st.one_of(st.lists(_PIECES).map(lambda pieces: "".join(pieces).encode()), st.binary()))
@example(b"")
@example(b"&&a=1&&=2&")
@example(b"a&a=&a=1&a=2=3")
@example(b"%ff=")
@example(b"a=%ff")
@example(b"&".join([b"a=1"] * MOST_PARAMETERS))
@example(b"&".join([b"a=1"] * (MOST_PARAMETERS + 1)))
@example(b"&" * (MOST_PARAMETERS - 1))
@example(b"&" * MOST_PARAMETERS)
def test_parameters_are_read_as_by_the_standard_library(encoded: bytes) -> None:
    assert _parsed(encoded) == _parsed_by_library(encoded)


def test_a_repeated_parameter_is_refused_where_one_value_is_allowed() -> None:
    found = Parameters.parse(b"scope=a&scope=b&resource=c&resource=d&state=")

    with pytest.raises(InvalidRequest, match="scope"):
        found.one("scope")
    assert found.all("resource") == ("c", "d")
    assert found.one("state") is None
