"""Values of a new item that the address of its form names, as links from the pages of other items do.

A form declares the fields whose values can be named (`ItemForm.prefilled`). A value is used only if the field offers
it: one of the options of a choice, or a stored document that the caller may read. Other values are ignored, so that the
field is empty after a link that is out of date.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from hanse.admin.frames.form.body_paths import merged, nested
from hanse.admin.frames.page_request import PageAddress, PageRequest
from hanse.admin.frames.pages.forms import form_for
from hanse.admin.frames.pages.page_form import PageForm
from hanse.config.declare.access import Intent, Principal, is_allowed
from hanse.config.declare.ui.model_form import widget_at
from hanse.config.declare.ui.widgets import Widget, WidgetKind
from hanse.config.transaction_view import TransactionView

PREFIX = "with."
_LONGEST = 1_000
Body = dict[str, Any]


def query_for(values: Mapping[str, str]) -> dict[str, str]:
    """Return the query parameters that name values, by the paths of their fields."""
    return {PREFIX + path: value for path, value in values.items()}


def named_values(request: PageRequest) -> dict[str, str]:
    """Return the values that the address names, by the declared path; empty for everything but a new form."""
    if request.page is not PageAddress.ADD or request.posted is not None:
        return {}
    found = {path: request.query.get(PREFIX + path, "") for path in request.frame.form.prefilled}
    return {path: value for path, value in found.items() if value and "\0" not in value and len(value) <= _LONGEST}


def new_form(request: PageRequest, view: TransactionView) -> tuple[PageForm, Body]:
    """Return the form of a new item, and the values that the address names, as a body of the API."""
    body: Body = {}
    form = form_for(request, view, body)
    for path, value in named_values(request).items():
        body = with_value(view, request.principal, form.widgets, body, path, value)
        # A choice can decide which fields follow, and what they offer.
        form = form_for(request, view, body, chosen=path)
    return form, body


def with_value(
    view: TransactionView, principal: Principal, widgets: Sequence[Widget], body: Body, path: str, value: str
) -> Body:
    """Return a body with a named value, or the body itself if the form does not offer the value."""
    widget = widget_at(widgets, path)
    if widget is None or not _is_offered(view, principal, widget, value):
        return body
    is_link = widget.kind is WidgetKind.REFERENCE and widget.reference.is_link
    return merged(body, nested(path, {"id": value} if is_link else value))


def _is_offered(view: TransactionView, principal: Principal, widget: Widget, value: str) -> bool:
    if widget.kind is WidgetKind.CHOICE:
        return any(option.value == value for option in widget.choice.options)
    if widget.kind is not WidgetKind.REFERENCE:
        return False
    known = (target for target in widget.reference.targets if view.knows(target))
    return any(
        is_allowed(principal, view.registry.by_path(target.path).area, Intent.READ) and view.has(target, value)
        for target in known
    )
