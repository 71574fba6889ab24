"""The comparisons of criteria and rules: an attribute's values compared with a text."""

import re
from collections.abc import Callable, Sequence

from cryptography import x509

from hanse.kit.texts.labels import Labeled

# The type of an attribute and the separator in front of it (RFC 4514, section 3).
_TYPE = re.compile(r"(^|(?<!\\)[,+])\s*([A-Za-z][A-Za-z0-9-]*)\s*=")


class Condition(Labeled):
    """The conditions of the API contract."""

    EQUALS = "EQUALS", "equal to"
    EQUALS_CASE_INSENSITIVE = "EQUALS_CASE_INSENSITIVE", "equal to (case insensitive)"
    EQUALS_DN = "EQUALS_DN", "equal to DN"
    NOT_EQUAL = "NOT_EQUAL", "not equal to"
    NOT_EQUAL_CASE_INSENSITIVE = "NOT_EQUAL_CASE_INSENSITIVE", "not equal to (case insensitive)"
    NOT_EQUAL_DN = "NOT_EQUAL_DN", "not equal to DN"
    MULTIVALUE_CONTAINS = "MULTIVALUE_CONTAINS", "multi-value contains"
    MULTIVALUE_CONTAINS_CASE_INSENSITIVE = (
        "MULTIVALUE_CONTAINS_CASE_INSENSITIVE",
        "multi-value contains (case insensitive)",
    )
    MULTIVALUE_CONTAINS_DN = "MULTIVALUE_CONTAINS_DN", "multi-value contains DN"
    MULTIVALUE_DOES_NOT_CONTAIN = "MULTIVALUE_DOES_NOT_CONTAIN", "multi-value does not contain"
    MULTIVALUE_DOES_NOT_CONTAIN_CASE_INSENSITIVE = (
        "MULTIVALUE_DOES_NOT_CONTAIN_CASE_INSENSITIVE",
        "multi-value does not contain (case insensitive)",
    )
    MULTIVALUE_DOES_NOT_CONTAIN_DN = "MULTIVALUE_DOES_NOT_CONTAIN_DN", "multi-value does not contain DN"


def holds(condition: Condition, values: Sequence[str], expected: str) -> bool:
    """Return whether a condition holds for an attribute's values; an unknown attribute has no values.

    "Equal to" holds if the attribute has exactly this one value. A condition with "not" holds exactly if its
    counterpart does not, so it holds for unknown attributes.
    """
    folded = _folded(condition)
    found = [folded(value) for value in values]
    wanted = folded(expected)
    is_so = wanted in found if condition.startswith("MULTIVALUE") else found == [wanted]
    return is_so != ("NOT" in condition)


def _folded(condition: Condition) -> Callable[[str], object]:
    if condition.endswith("_DN"):
        return normal_dn
    return str.casefold if condition.endswith("_CASE_INSENSITIVE") else str


def normal_dn(text: str) -> object:
    """Return the normal form of a distinguished name (RFC 4517, section 4.2.15), or the case-folded text.

    A name with attribute types that RFC 4514, section 3, does not list is compared as text.
    """
    try:
        # The library accepts attribute types in capitals only, and no spaces around them.
        parsed = x509.Name.from_rfc4514_string(_TYPE.sub(lambda found: f"{found[1]}{found[2].upper()}=", text))
    except ValueError:
        return text.casefold()
    return tuple(
        frozenset((part.oid.dotted_string, " ".join(str(part.value).casefold().split())) for part in parts)
        for parts in parsed.rdns
    )
