"""Attributes of claims, for policies, whose values are texts."""

from collections.abc import Mapping
from typing import Any

from hanse.expressions.language import as_text
from hanse.plugins.contracts.users import AttributeValue


def attributes_of(claims: Mapping[str, Any]) -> dict[str, AttributeValue]:
    """Return claims as attributes: a list of texts stays a list, and numbers, objects and other lists become JSON."""
    return {name: _value(claim) for name, claim in claims.items() if claim is not None}


def _value(claim: Any) -> AttributeValue:
    if isinstance(claim, list) and all(isinstance(each, str) for each in claim):
        return claim
    return as_text(claim)


def text_of(claims: Mapping[str, Any], name: str) -> str:
    """Return a claim that is a text; empty for any other."""
    found = claims.get(name)
    return found if isinstance(found, str) else ""
