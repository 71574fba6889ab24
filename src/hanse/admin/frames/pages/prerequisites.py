"""The missing prerequisites of an item, with the pages on which they can be created."""

from dataclasses import dataclass
from urllib.parse import quote, urlencode

from hanse.admin.frames.page_request import RETURN, PageAddress
from hanse.admin.frames.pages.page_context import PageContext
from hanse.admin.frames.pages.prefilled_values import query_for
from hanse.config.declare.access import Intent, is_allowed
from hanse.config.declare.ui.declaration import Body, Prerequisite
from hanse.config.transaction_view import TransactionView
from hanse.kit.texts.translation import localized, say


@dataclass(frozen=True)
class ShownPrerequisite:
    """One missing prerequisite. The address and the link are empty if the caller may not create it."""

    text: str
    address: str
    link: str


def missing_of(context: PageContext, view: TransactionView, body: Body) -> list[ShownPrerequisite]:
    """Return the missing prerequisites of the stored item of a page."""
    return [shown_prerequisite(context, view, each) for each in context.frame.ui.item.missing(view, body)]


def shown_prerequisite(context: PageContext, view: TransactionView, each: Prerequisite) -> ShownPrerequisite:
    """Return a prerequisite with the link to the page that helps, which leads back to the page of the item."""
    request, text = context.request, localized(each.text)
    if each.resource is None:
        return ShownPrerequisite(text, "", "")
    resource = view.registry.by_path(each.resource.path)
    may_change = request.may_change and is_allowed(request.principal, resource.area, Intent.WRITE)
    if resource.ui is None or not may_change:
        return ShownPrerequisite(text, "", "")
    adds = each.adds and resource.ui.items is not None
    # By the name that no other resource has: there are several kinds of policies and of grant mappings.
    values = query_for(each.values) if adds else {}
    link = say("Add {item}", item=localized(resource.called)) if adds else ""
    back = {RETURN: f"{request.frame.node}/{PageAddress.EDIT}/{quote(request.id, safe='')}"}
    return ShownPrerequisite(
        text,
        f"{resource.ui.page.path}{_below(each, adds=adds)}?{urlencode({**back, **values})}",
        link or say("Open {page}", page=localized(resource.ui.page.label)),
    )


def _below(missing: Prerequisite, *, adds: bool) -> str:
    if missing.item:
        return f"/{PageAddress.EDIT}/{quote(missing.item, safe='')}"
    return f"/{PageAddress.ADD}" if adds else ""
