"""The page of a stored item as a summary, with links that open its form at a section."""

from dataclasses import dataclass

from starlette.responses import Response

from hanse.admin.frames.form.shown_sections import sections_of
from hanse.admin.frames.form.summary import summary_of
from hanse.admin.frames.pages.form_filling import filler_of
from hanse.admin.frames.pages.item_actions import actions_of
from hanse.admin.frames.pages.item_panels import panels_of
from hanse.admin.frames.pages.list_actions import switched_off
from hanse.admin.frames.pages.page_context import PageContext
from hanse.admin.frames.pages.page_form import PageForm
from hanse.admin.frames.pages.plugin_actions import ActionOutcome
from hanse.config.list_query import StoredDocument
from hanse.kit.errors import MalformedRequest, NotAllowed


@dataclass(frozen=True)
class SummaryPage:
    """The summary of one item. `stored` is the stored item with the values of its form."""

    context: PageContext
    form: PageForm
    stored: StoredDocument

    def answer(self) -> Response:
        """Show the summary, or perform the action whose button was pressed."""
        request = self.context.request
        if request.posted is None:
            return self._page(ActionOutcome())
        if not request.may_change:
            raise NotAllowed(request.read_only_reason)
        with self.context.configuration.reading() as view:
            actor = actions_of(self.context, self.stored, filler_of(self.context, self.stored, view, ()), view)
        what, target = request.action
        if what != "act" or actor is None:
            raise MalformedRequest("A summary cannot be saved.")
        outcome = actor.perform(target)
        return outcome.response or self._page(outcome)

    def _page(self, outcome: ActionOutcome) -> Response:
        with self.context.configuration.reading() as view:
            shown = self.form.updated(view, self.stored.body)
            filler = filler_of(self.context, self.stored, view, ())
            filled = filler.fill(self.form.widgets, shown)
            actor = actions_of(self.context, self.stored, filler, view)
            actions = actor.shown(outcome) if actor is not None else []
            panels = panels_of(self.context, view, self.stored, None)
        recent = self.context.frame.ui.item.recent_sign_ins
        sections = sections_of(self.context.frame.form.layout.sections, filled)
        return self.context.page(
            "summary.html",
            **self.context.item_values(self.stored, self.form.type),
            **panels,
            sections=summary_of(sections, filled),
            off=switched_off(self.context),
            # The result of an action is shown beside its button.
            outcome=None if any(each.result for each in actions) else outcome.result,
            actions=actions,
            # The run-time state may be slow, so it is read after the transaction has ended.
            recent=None if recent is None else recent(self.context.configuration.ports, self.stored.body),
            revision=self.stored.revision,
        )
