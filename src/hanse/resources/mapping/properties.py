"""References from rules and mappings to the extended properties that they use."""

from collections.abc import Iterator
from typing import Any

from hanse import handles
from hanse.config.declare.options import Referral
from hanse.resources.mapping.lookup_rules import REFERENCE
from hanse.resources.mapping.model import SourceType
from hanse.resources.mapping.offer import prefix_of

_TYPES = frozenset({SourceType.EXTENDED_PROPERTIES, SourceType.EXTENDED_CLIENT_METADATA})
_PREFIX = prefix_of(SourceType.EXTENDED_PROPERTIES, None)
# Members that name a source, and members of look-ups whose texts contain references.
_SOURCES = ("source", "attributeSource")
_TEXTS = ("filter", "searchFilter", "baseDn")


def property_references(value: Any, path: str = "") -> Iterator[Referral]:
    """Yield the extended properties that a body uses: the path, the resource and the property's name.

    Expressions are not searched, because they can compute the names.
    """
    if isinstance(value, list):
        for index, item in enumerate(value):
            yield from property_references(item, f"{path}[{index}]")
    elif isinstance(value, dict):
        source: dict[str, Any] = next((value[name] for name in _SOURCES if isinstance(value.get(name), dict)), {})
        yield from _named(value, source.get("type"), f"{path}." if path else "")
        for name, item in value.items():
            yield from property_references(item, f"{path}.{name}" if path else name)


def _named(holder: dict[str, Any], source: str | None, path: str) -> Iterator[Referral]:
    if source in _TYPES:
        # In a comparison, the value is compared with the attribute and is no reference.
        member = "attributeName" if "attributeName" in holder else "value"
        if holder.get(member):
            yield f"{path}{member}", handles.EXTENDED_PROPERTIES, holder[member]
    for name in (*_TEXTS, *(("value",) if source == SourceType.TEXT else ())):
        found = REFERENCE.findall(holder[name]) if isinstance(holder.get(name), str) else ()
        for each in dict.fromkeys(found):
            if each.startswith(_PREFIX):
                yield f"{path}{name}", handles.EXTENDED_PROPERTIES, each.removeprefix(_PREFIX)
