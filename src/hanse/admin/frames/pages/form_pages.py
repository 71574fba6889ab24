"""The pages with a form: as it is stored, as somebody has entered it, and both sides of a conflict."""

from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any, Self

from starlette.responses import Response

from hanse.admin.frames.form.body_paths import element_id, find
from hanse.admin.frames.form.posted_body import change_rows, read, reset_dependents, row_focus, without_blank_rows
from hanse.admin.frames.form.reference_choices import ReferenceChoices
from hanse.admin.frames.form.shown_sections import parts_of, sections_of
from hanse.admin.frames.form.widget_values import FormFiller, FormFinding, differences, note_errors
from hanse.admin.frames.page_request import PageAddress
from hanse.admin.frames.pages.form_assistance import make_secret, take_scopes
from hanse.admin.frames.pages.forms import PageForm, form_for
from hanse.admin.frames.pages.list_actions import MAIN_SWITCH, notice_of_save, switched_on, warning_of
from hanse.admin.frames.pages.page_context import PageContext
from hanse.admin.frames.pages.plugin_actions import ActionMessage, ActionOutcome, PluginActions, ShownAction
from hanse.admin.frames.pages.prerequisites import missing_of
from hanse.admin.frames.policy_editor.collapsed_nodes import SEEN
from hanse.admin.frames.policy_editor.node_mappings import KEY, NODE, OPEN, TAKE, NodeForm, carried
from hanse.admin.frames.policy_editor.tree_changes import FOLDS, TREE, TREE_ACTIONS, change_tree, grow_trees, place_of
from hanse.admin.frames.policy_editor.tree_view import TreeFiller
from hanse.admin.frames.responses import redirect
from hanse.config.declare.access import Area, Intent, is_allowed
from hanse.config.declare.ui.actions import ItemAction
from hanse.config.declare.ui.layout import Section
from hanse.config.declare.ui.model_form import blank
from hanse.config.declare.ui.widgets import Widget, WidgetKind
from hanse.config.list_query import StoredDocument
from hanse.config.plugins.actions import Action
from hanse.config.plugins.plugin import Plugin
from hanse.config.view import View
from hanse.kit.clock import Clock
from hanse.kit.errors import Conflict, FieldError, HanseError, MalformedRequest, NotAllowed, ValidationFailed
from hanse.kit.texts.messages import message

PARENT_CHANGED = message("Select the settings to inherit from the parent, and save.")
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
            return self._map(self._grown(entered), what, place)
        if what in TREE_ACTIONS:
            focus = change_tree(entered, what, place, visit.posted)
            grown = self._grown(entered)
            return self._page(grown, focus=focus, unsaved=what not in FOLDS or not self._is_stored(grown))
        entered = self._grown(entered)
        if what in ("add", "remove", "up", "down"):
            if not change_rows(widgets, entered, what, place):
                raise MalformedRequest("The form has no such rows.")
            return self._page(entered, focus=row_focus(entered, what, place))
        if what in ("search", "edit", "make", "scopes"):
            self._assist(entered, what, place)
            return self._page(entered, focus=place)
        if what in ("act", MAIN_SWITCH):
            return self._act(entered, place) if what == "act" else self._switch_on(entered)
        if not self._may_save:
            raise NotAllowed("This cannot be changed.")
        return self._save(entered)

    def _map(self, entered: Body, what: str, place: str) -> Response:
        """Show the page of a node's mapping, or take over what was entered there."""
        visit, scene = self.scene.visit, self.scene
        key = place if what in (OPEN, TAKE) else visit.field(KEY)
        writes = is_allowed(visit.principal, Area.EXPRESSIONS, Intent.WRITE)
        errors: list[FieldError] = []
        with scene.configuration.reading() as view:
            form = NodeForm(view, entered, key, writes_expressions=writes)
            posted = visit.posted or {}
            held = form.stored if what == OPEN else form.followed(read(form.widgets, posted, form.stored))
            focus = ""
            if what in ("add", "remove", "up", "down"):
                if not change_rows(form.widgets, held, what, place):
                    raise MalformedRequest("The form has no such rows.")
                focus = row_focus(held, what, place)
            elif what != TAKE:
                reset_dependents(form.widgets, held, place)
                focus = "" if what == OPEN else place
            elif not (errors := form.take(without_blank_rows(form.widgets, held))):
                return self._page(entered, focus=place_of(key))
            held = form.followed(held)
            filled = self._filler(view).fill(form.widgets, held)
        status = HTTPStatus.UNPROCESSABLE_ENTITY if errors else HTTPStatus.OK
        values = scene.item_values(self.stored)
        values |= {"title": f"{form.title}: {values['name'] or values['title']}", "key": key, "form": filled}
        findings = note_errors(filled, errors) if errors else []
        kept = carried(visit.posted or {}, entered[TREE], TREE)
        more = {"findings": findings, "carried": kept, "unsaved": True, "focus": element_id(focus) if focus else ""}
        return scene.page("node.html", status, **values, **more)

    def _assist(self, entered: Body, what: str, place: str) -> None:
        """Fill in what was asked for, if anything was."""
        presentation = self.scene.frame.form.layout
        if what == "make":
            make_secret(presentation, entered, place, self.scene.configuration.randomness)
        if what == "edit":
            reset_dependents(self.form.widgets, entered, place)
            # Another parent has its settings shown at once.
            self.form.is_changed_by(entered)
        if what == "scopes":
            take_scopes(presentation, entered, place, self.scene.visit)

    def _grown(self, body: Body) -> Body:
        """Return what was entered with the branches that its trees need."""
        if any(each.kind is WidgetKind.TREE for each in self.form.widgets):
            with self.scene.configuration.reading() as view:
                grow_trees(body, view)
        return body

    def _save(self, entered: Body) -> Response:
        calls, visit, form = self.scene.calls, self.scene.visit, self.form
        if form.is_changed_by(entered):
            return self._page(entered, (), message=PARENT_CHANGED)
        before = self.stored.body if visit.place is not PageAddress.ADD else {}
        body = without_blank_rows(form.widgets, entered, before)
        sent = form.sent(body)
        try:
            saved = calls.create(sent) if visit.place is PageAddress.ADD else calls.replace(sent)
        except ValidationFailed as error:
            return self._page(body, error.errors, status=error.status, message=error.message)
        except Conflict as error:
            return self._conflict(error, body)
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
        if main.settings == self.scene.frame.resource.path:
            return redirect(visit.here, notice)
        return self._page(entered, done=ActionOutcome(said=ActionMessage(notice.text, failed=notice.failed)))

    def _page(
        self,
        body: Body | None = None,
        errors: Iterable[FieldError] | None = None,
        *,
        status: HTTPStatus = HTTPStatus.OK,
        focus: str = "",
        message: str = "",
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
            findings=findings,
            said=done.said,
            may_save=self._may_save,
            # What only the other system had against it may be saved all the same.
            may_bypass=bool(errors) and all(each.error_id == "connection_failed" for each in errors or ()),
            actions=actions,
            type=self.form.type,
            parent=(shown.get("parentRef") or {}).get("id", "") if self.scene.frame.kind is not None else "",
            has_files=any(each.kind is WidgetKind.FILE for each in self._every_widget(actions)),
            revision=visit.field("_revision") if body is not None else str(self.stored.revision),
            unsaved=unsaved and body is not None and not self._is_as_stored(body, done),
            focus=element_id(focus) if focus else "",
        )

    def _every_widget(self, actions: Iterable[ShownAction]) -> Iterator[Widget]:
        yield from _all(self.form.widgets)
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
        """Tell whether what was entered is what is stored, with what its trees need by now."""
        stored = self._grown(deepcopy(self.stored.body))
        return self.form.sent(body) == self.form.sent(stored)

    def _filler(self, view: View, revealed: Sequence[str] | None = None) -> FormFiller:
        """Return what fills the form; of trees, all of them but on a page, where they are folded."""
        visit = self.scene.visit
        moments = self.scene.frame.form.layout.made
        since = {path: str(find(self.stored.body, name) or "") for path, name in moments.items()}
        trees = TreeFiller(
            view,
            visit.searches.get(TREE, ""),
            wide=visit.action[1] if visit.action[0] == "edit" else "",
            revealed=tuple(revealed or ()),
            asked=visit.query.get(SEEN, "") if visit.posted is None else "",
            is_whole=revealed is None,
        )
        chooser = ReferenceChoices(view, visit.principal)
        return FormFiller(
            chooser,
            visit.searches,
            is_new=visit.place is PageAddress.ADD,
            since=since,
            grow=trees.fill,
            groups_among=chooser.scope_groups,
            moments=self.scene.pages.moments,
        )

    def _conflict(self, error: Conflict, body: Body) -> Response:
        """Show both sides; what was entered goes along, so that it can be saved over what is stored or edited on."""
        with self.scene.configuration.reading() as view:
            filler = self._filler(view)
            mine = filler.fill(self.form.widgets, body)
            theirs = filler.fill(self.form.widgets, self.form.opened(error.current or {}))
        kept = [(name, value) for name, values in (self.scene.visit.posted or {}).items() for value in values]
        return self.scene.page(
            "conflict.html",
            error.status,
            **self.scene.item_values(self.stored),
            differences=list(differences(mine, theirs)),
            posted=[pair for pair in kept if pair[0] not in ("_token", "_do")],
            revision=error.revision or 0,
            unsaved=True,
        )

    # What an instance of a plug-in can be asked to do

    def _actor(self, view: View) -> PluginActions | None:
        kind, visit = self.scene.frame.kind, self.scene.visit
        if visit.place is not PageAddress.EDIT:
            return None
        asks = self.scene.frame.ui.item.actions
        actions: Sequence[Action | ItemAction] = [
            each for each in asks if each.offered(view, visit.id, visit.principal)
        ]
        if kind is not None and kind.has_actions:
            plugin: Plugin[Any] | None = kind.plugins.get(self.stored.body["pluginDescriptorRef"]["id"])
            actions = plugin.actions if plugin is not None else ()
        return PluginActions(actions, visit, self.scene.calls, self._filler(view)) if actions else None

    def _actions(self, view: View, done: ActionOutcome) -> list[ShownAction]:
        actor = self._actor(view)
        return actor.shown(done.error) if actor is not None else []

    def _act(self, entered: Body, action: str) -> Response:
        with self.scene.configuration.reading() as view:
            actor = self._actor(view)
        if actor is None:
            raise MalformedRequest("This page has no actions.")
        done = actor.act(action)
        return done.response or self._page(entered, done=done)


def _all(widgets: Iterable[Widget]) -> Iterator[Widget]:
    for widget in widgets:
        yield widget
        yield from _all(widget.members)
        yield from _all((widget.rows.item,) if widget.rows.item is not None else ())
