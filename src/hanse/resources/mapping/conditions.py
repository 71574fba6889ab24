"""The comparisons of criteria and rules: an attribute's values against one text."""

import re
from collections.abc import Callable, Sequence

from cryptography import x509

from hanse.kit.texts.labels import Labeled

# The type of an attribute, behind what separates it from the one before (RFC 4514, section 3).
_TYPE = re.compile(r"(^|(?<!\\)[,+])\s*([A-Za-z][A-Za-z0-9-]*)\s*=")


class Condition(Labeled):
    """The contract's conditions."""

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
    """Return whether a condition holds for an attribute's values; an unknown attribute has none.

    What is equal has this one value and no other. The conditions with "not" hold exactly when the others do not, so
    also for an attribute that is unknown.
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
    """Return what two writings of a distinguished name have in common (RFC 4517, section 4.2.15), or the text folded.

    Names of attribute types that are not of RFC 4514, section 3, make it a text like any other.
    """
    try:
        # The library knows attribute types in capitals only, and no spaces around them.
        parsed = x509.Name.from_rfc4514_string(_TYPE.sub(lambda found: f"{found[1]}{found[2].upper()}=", text))
    except ValueError:
        return text.casefold()
    return tuple(
        frozenset((part.oid.dotted_string, " ".join(str(part.value).casefold().split())) for part in parts)
        for parts in parsed.rdns
    )
