"""The pages with a form: the stored item, what was entered, and both sides of a conflict."""

from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any, Self

from starlette.responses import Response

from hanse.admin.frames.api_calls import BACK, FILL, TRIAL_ACTIONS
from hanse.admin.frames.form.body_paths import element_id, merged
from hanse.admin.frames.form.posted_body import read, without_blank_rows
from hanse.admin.frames.form.shown_sections import parts_of, sections_of
from hanse.admin.frames.form.widget_values import FormFiller, FormFinding, note_errors
from hanse.admin.frames.page_request import PageAddress
from hanse.admin.frames.pages.form_assistance import ASSISTING, FormAssistance
from hanse.admin.frames.pages.form_conflict import FormConflict, conflict_of
from hanse.admin.frames.pages.form_filling import filler_of
from hanse.admin.frames.pages.form_source import fill_from_source
from hanse.admin.frames.pages.forms import every_widget, form_for
from hanse.admin.frames.pages.item_actions import actions_of
from hanse.admin.frames.pages.item_panels import panels_of
from hanse.admin.frames.pages.list_actions import MAIN_SWITCH, notice_of_save, switch_on, switched_off
from hanse.admin.frames.pages.offered_attributes import offered_attributes, show_offered
from hanse.admin.frames.pages.page_context import PageContext
from hanse.admin.frames.pages.page_form import PageForm
from hanse.admin.frames.pages.plugin_actions import ActionMessage, ActionOutcome, ShownAction
from hanse.admin.frames.pages.policy_pages import PolicyPages
from hanse.admin.frames.pages.prefilled_values import new_form
from hanse.admin.frames.policy_editor.node_mappings import APPLY_MAPPING, EDIT_MAPPING, NODE
from hanse.admin.frames.policy_editor.tree_changes import FOLDS, TREE_ACTIONS, change_tree, complete_trees
from hanse.admin.frames.responses import redirect
from hanse.config.declare.ui.layout import Section
from hanse.config.declare.ui.model_form import blank
from hanse.config.declare.ui.widgets import Widget, WidgetKind
from hanse.config.list_query import StoredDocument
from hanse.config.transaction_view import TransactionView
from hanse.kit.clock import Clock
from hanse.kit.errors import Conflict, FieldError, HanseError, MalformedRequest, NotAllowed, ValidationFailed
from hanse.kit.texts.messages import message
from hanse.kit.texts.translation import localized

CONNECTION_FAILED = "connection_failed"
NOT_SAVED = message("The changes were not saved")
PARENT_CHANGED = message("Select the settings to inherit from the parent, and save.")
Body = dict[str, Any]
_NOTHING = ActionOutcome()


@dataclass(frozen=True)
class FormPages:
    """The form of one item. `stored` is the stored item with the values of the form."""

    context: PageContext
    form: PageForm
    stored: StoredDocument
    # True if the address contained values for a new item. It can then be saved unchanged.
    is_prefilled: bool = False

    @classmethod
    def of(cls, context: PageContext, stored: StoredDocument) -> Self:
        """Return the form of the stored item, or of a new one."""
        is_new = context.request.page is PageAddress.ADD
        named: Body = {}
        with context.configuration.reading() as view:
            if is_new:
                form, named = new_form(context.request, view)
            else:
                form = form_for(context.request, view, stored.body)
        now = context.configuration.ports.get(Clock).now()
        shown = stored.body if is_new else dict(context.frame.ui.item.at_moment(stored.body, now))
        opened = form.completed(merged(blank(form.widgets), named)) if is_new else form.to_form(shown)
        return cls(context, form, replace(stored, body=opened), is_prefilled=bool(named))

    def answer(self) -> Response:  # noqa: PLR0911 - one for each kind of button.
        """Show the form, or apply the button that was pressed."""
        request, form = self.context.request, self.form
        if request.posted is None:
            return self._page()
        if not request.may_change:
            raise NotAllowed(request.read_only_reason)
        before = self.stored.body if request.page is not PageAddress.ADD else {}
        entered = form.completed(read(form.widgets, request.posted, before))
        what, target = request.action
        if what in (EDIT_MAPPING, APPLY_MAPPING) or target.startswith(f"{NODE}."):
            return self._policy().map(self._with_completed_trees(entered), what, target)
        if what in TREE_ACTIONS:
            focus = change_tree(entered, what, target, request.posted)
            completed = self._with_completed_trees(entered)
            return self._page(completed, focus=focus, unsaved=what not in FOLDS or not self._is_stored(completed))
        entered = self._with_completed_trees(entered)
        if what in TRIAL_ACTIONS:
            return self._run_trial(entered, what, target)
        if what in ASSISTING:
            return self._page(
                entered, focus=FormAssistance(self.context, form, self.stored).apply(entered, what, target)
            )
        if what == FILL:
            return self._page(**fill_from_source(self.context, entered))
        if what in ("act", MAIN_SWITCH):
            return self._act(entered, target) if what == "act" else self._switch_on(entered)
        if not self._may_save:
            raise NotAllowed("This cannot be changed.")
        return self._save(entered)

    def _policy(self) -> PolicyPages:
        """Return the pages that belong to the form of a policy."""
        return PolicyPages(self.context, self.stored, self._filler, self._page, self._body_to_send)

    def _run_trial(self, entered: Body, what: str, target: str) -> Response:
        """Run the trial of an item as it was entered, or go back to its form."""
        if self.context.frame.form.trial is None:
            raise MalformedRequest("This cannot be tried.")
        unsaved = not self._is_stored(entered)
        if what == BACK:
            return self._page(entered, unsaved=unsaved)
        if self.context.frame.form.tree:
            return self._policy().run_trial(entered, what, target, unsaved=unsaved)
        try:
            text = self.context.calls.run_trial(self._body_to_send(entered))["message"]
        except ValidationFailed as error:
            return self._page(entered, error.errors, status=error.status, is_trial=True, unsaved=unsaved)
        return self._page(entered, outcome=ActionOutcome(result=ActionMessage(localized(text))), unsaved=unsaved)

    def _with_completed_trees(self, body: Body) -> Body:
        """Return what was entered, with the branches that its trees need."""
        if any(each.kind is WidgetKind.TREE for each in self.form.widgets):
            with self.context.configuration.reading() as view:
                complete_trees(body, view)
        return body

    def _save(self, entered: Body) -> Response:
        calls, request, form = self.context.calls, self.context.request, self.form
        if form.needs_other_fields(entered):
            return self._page(entered, (), message=PARENT_CHANGED)
        body = self._without_blanks(entered)
        sent = form.to_api(body)
        try:
            saved = calls.create(sent) if request.page is PageAddress.ADD else calls.replace(sent)
        except ValidationFailed as error:
            return self._page(body, error.errors, status=error.status, message=error.message)
        except Conflict as error:
            with self.context.configuration.reading() as view:
                conflict = conflict_of(form, self._filler(view), error, body)
            return self._page(body, status=error.status, conflict=conflict)
        except HanseError as error:
            if error.status in (HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND):
                raise
            return self._page(body, (), status=error.status, message=error.message)
        return redirect(request.return_address, notice_of_save(self.context, saved))

    def _switch_on(self, entered: Body) -> Response:
        """Turn on the setting without which the page has no effect, and keep what was entered."""
        main, request = self.context.frame.ui.switch, self.context.request
        if main is None:
            raise MalformedRequest("The page has no such setting.")
        notice = switch_on(self.context, main)
        # A form of the setting itself shows what is stored now.
        if main.settings.path == self.context.frame.resource.path:
            return redirect(request.own_address, notice)
        return self._page(entered, outcome=ActionOutcome(result=ActionMessage(notice.text, failed=notice.failed)))

    def _without_blanks(self, entered: Body) -> Body:
        before = self.stored.body if self.context.request.page is not PageAddress.ADD else {}
        return without_blank_rows(self.form.widgets, entered, before)

    def _body_to_send(self, entered: Body) -> Body:
        """Return the body of the API for what was entered."""
        request = self.context.request
        of_item = {"id": request.id} if request.page is PageAddress.EDIT else {}
        return {**self.form.to_api(self._without_blanks(entered)), **of_item}

    def _page(
        self,
        body: Body | None = None,
        errors: Iterable[FieldError] | None = None,
        *,
        status: HTTPStatus = HTTPStatus.OK,
        focus: str = "",
        message: str = "",
        is_trial: bool = False,
        conflict: FormConflict | None = None,
        outcome: ActionOutcome = _NOTHING,
        unsaved: bool = True,
    ) -> Response:
        """Show the stored item, or what was entered (`body`) with its errors."""
        shown = self.stored.body if body is None else body
        request = self.context.request
        errors = None if errors is None else tuple(errors)
        placed = [replace(each, field_path=self.form.form_path(each.field_path or "")) for each in errors or ()]
        with self.context.configuration.reading() as view:
            shown = self.form.updated(view, shown)
            filled = self._filler(view, (*(each.field_path or "" for each in placed), focus)).fill(
                self.form.widgets, shown
            )
            actions = self._actions(view, outcome)
            show_offered(filled, offered_attributes(view, self.form.widgets, shown))
            entered = None if body is None else self.form.to_api(self._without_blanks(shown))
            panels = panels_of(self.context, view, self.stored, entered)
        findings: list[FormFinding] = [] if errors is None else note_errors(filled, placed, message)
        sections = sections_of(self._sections, filled)
        return self.context.page(
            "form.html",
            status,
            **self.context.item_values(self.stored, self.form.type),
            form=filled,
            sections=sections,
            parts=parts_of(filled, sections),
            **panels,
            off=switched_off(self.context),
            users=self.context.users() if self.context.shows_users else None,
            findings=findings,
            conflict=conflict,
            is_prefilled=self.is_prefilled,
            problem=self._problem(is_trial=is_trial),
            # The result of an action is shown beside its button.
            outcome=None if any(each.result for each in actions) else outcome.result,
            may_save=self._may_save,
            # Errors that another system reported can be overridden.
            may_bypass=bool(placed) and not is_trial and all(each.error_id == CONNECTION_FAILED for each in placed),
            actions=actions,
            type=self.form.type,
            parent=(shown.get("parentRef") or {}).get("id", "") if self.context.frame.kind is not None else "",
            has_files=any(each.kind is WidgetKind.FILE for each in self._every_widget(actions)),
            revision=request.field("_revision") if body is not None else str(self.stored.revision),
            unsaved=unsaved and body is not None and not self._is_as_stored(body, outcome),
            focus=element_id(focus) if focus else request.section,
        )

    def _problem(self, *, is_trial: bool) -> str:
        trial = self.context.frame.form.trial
        return localized(trial.problem if is_trial and trial is not None else NOT_SAVED)

    def _every_widget(self, actions: Iterable[ShownAction]) -> Iterator[Widget]:
        yield from every_widget(self.form.widgets)
        yield from (shown.widget for each in actions for shown in each.parameters)

    @property
    def _sections(self) -> tuple[Section, ...]:
        adding = self.context.request.creation_form if self.context.request.page is PageAddress.ADD else None
        return self.context.frame.form.layout.sections if adding is None else adding.sections

    @property
    def _may_save(self) -> bool:
        if self.context.request.page is PageAddress.ADD:
            return True
        # A page that only has facts and actions has nothing to save.
        return bool(self.form.widgets) and self.context.calls.supports("PUT")

    def _is_as_stored(self, body: Body, outcome: ActionOutcome) -> bool:
        return outcome.result is not None and self.form.to_api(body) == self.form.to_api(self.stored.body)

    def _is_stored(self, body: Body) -> bool:
        """Return whether what was entered equals the stored item, with the branches that its trees need now."""
        stored = self._with_completed_trees(deepcopy(self.stored.body))
        return self.form.to_api(body) == self.form.to_api(stored)

    def _filler(self, view: TransactionView, revealed: Sequence[str] | None = None) -> FormFiller:
        return filler_of(self.context, self.stored, view, revealed)

    # Actions on the item

    def _actions(self, view: TransactionView, outcome: ActionOutcome) -> list[ShownAction]:
        actor = actions_of(self.context, self.stored, self._filler(view), view)
        return actor.shown(outcome) if actor is not None else []

    def _act(self, entered: Body, action: str) -> Response:
        with self.context.configuration.reading() as view:
            actor = actions_of(self.context, self.stored, self._filler(view), view)
        if actor is None:
            raise MalformedRequest("This page has no actions.")
        outcome = actor.perform(action)
        is_done = outcome.result is not None and not outcome.result.failed
        if is_done and self.context.frame.form.adding:
            # Only parameters of actions are entered on such a page, so it shows the stored item again.
            return FormPages.of(self.context, self.context.calls.read())._page(outcome=outcome)  # noqa: SLF001 - the same class.
        return outcome.response or self._page(entered, outcome=outcome)
