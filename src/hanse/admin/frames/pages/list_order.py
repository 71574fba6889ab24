"""The order of a list, and the headings that change it."""

from collections.abc import Callable
from dataclasses import dataclass

from hanse.admin.frames.page_request import PageRequest
from hanse.config.http.expiry_filters import EXPIRY
from hanse.kit.texts.translation import localized, say

_DESCENDING = {"order": "desc"}


@dataclass(frozen=True)
class ListColumn:
    """A column of the list, and the address that sorts the list by it; empty if the list cannot be sorted by it."""

    heading: str
    sort: str = ""
    is_sorted: bool = False


@dataclass(frozen=True)
class ListOrder:
    """The value by which a list is sorted, empty for the name, and the direction."""

    sort_by: str
    descending: bool

    @property
    def parameters(self) -> dict[str, str]:
        """Return the parameters of an address with this order."""
        return {**({"sort": self.sort_by} if self.sort_by else {}), **(_DESCENDING if self.descending else {})}

    def columns(self, request: PageRequest, address: Callable[..., str]) -> tuple[ListColumn, ...]:
        """Return all columns of the list, that of the name first. `address` makes an address from parameters."""

        def sortable(heading: str, sort_by: str) -> ListColumn:
            is_sorted = sort_by == self.sort_by
            new = ListOrder(sort_by, descending=is_sorted and not self.descending)
            return ListColumn(heading, address(**new.parameters), is_sorted)

        items = request.frame.items
        return (
            sortable(say("Name"), ""),
            *(ListColumn(localized(widget.label)) for widget in request.frame.list_widgets),
            *(
                sortable(localized(each), EXPIRY) if each == items.expiry_column else ListColumn(localized(each))
                for each in items.computed
            ),
        )


def order_of(request: PageRequest) -> ListOrder:
    """Return the order in the address of a list. Unknown values are ignored."""
    by_expiry = bool(request.frame.items.expiry_column) and request.query.get("sort") == EXPIRY
    return ListOrder(EXPIRY if by_expiry else "", request.query.get("order") == "desc")
