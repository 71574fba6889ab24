"""The missing prerequisites of an item, with the pages on which they can be created."""

from collections.abc import Iterator
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
    if context.request.page is not PageAddress.EDIT:
        return []
    return list(_shown(context, view, body))


def _shown(context: PageContext, view: TransactionView, body: Body) -> Iterator[ShownPrerequisite]:
    request = context.request
    back = {RETURN: f"{request.frame.node}/{PageAddress.EDIT}/{quote(request.id, safe='')}"}
    for each in context.frame.ui.item.missing(view, body):
        if each.resource is None:
            yield ShownPrerequisite(localized(each.text), "", "")
            continue
        resource = view.registry.by_path(each.resource.path)
        may_change = request.may_change and is_allowed(request.principal, resource.area, Intent.WRITE)
        if resource.ui is None or not may_change:
            yield ShownPrerequisite(localized(each.text), "", "")
            continue
        adds = each.adds and resource.ui.items is not None
        # By the name that no other resource has: there are several kinds of policies and of grant mappings.
        values = query_for(each.values) if adds else {}
        link = say("Add {item}", item=localized(resource.called)) if adds else ""
        yield ShownPrerequisite(
            localized(each.text),
            f"{resource.ui.page.path}{_below(each, adds=adds)}?{urlencode({**back, **values})}",
            link or say("Open {page}", page=localized(resource.ui.page.label)),
        )


def _below(missing: Prerequisite, *, adds: bool) -> str:
    if missing.item:
        return f"/{PageAddress.EDIT}/{quote(missing.item, safe='')}"
    return f"/{PageAddress.ADD}" if adds else ""
