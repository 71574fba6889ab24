"""The pages with a form: as it is stored, as somebody has entered it, and both sides of a conflict."""

from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any, Self

from starlette.responses import Response

from hanse.admin.frames.api_calls import BACK, TRIAL_ACTIONS
from hanse.admin.frames.form.body_paths import element_id
from hanse.admin.frames.form.posted_body import change_rows, read, reset_dependents, row_focus, without_blank_rows
from hanse.admin.frames.form.shown_sections import parts_of, sections_of
from hanse.admin.frames.form.widget_values import FormFiller, FormFinding, note_errors
from hanse.admin.frames.page_request import PageAddress
from hanse.admin.frames.pages.conflict_page import conflict_page
from hanse.admin.frames.pages.form_assistance import make_secret, take_scopes
from hanse.admin.frames.pages.form_filling import filler_of
from hanse.admin.frames.pages.forms import PageForm, every_widget, form_for
from hanse.admin.frames.pages.item_actions import actions_of
from hanse.admin.frames.pages.list_actions import MAIN_SWITCH, notice_of_save, switched_on, warning_of
from hanse.admin.frames.pages.offered_attributes import add_offered, offered_attributes, show_offered
from hanse.admin.frames.pages.page_context import PageContext
from hanse.admin.frames.pages.plugin_actions import ActionMessage, ActionOutcome, ShownAction
from hanse.admin.frames.pages.policy_pages import PolicyPages
from hanse.admin.frames.pages.prerequisites import missing_of
from hanse.admin.frames.policy_editor.node_mappings import NODE, OPEN, TAKE
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
# Change the rows of a table, and help with a field.
ROW_ACTIONS = frozenset({"add", "remove", "up", "down"})
ASSISTING = frozenset({"search", "edit", "make", "scopes", "offer"})
Body = dict[str, Any]
_NOTHING = ActionOutcome()


@dataclass(frozen=True)
class FormPages:
    """One form. `stored` is what is stored, as the form has it."""

    scene: PageContext
    form: PageForm
    stored: StoredDocument

    @classmethod
    def of(cls, scene: PageContext, stored: StoredDocument) -> Self:
        """Return the form of what is stored; of nothing, that of a new item."""
        with scene.configuration.reading() as view:
            form = form_for(scene.visit, view, stored.body)
        is_new = scene.visit.place is PageAddress.ADD
        now = scene.configuration.ports.get(Clock).now()
        shown = stored.body if is_new else dict(scene.frame.ui.item.at_moment(stored.body, now))
        opened = form.settled(blank(form.widgets)) if is_new else form.opened(shown)
        return cls(scene, form, replace(stored, body=opened))

    def answer(self) -> Response:  # noqa: PLR0911 - one for each thing that can be asked for.
        """Show the form, or do what was asked for with it."""
        visit, widgets = self.scene.visit, self.form.widgets
        if visit.posted is None:
            return self._page()
        if not visit.may_change:
            raise NotAllowed("You have read-only access to this page.")
        before = self.stored.body if visit.place is not PageAddress.ADD else {}
        entered = self.form.settled(read(widgets, visit.posted, before))
        what, place = visit.action
        if what in (OPEN, TAKE) or place.startswith(f"{NODE}."):
            return self._policy().map(self._grown(entered), what, place)
        if what in TREE_ACTIONS:
            focus = change_tree(entered, what, place, visit.posted)
            grown = self._grown(entered)
            return self._page(grown, focus=focus, unsaved=what not in FOLDS or not self._is_stored(grown))
        entered = self._grown(entered)
        if what in TRIAL_ACTIONS:
            return self._try(entered, what, place)
        if what in ROW_ACTIONS or what in ASSISTING:
            return self._page(entered, focus=self._assist(entered, what, place))
        if what in ("act", MAIN_SWITCH):
            return self._act(entered, place) if what == "act" else self._switch_on(entered)
        if not self._may_save:
            raise NotAllowed("This cannot be changed.")
        return self._save(entered)

    def _policy(self) -> PolicyPages:
        """Return the pages that belong to the form of a policy."""
        return PolicyPages(self.scene, self.stored, self._filler, self._page, self._to_send)

    def _try(self, entered: Body, what: str, place: str) -> Response:
        """Try an item as it was entered, or go back to its form."""
        if self.scene.frame.form.trial is None:
            raise MalformedRequest("This cannot be tried.")
        unsaved = not self._is_stored(entered)
        if what == BACK:
            return self._page(entered, unsaved=unsaved)
        if self.scene.frame.form.tree:
            return self._policy().attempt(entered, what, place, unsaved=unsaved)
        try:
            said = self.scene.calls.attempt(self._to_send(entered))["message"]
        except ValidationFailed as error:
            return self._page(entered, error.errors, status=error.status, is_trial=True, unsaved=unsaved)
        return self._page(entered, done=ActionOutcome(said=ActionMessage(localized(said))), unsaved=unsaved)

    def _assist(self, entered: Body, what: str, place: str) -> str:
        """Change rows or fill in what was asked for, and return where the form goes on."""
        presentation = self.scene.frame.form.layout
        if what in ROW_ACTIONS:
            if not change_rows(self.form.widgets, entered, what, place):
                raise MalformedRequest("The form has no such rows.")
            return row_focus(entered, what, place)
        if what == "make":
            make_secret(presentation, entered, place, self.scene.configuration.randomness)
        if what == "edit":
            reset_dependents(self.form.widgets, entered, place)
            # Another parent has its settings shown at once.
            self.form.is_changed_by(entered)
        if what == "scopes":
            take_scopes(presentation, entered, place, self.scene.visit)
        return add_offered(entered, place) if what == "offer" and place in self._offered(entered) else place

    def _offered(self, body: Body) -> tuple[str, ...]:
        with self.scene.configuration.reading() as view:
            return offered_attributes(view, self.form.widgets, body)

    def _grown(self, body: Body) -> Body:
        """Return what was entered with the branches that its trees need."""
        if any(each.kind is WidgetKind.TREE for each in self.form.widgets):
            with self.scene.configuration.reading() as view:
                complete_trees(body, view)
        return body

    def _save(self, entered: Body) -> Response:
        calls, visit, form = self.scene.calls, self.scene.visit, self.form
        if form.is_changed_by(entered):
            return self._page(entered, (), message=PARENT_CHANGED)
        body = self._without_blanks(entered)
        sent = form.sent(body)
        try:
            saved = calls.create(sent) if visit.place is PageAddress.ADD else calls.replace(sent)
        except ValidationFailed as error:
            return self._page(body, error.errors, status=error.status, message=error.message)
        except Conflict as error:
            with self.scene.configuration.reading() as view:
                return conflict_page(self.scene, self.stored, self.form, self._filler(view), error, body)
        except HanseError as error:
            if error.status in (HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND):
                raise
            return self._page(body, (), status=error.status, message=error.message)
        return redirect(visit.back, notice_of_save(self.scene, saved))

    def _switch_on(self, entered: Body) -> Response:
        """Switch the setting on without which the page has no effect, and keep what was entered."""
        main, visit = self.scene.frame.ui.switch, self.scene.visit
        if main is None:
            raise MalformedRequest("The page has no such setting.")
        notice = switched_on(self.scene, main)
        # A form of the setting itself shows what is stored now.
        if main.settings.path == self.scene.frame.resource.path:
            return redirect(visit.here, notice)
        return self._page(entered, done=ActionOutcome(said=ActionMessage(notice.text, failed=notice.failed)))

    def _without_blanks(self, entered: Body) -> Body:
        before = self.stored.body if self.scene.visit.place is not PageAddress.ADD else {}
        return without_blank_rows(self.form.widgets, entered, before)

    def _to_send(self, entered: Body) -> Body:
        """Return what was entered as the API takes it."""
        visit = self.scene.visit
        of_item = {"id": visit.id} if visit.place is PageAddress.EDIT else {}
        return {**self.form.sent(self._without_blanks(entered)), **of_item}

    def _page(
        self,
        body: Body | None = None,
        errors: Iterable[FieldError] | None = None,
        *,
        status: HTTPStatus = HTTPStatus.OK,
        focus: str = "",
        message: str = "",
        is_trial: bool = False,
        done: ActionOutcome = _NOTHING,
        unsaved: bool = True,
    ) -> Response:
        """Show what is stored, or what somebody has entered of it (`body`) with what is wrong."""
        shown = self.stored.body if body is None else body
        visit = self.scene.visit
        errors = None if errors is None else tuple(errors)
        placed = [replace(each, field_path=self.form.place(each.field_path or "")) for each in errors or ()]
        with self.scene.configuration.reading() as view:
            shown = self.form.followed(view, shown)
            filled = self._filler(view, (*(each.field_path or "" for each in placed), focus)).fill(
                self.form.widgets, shown
            )
            actions = self._actions(view, done)
            show_offered(filled, offered_attributes(view, self.form.widgets, shown))
            missing = missing_of(self.scene, view, self.stored.body)
            facts = (
                self.scene.frame.ui.item.facts(view, visit.id, visit.principal)
                if visit.place is PageAddress.EDIT
                else {}
            )
        findings: list[FormFinding] = [] if errors is None else note_errors(filled, placed, message)
        sections = sections_of(self._sections, filled)
        return self.scene.page(
            "form.html",
            status,
            **self.scene.item_values(self.stored, self.form.type),
            form=filled,
            sections=sections,
            parts=parts_of(filled, sections),
            facts=facts,
            missing=missing,
            off=warning_of(self.scene),
            users=self.scene.users() if self.scene.shows_users else None,
            findings=findings,
            problem=self._problem(is_trial=is_trial),
            said=done.said,
            may_save=self._may_save,
            # Findings of another system can be overridden.
            may_bypass=bool(placed) and not is_trial and all(each.error_id == CONNECTION_FAILED for each in placed),
            actions=actions,
            type=self.form.type,
            parent=(shown.get("parentRef") or {}).get("id", "") if self.scene.frame.kind is not None else "",
            has_files=any(each.kind is WidgetKind.FILE for each in self._every_widget(actions)),
            revision=visit.field("_revision") if body is not None else str(self.stored.revision),
            unsaved=unsaved and body is not None and not self._is_as_stored(body, done),
            focus=element_id(focus) if focus else "",
        )

    def _problem(self, *, is_trial: bool) -> str:
        trial = self.scene.frame.form.trial
        return localized(trial.problem if is_trial and trial is not None else NOT_SAVED)

    def _every_widget(self, actions: Iterable[ShownAction]) -> Iterator[Widget]:
        yield from every_widget(self.form.widgets)
        yield from (shown.widget for each in actions for shown in each.parameters)

    @property
    def _sections(self) -> tuple[Section, ...]:
        adding = self.scene.visit.adding if self.scene.visit.place is PageAddress.ADD else None
        return self.scene.frame.form.layout.sections if adding is None else adding.sections

    @property
    def _may_save(self) -> bool:
        return self.scene.visit.place is PageAddress.ADD or self.scene.calls.has("PUT")

    def _is_as_stored(self, body: Body, done: ActionOutcome) -> bool:
        return done.said is not None and self.form.sent(body) == self.form.sent(self.stored.body)

    def _is_stored(self, body: Body) -> bool:
        """Return whether what was entered is what is stored, with what its trees need by now."""
        stored = self._grown(deepcopy(self.stored.body))
        return self.form.sent(body) == self.form.sent(stored)

    def _filler(self, view: TransactionView, revealed: Sequence[str] | None = None) -> FormFiller:
        return filler_of(self.scene, self.stored, view, revealed)

    # Actions on the item

    def _actions(self, view: TransactionView, done: ActionOutcome) -> list[ShownAction]:
        actor = actions_of(self.scene, self.stored, self._filler(view), view)
        return actor.shown(done.error) if actor is not None else []

    def _act(self, entered: Body, action: str) -> Response:
        with self.scene.configuration.reading() as view:
            actor = actions_of(self.scene, self.stored, self._filler(view), view)
        if actor is None:
            raise MalformedRequest("This page has no actions.")
        done = actor.act(action)
        is_done = done.said is not None and not done.said.failed
        if is_done and self.scene.frame.form.adding:
            # Nothing is entered on such a page but what actions need, so it shows what is stored by now.
            return FormPages.of(self.scene, self.scene.calls.read())._page(done=done)  # noqa: SLF001 - the same class.
        return done.response or self._page(entered, done=done)
