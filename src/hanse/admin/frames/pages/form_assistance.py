"""Changes a form on request: rows of tables, a new secret, the scopes chosen in the console's dialog, and others."""

from dataclasses import dataclass
from typing import Any

from hanse.admin.frames.form.body_paths import above, find, steps_of
from hanse.admin.frames.form.posted_body import change_rows, reset_dependents, row_focus
from hanse.admin.frames.page_request import PageRequest
from hanse.admin.frames.pages.item_panels import apply_fix
from hanse.admin.frames.pages.offered_attributes import add_offered, offered_attributes
from hanse.admin.frames.pages.page_context import PageContext
from hanse.admin.frames.pages.page_form import PageForm
from hanse.config.declare.ui.layout import TICKED, FormLayout
from hanse.config.list_query import StoredDocument
from hanse.kit.errors import MalformedRequest
from hanse.kit.randomness import Randomness, new_token

Body = dict[str, Any]
# The values that the dialog writes into the form (specification 3, section 7). Scopes have no spaces (RFC 6749, section
# 3.3), so that all of them are one field.
SCOPE_TYPE, SELECTED, OTHER_SELECTED = "scopeType", "selectedScopes", "otherSelectedScopes"
MOST_SELECTED = 100_000
# Buttons that change the rows of a table, and these and the buttons that fill in a field.
ROW_ACTIONS = frozenset({"add", "remove", "up", "down"})
ASSISTING = ROW_ACTIONS | {"search", "edit", "make", "scopes", "offer", "fix"}


@dataclass(frozen=True)
class FormAssistance:
    """The buttons of a form that change what was entered, without saving it."""

    context: PageContext
    form: PageForm
    stored: StoredDocument

    def apply(self, entered: Body, what: str, target: str) -> str:
        """Change rows or fill in a field, and return the path that gets the focus; raises MalformedRequest."""
        layout = self.context.frame.form.layout
        if what in ROW_ACTIONS:
            if not change_rows(self.form.widgets, entered, what, target):
                raise MalformedRequest("The form has no such rows.")
            return row_focus(entered, what, target)
        if what == "make":
            generate_secret(layout, entered, target, self.context.configuration.randomness)
        if what == "edit":
            reset_dependents(self.form.widgets, entered, target)
            # The settings of another parent are shown at once.
            self.form.needs_other_fields(entered)
        if what == "scopes":
            apply_selected_scopes(layout, entered, target, self.context.request)
        with self.context.configuration.reading() as view:
            if what == "fix":
                return apply_fix(self.context, view, self.stored, entered, target)
            is_offered = what == "offer" and target in offered_attributes(view, self.form.widgets, entered)
        return add_offered(entered, target) if is_offered else target


def generate_secret(presentation: FormLayout, body: Body, path: str, randomness: Randomness) -> None:
    """Put a new secret into a body; raises MalformedRequest."""
    holder = find(body, above(path)) if above(path) else body
    if path not in presentation.made or not isinstance(holder, dict):
        raise MalformedRequest("The server does not generate this secret.")
    holder[str(steps_of(path)[-1])] = new_token(randomness)


def apply_selected_scopes(presentation: FormLayout, body: Body, dialog_path: str, request: PageRequest) -> None:
    """Put the scopes that were selected in the dialog of a field into a body; raises MalformedRequest.

    The dialog posts the selection of both types: that of the type shown last, and that of the other one. Where the
    second is missing, the list of that type stays as it is.
    """
    in_dialog = {path: each for path, each in presentation.scopes.items() if above(path) == above(dialog_path)}
    shown_last = request.field(SCOPE_TYPE)
    target = next((path for path, each in in_dialog.items() if each == shown_last), None)
    if dialog_path not in presentation.scopes or target is None:
        raise MalformedRequest("The form has no such scopes.")
    posted = {target: request.field(SELECTED).split()}
    if request.posted is not None and OTHER_SELECTED in request.posted:
        posted |= {path: request.field(OTHER_SELECTED).split() for path in in_dialog if path != target}
    for path, selected in posted.items():
        if len(selected) > MOST_SELECTED:
            raise MalformedRequest("The form has too many scopes.")
        _select(presentation, body, path, selected)


def _select(presentation: FormLayout, body: Body, path: str, selected: list[str]) -> None:
    """Put selected scopes into one list, and tick the box without which the list cannot be saved."""
    holder = find(body, above(path)) if above(path) else body
    if not isinstance(holder, dict):
        raise MalformedRequest("The form has no such scopes.")
    name = str(steps_of(path)[-1])
    is_changed = list(holder.get(name) or ()) != selected
    holder[name] = list(dict.fromkeys(selected))
    for condition in presentation.when.get(path, ()):
        if selected and is_changed and condition.values == TICKED:
            switched = find(body, above(condition.path)) if above(condition.path) else body
            switched[str(steps_of(condition.path)[-1])] = True
