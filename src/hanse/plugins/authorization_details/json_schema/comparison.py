"""Comparison of details, which RFC 9396, sections 6.1 and 6.2, leaves to the type.

Every member of a granted detail limits the grant, so a requested detail must have the same member with the same value,
unless a rule says otherwise; members that were not granted must not be requested. The common members that are lists
(section 2.2) are sets of which fewer items may be requested.
"""

import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from enum import StrEnum
from typing import Any

COMMON_SETS = ("locations", "actions", "datatypes", "privileges")
Detail = Mapping[str, Any]
_DECIMAL = re.compile(r"-?[0-9]{1,30}(\.[0-9]{1,30})?")


class ComparisonRule(StrEnum):
    """A rule for comparing one member at the top of a detail."""

    EQUAL = "EQUAL"
    # A list, of which fewer items may be requested.
    SUBSET = "SUBSET"
    # A number, or a decimal number as text, which may be smaller.
    AT_MOST = "AT_MOST"
    # Not relevant for access, such as a reference for the person.
    ANY = "ANY"


def is_equal_or_subset(requested: Detail, granted: Detail, rules: Mapping[str, ComparisonRule]) -> bool:
    """Compare two details member by member."""
    if requested.get("type") != granted.get("type"):
        return False
    defaults = dict.fromkeys(COMMON_SETS, ComparisonRule.SUBSET)
    return all(
        _COMPARE[({**defaults, **rules}).get(name, ComparisonRule.EQUAL)](requested.get(name), granted.get(name))
        for name in requested.keys() | granted.keys()
    )


def _equal(requested: Any, granted: Any) -> bool:
    """Compare as JSON does: true is not 1, and the order of an object's members does not matter."""
    if isinstance(requested, Mapping) and isinstance(granted, Mapping):
        same = requested.keys() == granted.keys()
        return same and all(_equal(value, granted[name]) for name, value in requested.items())
    if isinstance(requested, list) and isinstance(granted, list):
        return len(requested) == len(granted) and all(map(_equal, requested, granted))
    if isinstance(requested, bool) or isinstance(granted, bool):
        return requested is granted
    return bool(requested == granted)


def _subset(requested: Any, granted: Any) -> bool:
    if not isinstance(requested, list) or not isinstance(granted, list):
        return _equal(requested, granted)
    return all(any(_equal(item, allowed) for allowed in granted) for item in requested)


def _at_most(requested: Any, granted: Any) -> bool:
    if isinstance(requested, bool) or isinstance(granted, bool):
        return _equal(requested, granted)
    if isinstance(requested, (int, float)) and isinstance(granted, (int, float)):
        return requested <= granted
    if isinstance(requested, str) and isinstance(granted, str):
        return _decimal_at_most(requested, granted)
    return _equal(requested, granted)


def _decimal_at_most(requested: str, granted: str) -> bool:
    """Compare amounts, which payment APIs send as texts to avoid binary fractions."""
    left, right = _decimal(requested), _decimal(granted)
    return requested == granted if left is None or right is None else left <= right


def _decimal(text: str) -> Decimal | None:
    return Decimal(text) if _DECIMAL.fullmatch(text) else None


_COMPARE: Mapping[ComparisonRule, Callable[[Any, Any], bool]] = {
    ComparisonRule.EQUAL: _equal,
    ComparisonRule.SUBSET: _subset,
    ComparisonRule.AT_MOST: _at_most,
    ComparisonRule.ANY: lambda _requested, _granted: True,
}
