"""Columns of lists of mappings: their names and their sizes."""

from collections.abc import Callable, Mapping
from typing import Any

from hanse.config.declare.handles import Handle
from hanse.config.declare.ui.declaration import Body, NameOf
from hanse.config.declare.view import View
from hanse.kit.texts.messages import counted, enumerated

# A list's column with the number of attributes, sources and criteria of each mapping.
_HEADING = "Maps"


def _extent(_view: View, body: Body) -> str:
    """Return how many attributes, attribute sources and criteria a mapping has."""
    criteria = body.get("issuanceCriteria") or {}
    conditions = sum(len(criteria.get(each) or []) for each in ("conditionalCriteria", "expressionCriteria"))
    parts = (
        counted("{count} attribute", "{count} attributes", len(body.get("attributeContractFulfillment") or {})),
        counted("{count} attribute source", "{count} attribute sources", len(body.get("attributeSources") or [])),
        counted("{count} criterion", "{count} criteria", conditions),
    )
    return enumerated(part for part in parts if part.number)


EXTENT_COLUMN: Mapping[str, Callable[[View, Body], str]] = {_HEADING: _extent}


def name_by_id(resource: Handle[Any]) -> Callable[[Body, NameOf], str]:
    """Return the naming of mappings that have the id of the document at `path` that they are for."""
    return lambda body, name_of: name_of(resource, str(body.get("id") or ""))
