"""List columns of mappings: their names and sizes."""

from collections.abc import Callable, Mapping
from typing import Any

from hanse.config.declare.handles import Handle
from hanse.config.declare.ui.declaration import Body, NameOf
from hanse.config.declare.view import View
from hanse.kit.texts.messages import counted, enumerated

# A list column with the number of attributes, sources and criteria of each mapping.
_HEADING = "Maps"


def _extent(body: Body) -> str:
    """Return the text for the number of attributes, attribute sources and criteria of a mapping."""
    criteria = body.get("issuanceCriteria") or {}
    conditions = sum(len(criteria.get(each) or []) for each in ("conditionalCriteria", "expressionCriteria"))
    parts = (
        counted("{count} attribute", "{count} attributes", len(body.get("attributeContractFulfillment") or {})),
        counted("{count} attribute source", "{count} attribute sources", len(body.get("attributeSources") or [])),
        counted("{count} criterion", "{count} criteria", conditions),
    )
    return enumerated(part for part in parts if part.number)


EXTENT_COLUMN: Mapping[str, Callable[[View], Callable[[Body], str]]] = {_HEADING: lambda _view: _extent}


def name_by_id(resource: Handle[Any]) -> Callable[[Body, NameOf], str]:
    """Return the function that names mappings whose id is the id of their source, a document of `resource`."""
    return lambda body, name_of: name_of(resource, str(body.get("id") or ""))
