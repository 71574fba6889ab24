"""Errors in the attribute sources of a mapping, which are look-ups in data stores."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from hanse import handles
from hanse.config.declare.validation import to_body
from hanse.config.declare.view import View
from hanse.data_stores.templates import names_in
from hanse.kit.errors import FieldError
from hanse.kit.texts.messages import message
from hanse.plugins.data_stores.installed import store_without_secrets
from hanse.resources.mapping.model import (
    AttributeMapping,
    AttributeSource,
    CustomAttributeSource,
    JdbcAttributeSource,
    LdapAttributeSource,
)
from hanse.resources.mapping.offer import MappingOffer, data_sources, names_of

# A reference to an attribute within a text.
REFERENCE = re.compile(r"\$\{([^${}]+)\}")
# These ids are used in references such as `${ds.<id>.<attribute>}`.
_ID = re.compile(r"[A-Za-z0-9]+")


def lookup_errors(mapping: AttributeMapping, offer: MappingOffer, view: View | None, path: str) -> Iterator[FieldError]:
    """Find errors in attribute sources. Without a view, data stores are not checked."""
    ids = Counter(each.id for each in mapping.attribute_sources)
    descriptions = Counter(each.description or "" for each in mapping.attribute_sources)
    found = tuple(data_sources(to_body(mapping)))
    for index, each in enumerate(mapping.attribute_sources):
        place = f"{path}attributeSources[{index}]"
        yield from _id_errors(each, ids, f"{place}.id")
        if each.description and descriptions[each.description] > 1:
            yield FieldError("Another source already has this description.", f"{place}.description", "value_in_use")
        if each.attribute_contract_fulfillment:
            message = "Contract fulfillment in a source is supported for connections to service providers only."
            yield FieldError(message, f"{place}.attributeContractFulfillment", "unknown_field")
        if view is not None:
            yield from _store_errors(each, view, place)
        # Each look-up can use the results of those before it.
        known = names_of((*offer.sources, *found[:index]))
        yield from _query_errors(each, known, place)


def _id_errors(source: AttributeSource, ids: Counter[str | None], place: str) -> Iterator[FieldError]:
    if not source.id:
        yield FieldError("This field is required.", place, "required_field")
    elif not _ID.fullmatch(source.id):
        yield FieldError("Use only letters A to Z and digits in an ID.", place, "invalid_id")
    elif ids[source.id] > 1:
        yield FieldError("Another source already has this ID.", place, "value_in_use")


def _store_errors(source: AttributeSource, view: View, place: str) -> Iterator[FieldError]:
    """Check that a source has the settings for its type of store. A missing store is reported at its reference."""
    stored = view.find(handles.DATA_STORES, source.data_store_ref.id) if view.knows(handles.DATA_STORES) else None
    if stored is not None and stored.body.get("type") != source.type:
        text = message("This data store is of the type {value}.", value=stored.body.get("type"))
        yield FieldError(text, f"{place}.dataStoreRef", "other_type")
    elif stored is not None and isinstance(source, CustomAttributeSource):
        yield from _filter_field_errors(source, view, stored.body, place)


def _filter_field_errors(
    source: CustomAttributeSource, view: View, store: Mapping[str, Any], place: str
) -> Iterator[FieldError]:
    """Check that a custom data store has the filter fields of a source. A plug-in that is missing allows all."""
    made = store_without_secrets(view, store)
    known = {each.name: each for each in made.filter_fields} if made is not None else None
    seen: set[str] = set()
    for index, each in enumerate(source.filter_fields):
        path = f"{place}.filterFields[{index}]"
        if each.name in seen:
            yield FieldError("Enter this field only once.", f"{path}.name", "value_in_use")
        elif known is not None and each.name not in known:
            yield FieldError("The data store has no filter field with this name.", f"{path}.name", "unknown_field")
        elif known is not None and each.value and (wrong := known[each.name].errors(each.value)) is not None:
            yield FieldError(wrong, f"{path}.value")
        seen.add(each.name)


def _query_errors(source: AttributeSource, known: frozenset[str], place: str) -> Iterator[FieldError]:
    texts: dict[str, str]
    match source:
        case LdapAttributeSource():
            texts = {"searchFilter": source.search_filter, "baseDn": source.base_dn or ""}
            if reason := _filter_error(source.search_filter):
                yield FieldError(reason, f"{place}.searchFilter", "invalid_filter")
        case JdbcAttributeSource():
            texts = {"filter": source.filter}
            if reason := _condition_error(source.filter):
                yield FieldError(reason, f"{place}.filter", "invalid_filter")
        case CustomAttributeSource():
            texts = {f"filterFields[{at}].value": each.value or "" for at, each in enumerate(source.filter_fields)}
    for member, text in texts.items():
        for name in names_in(text):
            if name not in known:
                finding = message("No source has an attribute {name}.", name=name)
                yield FieldError(finding, f"{place}.{member}", "unknown_attribute")


def _filter_error(text: str) -> str | None:
    from hanse.data_stores.ldap_filters import filter_error  # noqa: PLC0415 - the library is slow to import.

    return filter_error(text)


def _condition_error(text: str) -> str | None:
    from hanse.data_stores.settings import SourceFailed  # noqa: PLC0415 - beside the one use.
    from hanse.data_stores.sql_conditions import read_condition  # noqa: PLC0415 - beside the one use.

    try:
        read_condition(text)
    except SourceFailed as error:
        return str(error)
    return None
