"""The items of the calendar: indexed certificates of documents, and others such as the license."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from heapq import merge
from itertools import islice

from hanse.config.declare.access import Area, Intent, Principal, is_allowed
from hanse.config.expirations import DocumentExpiration, ExpirationQuery
from hanse.config.transaction_view import TransactionView


@dataclass(frozen=True)
class ExpiringItem:
    """A certificate or license that expires, with its type and its page in the console."""

    found: DocumentExpiration
    # The title of the resource, to be translated.
    title: str
    page: str | None = None


@dataclass(frozen=True)
class OtherItem:
    """An item that is not a document of a resource, and the area whose readers may see it."""

    item: ExpiringItem
    area: Area


OtherItems = Callable[[TransactionView], Iterable[OtherItem]]


def readable_areas(principal: Principal) -> frozenset[Area]:
    """Return the areas that a caller may read."""
    return frozenset(area for area in Area if is_allowed(principal, area, Intent.READ))


@dataclass(frozen=True)
class ExpiringItems:
    """Finds the items that expire."""

    others: OtherItems

    def kinds(self, view: TransactionView, areas: Collection[Area]) -> dict[str, str]:
        """Return the titles of the kinds of items in some areas."""
        found = {each.item.found.kind: each.item.title for each in self.others(view) if each.area in areas}
        return {kind: view.registry.by_kind(kind).text.title for kind in indexed_kinds(view, areas)} | found

    def find(self, view: TransactionView, areas: Collection[Area], query: ExpirationQuery) -> list[ExpiringItem]:
        """Return the items of some areas that match a query, the earliest first."""
        documents = (_of_document(view, each) for each in view.expirations(_readable(view, areas, query)))
        found = merge(documents, self._matching(view, areas, query), key=lambda each: each.found.key)
        return list(islice(found, query.limit))

    def count_by_month(self, view: TransactionView, areas: Collection[Area], query: ExpirationQuery) -> dict[str, int]:
        """Return the number of items in each month (UTC), such as `2026-11`; months without any are omitted."""
        counts = Counter(view.expirations_by_month(_readable(view, areas, query)))
        counts.update(each.found.expiration.expires[:7] for each in self._matching(view, areas, query))
        return counts

    def _matching(
        self, view: TransactionView, areas: Collection[Area], query: ExpirationQuery
    ) -> Iterator[ExpiringItem]:
        items = (each.item for each in self.others(view) if each.area in areas)
        for item in sorted(items, key=lambda each: each.found.key):
            key, kind = item.found.key, item.found.kind
            is_in_period = (query.first is None or key[0] >= query.first) and (query.end is None or key[0] < query.end)
            if kind in query.kinds and is_in_period and (query.after is None or key > query.after):
                yield item


def indexed_kinds(view: TransactionView, areas: Collection[Area]) -> tuple[str, ...]:
    """Return the kinds of documents in some areas whose certificates are indexed."""
    return tuple(each.kind for each in view.registry if each.storage.expirations is not None and each.area in areas)


def _readable(view: TransactionView, areas: Collection[Area], query: ExpirationQuery) -> ExpirationQuery:
    return replace(query, kinds=tuple(each for each in indexed_kinds(view, areas) if each in query.kinds))


def _of_document(view: TransactionView, found: DocumentExpiration) -> ExpiringItem:
    resource = view.registry.by_kind(found.kind)
    return ExpiringItem(found, resource.text.title, resource.page_of(found.id))
