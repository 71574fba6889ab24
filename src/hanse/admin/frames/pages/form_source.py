"""Fills in the form of a new item from a source that its area declares, such as the metadata of a partner."""

from dataclasses import dataclass
from typing import Any, Final

from hanse.admin.frames.form.body_paths import merged
from hanse.admin.frames.form.posted_body import read
from hanse.admin.frames.form.widget_values import FormFiller, ShownWidget
from hanse.admin.frames.page_request import PageAddress
from hanse.admin.frames.pages.page_context import PageContext
from hanse.admin.frames.pages.plugin_actions import ActionMessage, ActionOutcome
from hanse.config.declare.ui.form_source import FormSource
from hanse.config.declare.ui.model_form import blank
from hanse.config.declare.ui.widgets import WidgetKind
from hanse.kit.errors import HanseError, MalformedRequest, ValidationFailed
from hanse.kit.texts.translation import localized

# A form does not warn about unsaved fields whose names begin with an underscore: they are not saved.
_PREFIX: Final = "_source"
Body = dict[str, Any]


@dataclass(frozen=True)
class ShownSource:
    """The part of a form with a source, with what was entered."""

    source: FormSource
    fields: list[ShownWidget]


def shown_source(context: PageContext, filler: FormFiller) -> ShownSource | None:
    """Return the source of a new item's form, if its area declares one."""
    source, request = context.frame.form.source, context.request
    if source is None or request.page is not PageAddress.ADD:
        return None
    widgets = source.widgets
    entered = blank(widgets) if request.posted is None else read(widgets, request.posted, {}, _PREFIX)
    # Files are not sent back to the browser.
    entered |= {each.name: None for each in widgets if each.kind is WidgetKind.FILE}
    return ShownSource(source, filler.fill(widgets, entered, _PREFIX))


def fill_from_source(context: PageContext, entered: Body) -> dict[str, Any]:
    """Return what the page shows: the entered values under those of the source, and the message.

    Raises MalformedRequest.
    """
    source, request = context.frame.form.source, context.request
    if source is None or request.page is not PageAddress.ADD:
        raise MalformedRequest("This form cannot be filled in.")
    sent = read(source.widgets, request.posted or {}, {}, _PREFIX)
    try:
        answer = context.calls.fill_form(source, {name: value for name, value in sent.items() if value})
    except ValidationFailed as error:
        text = "; ".join(localized(each.message) for each in error.errors) or localized(error.message)
        return _shown(entered, ActionMessage(text, failed=True))
    except HanseError as error:
        return _shown(entered, ActionMessage(localized(error.message), failed=True))
    found = ActionMessage(localized(source.done), facts=source.shows(answer))
    return _shown(merged(entered, answer[source.member]), found)


def _shown(body: Body, found: ActionMessage) -> dict[str, Any]:
    return {"body": body, "outcome": ActionOutcome(result=found)}
