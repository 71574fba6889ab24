"""The rows of an attribute mapping: the source of each attribute, and the values that the source offers."""

from collections.abc import Sequence
from typing import Any

from hanse.config.declare.ui.widgets import ChoiceInput, TextInput, Widget, WidgetKind, WidgetOption
from hanse.kit.texts.messages import message
from hanse.resources.mapping.model import ONLY_ONES, SourceType
from hanse.resources.mapping.oauth_sources import USER_KEY, USER_NAME
from hanse.resources.mapping.offer import MappingSource

Body = dict[str, Any]
SOURCE, VALUE = "source", "value"
_ABOUT_REQUESTS = frozenset({SourceType.CONTEXT, SourceType.EXTENDED_PROPERTIES, SourceType.EXTENDED_CLIENT_METADATA})
# Attributes that identify the user. Each can be fulfilled by another of them, in this order.
_USER_IDENTIFIERS = (USER_KEY, "subject", "username", "sub", "uid")
_IDENTIFYING = frozenset({"subject", "sub", USER_KEY, USER_NAME})


def offered_name(row: Body, offered: Sequence[MappingSource]) -> str:
    """Return the key under which the form offers the source of a row; a source that exists once has no ID in it."""
    key = str(row.get(SOURCE) or "")
    keys = [source_key(each) for each in offered]
    type_, _, id_ = key.partition("|")
    if key in keys or (id_ and type_ not in ONLY_ONES):
        return key
    return next((each for each in keys if each.startswith(f"{type_}|")), key)


def fitting_row(row: Body, offered: Sequence[MappingSource], member: str) -> Body:
    """Return a row without a source or an attribute that is not offered. `member` holds the attribute's name."""
    source = next((each for each in offered if source_key(each) == row.get(SOURCE)), None)
    if source is None:
        return {name: value for name, value in row.items() if name not in (SOURCE, member)}
    fits = source.attributes is None or row.get(member) in source.attributes
    return row if fits else {name: value for name, value in row.items() if name != member}


def unavailable(name: str) -> str:
    """Return the label of an attribute that the source does not have."""
    return message("{name} (not available here)", name=name)


def attribute_widget(name: str, label: str, source: MappingSource | None, value: str) -> Widget:
    """Return a choice of the attributes of a source, or a text field if they are not known."""
    if source is None or source.attributes is None:
        return Widget(name=name, kind=WidgetKind.TEXT, label=label, text=TextInput(is_literal=True))
    options = tuple(WidgetOption(each, each) for each in source.attributes)
    is_there = not value or value in source.attributes
    kept = () if is_there else (WidgetOption(value, unavailable(value)),)
    return Widget(
        name=name, kind=WidgetKind.CHOICE, label=label, choice=ChoiceInput(options=(*options, *kept)), required=True
    )


def names_in_sources(attribute: str) -> tuple[str, ...]:
    """Return the names under which a source can have the value of an attribute, the best first."""
    return (attribute, *_USER_IDENTIFIERS) if attribute in _IDENTIFYING else (attribute,)


def has_for_sure(source: MappingSource, name: str) -> bool:
    """Return whether a source has the attribute as an attribute of the user, not of the request or the client."""
    return source.type not in _ABOUT_REQUESTS and name in (source.attributes or ())


def source_key(source: MappingSource) -> str:
    """Return the key of an offered source: its type and ID."""
    return f"{source.type}|{source.id or ''}"


def key_of_source(source: Any) -> str:
    """Return the key of a source as the API has it; empty if there is none."""
    return f"{source.get('type')}|{source.get('id') or ''}" if isinstance(source, dict) else ""


def source_of_key(key: Any) -> Body:
    """Return the source of a key as the API has it."""
    type_, _, id_ = str(key or "").partition("|")
    return {"type": type_, **({"id": id_} if id_ else {})}


def value_of_key(key: Any, value: Any) -> Body:
    """Return the fulfillment of an attribute, as the API has it, from a key and a value."""
    source = source_of_key(key)
    return {SOURCE: source, VALUE: "" if source["type"] == SourceType.NO_MAPPING else value or ""}
