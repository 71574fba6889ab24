"""Looks up attributes of users in data stores, according to the attribute sources of a mapping.

Everything here blocks: call `look_up` by `services.work.run`. Connections are opened from a compiled part of the
snapshot and are shared by all requests of a process (`data_stores.client_pool.DataStoreClients`).
"""

import base64
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import structlog

from hanse.data_stores.client_pool import DataStoreClients
from hanse.data_stores.settings import MOST_ROWS, SourceFailed
from hanse.data_stores.templates import fill, required_names
from hanse.engine.signin.contracts import Value
from hanse.engine.snapshot.data_stores import DataStores
from hanse.kit.errors import Unavailable
from hanse.resources.mapping.fulfillment import Values, named_values
from hanse.resources.mapping.model import (
    AttributeSource,
    CustomAttributeSource,
    JdbcAttributeSource,
    LdapAttributeSource,
    SourceType,
)

if TYPE_CHECKING:
    from hanse.data_stores.ldap import Directory, DirectoryEntry

LOG = structlog.stdlib.get_logger("hanse.data-stores")
MEMBER_OF: Final = "memberOf"
# Maximum number of groups that are examined for the groups that contain them; each needs a search.
MOST_GROUPS: Final = 500
_Found = dict[str, Value]


@dataclass(frozen=True)
class AttributeLookups:
    """Queries the data stores of a snapshot."""

    stores: DataStores
    sources: DataStoreClients

    def look_up(self, wanted: Sequence[AttributeSource], values: Values) -> Values:
        """Return the values with those of the attribute sources; each source can use the values of those before it.

        A source without a result has no values. Raises Unavailable if a data store does not answer.
        """
        known = dict(values)
        for source in wanted:
            try:
                known[_type_of(source), source.id] = self._one(source, named_values(known))
            except SourceFailed as error:
                LOG.error("attribute source not usable", source=source.id, reason=str(error))  # noqa: TRY400 - it says all.
                raise Unavailable("A data store does not respond.") from error
        return known

    def _one(self, source: AttributeSource, named: Mapping[str, Value]) -> _Found:
        if (missing := _missing(source, named)) is not None:
            # A search without the value would find other people.
            LOG.info("attribute source skipped, as a value for its filter is missing", source=source.id, name=missing)
            return {}
        if isinstance(source, JdbcAttributeSource):
            return self._rows(source, named)
        if isinstance(source, LdapAttributeSource) and source.type == "LDAP":
            return self._entry(source, named)
        if isinstance(source, CustomAttributeSource):
            return self._custom(source, named)
        raise SourceFailed(f"Data stores of the type {source.type} are not supported.")

    def _custom(self, source: CustomAttributeSource, named: Mapping[str, Value]) -> _Found:
        store = self.stores.custom.get(source.data_store_ref.id)
        if store is None:
            raise SourceFailed(f"The data store '{source.data_store_ref.id}' is not usable.")
        filters = {each.name: each.value or "" for each in source.filter_fields}
        found = store.look_up(filters, named, self.sources)
        LOG.debug("data store looked up", source=source.id, attributes=sorted(found))
        return {name: _value(values) for name, values in found.items() if values}

    def _rows(self, source: JdbcAttributeSource, named: Mapping[str, Value]) -> _Found:
        settings = self.stores.databases.get(source.data_store_ref.id)
        if settings is None:
            raise SourceFailed(f"The database '{source.data_store_ref.id}' is not usable.")
        rows = self.sources.tables(settings).look_up(
            source.table, source.column_names, source.filter, named, schema=source.schema_ or None
        )
        # One user may have several rows, for example one for each group.
        columns = {name: dict.fromkeys(row[name] for row in rows if name in row) for name in source.column_names}
        return {name: _value(values) for name, values in columns.items() if values}

    def _entry(self, source: LdapAttributeSource, named: Mapping[str, Value]) -> _Found:
        # Imported here: the library takes as long to import as all others together, and most servers have no directory.
        from hanse.data_stores.ldap import LdapSearchScope  # noqa: PLC0415 - the comment above says why.
        from hanse.data_stores.ldap_filters import dn_value  # noqa: PLC0415 - the comment above says why.

        settings = self.stores.directories.get(source.data_store_ref.id)
        if settings is None:
            raise SourceFailed(f"The directory '{source.data_store_ref.id}' is not usable.")
        directory = self.sources.directory(settings)
        base = fill(source.base_dn or "", named, dn_value)
        scope = LdapSearchScope(source.search_scope.value)
        found = directory.search(base, source.search_filter, named, source.search_attributes, scope=scope, most=2)
        if len(found) != 1:
            if found:
                LOG.warning("attribute source skipped, as its filter finds several entries", source=source.id)
            return {}
        attributes = dict(found[0].attributes)
        if source.member_of_nested_group and MEMBER_OF in attributes:
            attributes[MEMBER_OF] = _nested_groups(directory, attributes[MEMBER_OF])
        return {
            name: _value(_written(values, source, name, settings.binary))
            for name, values in attributes.items()
            if name in source.search_attributes and values
        }


def _type_of(source: AttributeSource) -> SourceType:
    return SourceType(f"{source.type}_DATA_STORE")


def _missing(source: AttributeSource, named: Mapping[str, Value]) -> str | None:
    """Return the first name in the templates of a source that has no value."""
    templates: tuple[str, ...] = ()
    if isinstance(source, JdbcAttributeSource):
        templates = (source.filter,)
    elif isinstance(source, LdapAttributeSource):
        templates = (source.search_filter, source.base_dn or "")
    else:
        templates = tuple(each.value or "" for each in source.filter_fields)
    return next((name for template in templates for name in required_names(template) if not named.get(name)), None)


def _value(values: Iterable[str]) -> Value:
    listed = list(values)
    return listed[0] if len(listed) == 1 else listed


def _nested_groups(directory: "Directory", groups: Sequence[str]) -> tuple[str, ...]:
    """Return groups with all groups that contain them."""
    from hanse.data_stores.ldap import LdapSearchScope  # noqa: PLC0415 - only directories need the library.

    seen = dict.fromkeys(groups)
    waiting = list(groups)
    while waiting and len(seen) < MOST_GROUPS:
        found: list[DirectoryEntry] = directory.search(
            waiting.pop(), "(objectClass=*)", {}, (MEMBER_OF,), scope=LdapSearchScope.OBJECT, most=1
        )
        for parent in (each for entry in found for each in entry.attributes.get(MEMBER_OF, ())):
            if parent not in seen:
                seen[parent] = None
                waiting.append(parent)
    return tuple(seen)[:MOST_ROWS]


def _written(values: Sequence[str], source: LdapAttributeSource, name: str, binary: frozenset[str]) -> Sequence[str]:
    """Return the values of a binary attribute in the source's encoding; the directory client returns base64."""
    setting = (source.binary_attribute_settings or {}).get(name)
    encoding = None if setting is None else setting.binary_encoding
    if encoding not in ("HEX", "SID") or name.lower() not in {each.lower() for each in binary}:
        return values
    octets = [base64.b64decode(each) for each in values]
    return [each.hex() for each in octets] if encoding == "HEX" else [security_identifier(each) for each in octets]


def security_identifier(octets: bytes) -> str:
    """Return a Windows security identifier as text, such as `S-1-5-21-1-2-3-500` (MS-DTYP, section 2.4.2)."""
    count = octets[1] if len(octets) >= 8 else 0  # noqa: PLR2004 - the octets before the sub-authorities.
    if not octets or len(octets) != 8 + 4 * count:
        raise SourceFailed("An attribute is not a security identifier.")
    parts = (int.from_bytes(octets[8 + 4 * at : 12 + 4 * at], "little") for at in range(count))
    return "-".join(["S", str(octets[0]), str(int.from_bytes(octets[2:8], "big")), *map(str, parts)])
