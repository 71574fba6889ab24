"""Finds items by the names and keywords of their types, such as all data stores that are directories by "ldap".

The index that lists search does not contain types, because names of plug-ins change with the installed packages.
Collections with types are small, so their items are read if a word of the search occurs in the name of a type.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from hanse.config.change import bodies
from hanse.config.declare.resource import Resource
from hanse.config.declare.ui.variants import Variant
from hanse.config.list_query import ListQuery, SearchHits, StoredDocument, normal_form
from hanse.config.plugins.kind import PluginKind
from hanse.config.plugins.plugin import Plugin
from hanse.config.transaction_view import TransactionView

# Maximum number of items of a collection that are examined.
_MOST: Final = 500


@dataclass(frozen=True)
class ItemTypes:
    """The types of a resource's items: their names and keywords by their ids, and how an item says which is its own."""

    names: Mapping[str, str]
    keywords: Mapping[str, tuple[str, ...]]
    # The members with the type's id, or with a reference to it; the first that an item has is used.
    members: tuple[str, ...]

    def of(self, stored: StoredDocument) -> str:
        """Return the name of an item's type."""
        id_ = self._id_of(stored)
        return self.names.get(id_, id_)

    def words_of(self, stored: StoredDocument) -> str:
        """Return what a search for an item's type looks through, in its normal form."""
        return self._words(self._id_of(stored))

    def have(self, word: str) -> bool:
        """Return whether a word of a search occurs in one of the types."""
        return any(word in self._words(id_) for id_ in self.names)

    def _id_of(self, stored: StoredDocument) -> str:
        value = next((stored.body[each] for each in self.members if stored.body.get(each)), None)
        return str(value.get("id") if isinstance(value, dict) else value)

    def _words(self, id_: str) -> str:
        return normal_form("\n".join((self.names.get(id_, id_), *self.keywords.get(id_, ()))))


def item_types(resource: Resource[Any], kind: PluginKind[Any] | None) -> ItemTypes | None:
    """Return the types of a resource's items; None if it has no types."""
    form = resource.ui.form if resource.ui is not None else None
    variants = () if form is None else form.variants
    named: list[Plugin[Any] | Variant] = [*(() if kind is None else kind.plugins), *variants]
    if not named:
        return None
    members = ("pluginDescriptorRef", *(() if form is None else (form.variant_member,)))
    return ItemTypes({each.id: each.name for each in named}, {each.id: each.keywords for each in named}, members)


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
    if types is None or not any(types.have(word) for word in words):
        return found
    items = [
        each
        for each in view.list(resource, ListQuery(number_per_page=_MOST)).items
        if all(word in f"{bodies.search_text(resource, each.body)}\n{types.words_of(each)}" for word in words)
    ]
    return SearchHits(resource.kind, tuple(items[:limit]), len(items) > limit) if items else found
