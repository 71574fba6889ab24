"""One page of a list: rows of texts, and the addresses of the other pages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from hanse.admin.frames.api_calls import PAGE_SIZES, ApiCalls
from hanse.admin.frames.form.reference_choices import ReferenceChoices
from hanse.admin.frames.form.value_texts import as_text
from hanse.admin.frames.form.widget_values import FormFiller, ShownWidget
from hanse.admin.frames.frame import Frame
from hanse.admin.frames.page_request import PageAddress, PageRequest
from hanse.admin.frames.pages.expiry_labels import ExpiryLabel, expiry_label
from hanse.admin.frames.pages.list_order import ListColumn, ListOrder, order_of
from hanse.admin.frames.pages.page_context import PageContext
from hanse.config.declare.ui.widgets import Widget, WidgetKind
from hanse.config.list_query import MAXIMUM_FILTER_LENGTH
from hanse.kit.clock import Clock
from hanse.kit.texts.messages import message
from hanse.kit.texts.translation import localized, localized_message, say

# The labels of enabled and disabled items.
_STATES = {
    "enabled": (message("Enabled"), message("Disabled")),
    "active": (message("Active"), message("Inactive")),
}
# The maximum of the API.
MOST_PAGES = 1_000_000


@dataclass(frozen=True)
class ListCell:
    """The text of an item in a column."""

    text: str
    # "on" or "off" for switches, the state of certificates, and empty for all other values.
    state: str = ""
    # The name of the value, if it is an identifier with a button that copies it.
    copies: str = ""
    # The label beside the text: that a certificate has expired or expires soon.
    label: ExpiryLabel | None = None


@dataclass(frozen=True)
class ListRow:
    """One item."""

    name: str
    edit: str
    delete: str
    cells: tuple[ListCell, ...]
    id: str = ""
    # For items that can be enabled and disabled; None for others.
    is_on: bool | None = None
    # True for the default item; None for lists without a default.
    is_default: bool | None = None


@dataclass(frozen=True)
class ListPage:
    """A page of the list."""

    # The name, and the columns beside it.
    name: ListColumn
    columns: tuple[ListColumn, ...]
    rows: tuple[ListRow, ...]
    search: str
    # The selected filters by their parameters.
    filters: Mapping[str, str]
    page: int
    # The number of items on a page.
    size: int
    total: int
    # A lower bound of the total, if not all items were counted.
    more_than: int | None
    order: ListOrder
    # Addresses of the adjacent pages; empty if there is no such page.
    previous: str
    next: str

    @property
    def is_narrowed(self) -> bool:
        """Return whether a search or a filter leaves out items."""
        return bool(self.search or self.filters)

    @property
    def first(self) -> int:
        """The position of the first item, counted from 1."""
        return (self.page - 1) * self.size + 1

    @property
    def sizes(self) -> tuple[int, ...]:
        """Return the possible page sizes; empty if all items fit on the smallest page, so that there is no pager."""
        return PAGE_SIZES if self.more_than is not None or self.total > PAGE_SIZES[0] else ()

    @property
    def last(self) -> int:
        """The position of the last item."""
        return self.first + len(self.rows) - 1


def list_page(context: PageContext) -> ListPage:
    """Return the page of the list that the request names."""
    request = context.request
    search = request.query.get("search", "").strip()[:MAXIMUM_FILTER_LENGTH].replace("\0", "")
    text = request.query.get("page", "1")
    page = int(text) if text.isascii() and text.isdigit() and 0 < int(text[:7]) <= MOST_PAGES else 1
    order = order_of(request)
    after = request.query.get("after") or None
    size = next((each for each in PAGE_SIZES if str(each) == request.query.get("perPage")), PAGE_SIZES[0])
    filters = _filters(request)
    found = (
        _by_name(context, search, page, size, descending=order.descending) if request.frame.has_composed_names else None
    )
    found = found or context.calls.list_page(
        search=search,
        page=page,
        after=after,
        descending=order.descending,
        sort_by=order.sort_by,
        size=size,
        filters=filters,
    )
    default = default_of(request, context.calls)
    parameters = {
        **({"search": search} if search else {}),
        **filters,
        **({"perPage": size} if size != PAGE_SIZES[0] else {}),
    }

    def address(**more: Any) -> str:
        query = urlencode({**parameters, **more})
        return request.address() + (f"?{query}" if query else "")

    with context.configuration.reading() as view:
        chooser = ReferenceChoices(view, request.principal)
        now = context.configuration.ports.get(Clock).now()
        bodies = [dict(request.frame.ui.item.at_moment(body, now)) for body in found["items"]]
        labels = [expiry_label(request.frame.resource, body, now) for body in found["items"]]
        plain = [_row(request, request.frame.list_widgets, body, chooser, default) for body in bodies]
        computed = [make(view) for make in request.frame.items.computed.values()]
        rows = tuple(
            _labeled(
                request.frame,
                replace(row, cells=(*row.cells, *(ListCell(localized_message(compute(body))) for compute in computed))),
                label,
            )
            for row, body, label in zip(plain, bodies, labels, strict=True)
        )
    following = {"after": found["next"]} if found.get("next") else {}
    name, *others = order.columns(request, address)
    columns, rows = _without_empty_columns(others, rows)
    return ListPage(
        name=name,
        columns=columns,
        rows=rows,
        search=search,
        filters=filters,
        page=page,
        size=size,
        total=found["totalItems"],
        more_than=found["totalItems"] - 1 if found.get("totalIsMinimum") else None,
        order=order,
        # Forward by the key at which this page ends, which costs the same on every page; back by number.
        previous=address(**order.parameters, **({"page": page - 1} if page > 2 else {})) if page > 1 else "",  # noqa: PLR2004 - the first page has no number.
        next=address(**order.parameters, page=page + 1, **following) if following or found.get("has_more") else "",
    )


def _filters(request: PageRequest) -> dict[str, str]:
    """Return the filters of the address. Values that a filter does not offer are ignored."""
    chosen = {each.parameter: request.query.get(each.parameter, "") for each in request.frame.items.filters}
    return {
        each.parameter: value
        for each in request.frame.items.filters
        if (value := chosen[each.parameter]) in each.choices
    }


def _without_empty_columns(
    columns: Sequence[ListColumn], rows: tuple[ListRow, ...]
) -> tuple[tuple[ListColumn, ...], tuple[ListRow, ...]]:
    """Leave out columns without a value for any item, so that the others have more room."""
    kept = [
        index for index, column in enumerate(columns) if column.is_sorted or any(row.cells[index].text for row in rows)
    ]
    return (
        tuple(columns[index] for index in kept),
        tuple(replace(row, cells=tuple(row.cells[index] for index in kept)) for row in rows),
    )


def _by_name(context: PageContext, search: str, page: int, size: int, *, descending: bool) -> dict[str, Any] | None:
    """Return a page of items whose names are composed of other names, searched and sorted by these names.

    The store can sort them only by ID. Returns None for very long lists, which are then sorted by ID.
    """
    count: dict[str, Any] = context.calls.list_page(search="", page=1, after=None, descending=False)
    if count.get("totalIsMinimum"):
        return None
    resource, bodies = context.frame.resource, context.calls.list_all()
    with context.configuration.reading() as view:
        name_of = ReferenceChoices(view, context.request.principal).name
        named = [
            (context.frame.name_of(id_, body, name_of).casefold(), id_, body)
            for body in bodies
            for id_ in (resource.id_of(body),)
        ]
    sought = search.casefold()
    found = sorted((each for each in named if sought in each[0] or sought in each[1].casefold()), reverse=descending)
    first = (page - 1) * size
    return {
        "items": [body for _name, _id, body in found[first : first + size]],
        "totalItems": len(found),
        "has_more": len(found) > first + size,
    }


def default_of(request: PageRequest, calls: ApiCalls) -> str | None:
    """Return the ID of the default item: empty if no default is set, None for lists without a default."""
    if (default := request.frame.items.default) is None:
        return None
    return str((calls.read_settings(default.settings).body.get(default.member) or {}).get("id", ""))


def _row(
    request: PageRequest,
    columns: tuple[Widget, ...],
    body: dict[str, Any],
    chooser: ReferenceChoices,
    default: str | None,
) -> ListRow:
    resource = request.frame.resource
    id_ = resource.id_of(body)
    filled = FormFiller(chooser.named).fill(columns, request.frame.listed(body))
    switch = request.frame.items.switch or ("enabled" if resource.lists.position is not None else "")
    return ListRow(
        name=request.frame.name_of(id_, body, chooser.name),
        edit=request.address(PageAddress.EDIT, id_),
        delete=request.address(PageAddress.DELETE, id_),
        id=id_,
        is_on=bool(body.get(switch)) if switch else None,
        is_default=None if default is None else id_ == default,
        cells=tuple(map(_cell, filled)),
    )


def _labeled(frame: Frame, row: ListRow, label: ExpiryLabel | None) -> ListRow:
    """Return a row with its label, which is the status of a certificate, or beside the end of its validity."""
    if label is None:
        return row
    names = (*(each.name for each in frame.list_widgets), *frame.items.computed)

    def with_label(name: str, cell: ListCell) -> ListCell:
        if name == "status" and cell.state == label.state:
            return replace(cell, text=label.text)
        return replace(cell, label=label) if name == frame.items.expiry_column else cell

    return replace(row, cells=tuple(map(with_label, names, row.cells)))


def _cell(shown: ShownWidget) -> ListCell:
    if shown.widget.kind is not WidgetKind.FLAG:
        return ListCell(as_text(shown), shown.state, shown.label if shown.widget.is_identifier else "")
    words = _STATES.get(shown.widget.name)
    if words is None:
        return ListCell(say("Yes" if shown.value else "No"))
    return ListCell(localized(words[0]), "on") if shown.value else ListCell(localized(words[1]), "off")
