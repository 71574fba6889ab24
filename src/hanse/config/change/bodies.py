"""Applies markers to a document's body: pure functions from bodies to bodies, values and findings."""

import hashlib
from collections.abc import Iterator
from typing import Any

from hanse.config.canonical_json import to_text
from hanse.config.declare import marked_fields
from hanse.config.declare.fields import Immutable, Searchable, ServerSet, Unique, Unordered
from hanse.config.declare.marked_fields import FieldPlace, fields_with, holders, places
from hanse.config.declare.resource import Resource
from hanse.config.list_query import normal_form
from hanse.kit.errors import FieldError

Body = dict[str, Any]

# PostgreSQL refuses index rows of more than 2,704 bytes; a character has up to four, and ids need space too.
SORT_LENGTH = 200
UNIQUE_LENGTH = 400


def keep_server_set(resource: Resource[Any], body: Body, old: Body | None) -> None:
    """Replace the client's values of server-set fields with the stored ones."""
    for marked in fields_with(resource.model, ServerSet):
        name = marked.name
        for holder in holders(body, old, marked.pattern):
            holder.body.pop(name, None)
            if holder.old is not None and name in holder.old:
                holder.body[name] = holder.old[name]


def sort_sets(resource: Resource[Any], body: Body) -> bool:
    """Sort each unordered list, so that equal sets have equal texts; return whether anything was moved."""
    moved = False
    for marked in fields_with(resource.model, Unordered):
        for place in places(body, marked.pattern):
            distinct = {to_text(item) if isinstance(item, dict) else item: item for item in place.value}
            ordered = [distinct[key] for key in sorted(distinct)]
            moved = moved or ordered != place.value
            place.container[place.key] = ordered
    return moved


def immutable_errors(resource: Resource[Any], body: Body, old: Body) -> Iterator[FieldError]:
    """Find immutable fields that a replacement would change or omit; sets must be sorted already."""
    for marked in fields_with(resource.model, Immutable):
        name = marked.name
        for holder in holders(body, old, marked.pattern):
            if holder.old is not None and name in holder.old and holder.body.get(name) != holder.old[name]:
                yield FieldError("This field cannot be changed.", holder.path_of(name), "immutable_field")


def id_errors(resource: Resource[Any], body: Body, id_: str) -> Iterator[FieldError]:
    """Find an id in a body that is not the one in the path; an absent id is filled in from the path."""
    sent = body.setdefault(resource.ids.member, id_)
    if sent != id_:
        yield FieldError("The ID cannot be changed after creation.", resource.ids.member, "immutable_field")


def unique_values(resource: Resource[Any], body: Body) -> Iterator[tuple[str, str, str, str]]:
    """Yield a body's unique values: the field, the value in normal form, its path, and the message if it is taken."""
    for marked in fields_with(resource.model, Unique):
        unique = marked.marker(Unique)
        message, exact = ("", False) if unique is None else (unique.message, unique.exact)
        for place in places(body, marked.pattern):
            for value, path in _each(place):
                yield marked_fields.to_text(marked.pattern), unique_key(value, exact=exact), path, message
    # A deleted document has no unique values; otherwise a second deleted document would conflict with it.
    for together in resource.saving.unique_together if body else ():
        values = to_text({member: body.get(member) for member in together.members})
        yield (
            "+".join(together.members),
            _key(normal_form(values), UNIQUE_LENGTH),
            together.members[-1],
            together.message,
        )


def unique_key(value: Any, *, exact: bool) -> str:
    """Return the text by which a unique value is recorded."""
    return _key(str(value) if exact else normal_form(str(value)), UNIQUE_LENGTH)


def search_text(resource: Resource[Any], body: Body) -> str:
    """Return the text that list filters search: the id and every searchable field."""
    texts = [] if resource.is_singleton else [str(body[resource.ids.member])]
    for marked in fields_with(resource.model, Searchable):
        texts += [str(place.value) for place in places(body, marked.pattern)]
    return normal_form("\n".join(texts))


def name_of(resource: Resource[Any], id_: str, body: Body) -> str:
    """Return the display name of a document."""
    return str(body.get(resource.lists.sort_by or resource.ids.member) or id_)


def sort_key(resource: Resource[Any], body: Body, id_: str) -> str:
    """Return the sort key for lists, in normal form; documents with equal keys are sorted by id."""
    if resource.lists.position is not None:
        return f"{int(body.get(resource.lists.position) or 0):010}"
    return normal_form(name_of(resource, id_, body))[:SORT_LENGTH]


def _each(place: FieldPlace) -> list[tuple[Any, str]]:
    if isinstance(place.value, list):
        return [(value, f"{place.path}[{index}]") for index, value in enumerate(place.value)]
    return [(place.value, place.path)]


def _key(text: str, length: int) -> str:
    """Return a text that identifies the value and is short enough for an index."""
    return text if len(text) <= length else f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"
