"""The attributes that a mapping must fulfill, and the available sources with their attributes."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from hanse.kit.texts.messages import message
from hanse.resources.mapping.model import SourceType

Body = Mapping[str, Any]


@dataclass(frozen=True)
class MappingSource:
    """A source; `attributes` are those it has, or None if any attribute name is allowed.

    The label is a translatable text of the server; a name that an administrator chose is `verbatim`.
    """

    type: SourceType
    label: str
    attributes: tuple[str, ...] | None
    id: str | None = None


@dataclass(frozen=True)
class MappingOffer:
    """The contract's attributes, those of them that need a value, and the sources that the area adds."""

    target: tuple[str, ...]
    sources: tuple[MappingSource, ...]
    required: frozenset[str] = field(default_factory=frozenset)
    # Attributes that a mapping can leave out.
    optional: frozenset[str] = field(default_factory=frozenset)
    # If there are no attributes: the text that names what is missing, if it is not the contract.
    missing: str = ""

    def all_sources(self, mapping: Body) -> tuple[MappingSource, ...]:
        """Return the sources that a mapping can use: the area's, data stores, and those that are always available."""
        return (*self.sources, *data_sources(mapping), *ALWAYS)

    def compared(self, mapping: Body) -> tuple[MappingSource, ...]:
        """Return the sources that criteria can use: those with attributes, and the fulfilled contract."""
        return (
            *self.sources,
            *data_sources(mapping),
            MappingSource(SourceType.MAPPED_ATTRIBUTES, SourceType.MAPPED_ATTRIBUTES.label, self.target),
        )


def prefix_of(type_: SourceType, id_: str | None) -> str:
    """Return the prefix of an attribute's name in expressions and texts, which keeps the names of sources apart."""
    if type_.endswith("_DATA_STORE"):
        return f"ds.{id_}." if id_ else "ds."
    return _PREFIXES.get(type_, "")


def names_of(sources: Iterable[MappingSource]) -> frozenset[str]:
    """Return the attributes of sources by the names that expressions and texts use."""
    return frozenset(prefix_of(each.type, each.id) + name for each in sources for name in each.attributes or ())


_PREFIXES = {
    SourceType.CONTEXT: "context.",
    SourceType.EXTENDED_CLIENT_METADATA: "client.",
    SourceType.EXTENDED_PROPERTIES: "client.",
    SourceType.TRACKED_HTTP_PARAMS: "param.",
    SourceType.SUBJECT_TOKEN: "subject.",
    SourceType.ACTOR_TOKEN: "actor.",
    SourceType.MAPPED_ATTRIBUTES: "mapped.",
}


_STORES = {
    "JDBC": (SourceType.JDBC_DATA_STORE, "columnNames", message("JDBC")),
    "LDAP": (SourceType.LDAP_DATA_STORE, "searchAttributes", message("LDAP")),
    "PING_ONE_LDAP_GATEWAY": (SourceType.PING_ONE_LDAP_GATEWAY_DATA_STORE, "searchAttributes", message("LDAP gateway")),
    "CUSTOM": (SourceType.CUSTOM_DATA_STORE, "", message("Data store")),
}
ALWAYS = (
    MappingSource(SourceType.TEXT, SourceType.TEXT.label, None),
    MappingSource(SourceType.EXPRESSION, SourceType.EXPRESSION.label, None),
    MappingSource(SourceType.NO_MAPPING, SourceType.NO_MAPPING.label, None),
)


def data_sources(mapping: Body) -> Iterator[MappingSource]:
    """Yield the attribute sources that are declared in the body of a mapping."""
    for each in mapping.get("attributeSources") or ():
        type_, member, label = _STORES.get(each.get("type"), _STORES["CUSTOM"])
        id_ = each.get("id")
        attributes = tuple(each.get(member) or ()) if member else None
        if type_ is SourceType.LDAP_DATA_STORE:
            # Clients need not list attributes that a fulfillment or a criterion names.
            attributes = tuple(dict.fromkeys((*(attributes or ()), *_named(mapping, type_, id_))))
        name = each.get("description") or id_
        yield MappingSource(type_, message("{type}: {name}", type=label, name=name) if name else label, attributes, id_)


def _named(mapping: Body, type_: SourceType, id_: str | None) -> Iterator[str]:
    """Yield the attributes of a source that the fulfillments and criteria of a mapping use."""
    criteria = (mapping.get("issuanceCriteria") or {}).get("conditionalCriteria") or ()
    used = [(each, "value") for each in (mapping.get("attributeContractFulfillment") or {}).values()]
    used += [(each, "attributeName") for each in criteria]
    for each, member in used:
        source = each.get("source") or {}
        if source.get("type") == type_ and source.get("id") in (None, "", id_) and each.get(member):
            yield each[member]
