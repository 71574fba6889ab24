"""Finds items by the names of their types, such as all data stores that are directories by "ldap".

The index that lists search has no types in it, as names of plug-ins change with the installed packages. Items that have
types are few, so those of a collection are read when a word of the search occurs in the name of one of its types.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from hanse.config.change import bodies
from hanse.config.declare.resource import Resource
from hanse.config.list_query import ListQuery, SearchHits, StoredDocument, normal_form
from hanse.config.plugins.kind import PluginKind
from hanse.config.transaction_view import TransactionView

# Of a collection so many items are looked at.
_MOST: Final = 500


@dataclass(frozen=True)
class ItemTypes:
    """The types of a resource's items: their names by their ids, and how an item says which is its own."""

    names: Mapping[str, str]
    # The member with the type's id, or with a reference to it.
    member: str

    def of(self, stored: StoredDocument) -> str:
        """Return the name of an item's type."""
        value = stored.body.get(self.member)
        id_ = str(value.get("id") if isinstance(value, dict) else value)
        return self.names.get(id_, id_)


def item_types(resource: Resource[Any], kind: PluginKind[Any] | None) -> ItemTypes | None:
    """Return the types of a resource's items; None if all are alike."""
    if kind is not None:
        return ItemTypes({each.id: each.name for each in kind.plugins}, "pluginDescriptorRef")
    form = resource.ui.form if resource.ui is not None else None
    if form is None or not form.variants:
        return None
    return ItemTypes({each.id: each.name for each in form.variants}, form.variant_member)


def with_types(
    view: TransactionView,
    resource: Resource[Any],
    types: ItemTypes | None,
    text: str,
    found: SearchHits | None,
    *,
    limit: int,
) -> SearchHits | None:
    """Return the first items whose text or type contains every word of a search; None if the type is not searched."""
    words = normal_form(text).split()
    names = [] if types is None else [normal_form(each) for each in types.names.values()]
    if types is None or not any(word in name for word in words for name in names):
        return found
    items = [
        each
        for each in view.list(resource, ListQuery(number_per_page=_MOST)).items
        if all(word in f"{bodies.search_text(resource, each.body)}\n{normal_form(types.of(each))}" for word in words)
    ]
    return SearchHits(resource.kind, tuple(items[:limit]), len(items) > limit) if items else found
