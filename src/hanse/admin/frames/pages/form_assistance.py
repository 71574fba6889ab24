"""Fills values into a form on request: a new secret, and the scopes chosen in the console's dialog."""

from typing import Any

from hanse.admin.frames.form.body_paths import above, find, steps_of
from hanse.admin.frames.page_request import PageRequest
from hanse.config.declare.ui.layout import TICKED, FormLayout
from hanse.kit.errors import MalformedRequest
from hanse.kit.randomness import Randomness, new_token

Body = dict[str, Any]
# The values that the dialog writes into the form (specification 3, section 7). Scopes have no spaces (RFC 6749, section
# 3.3), so that all of them are one field.
SCOPE_TYPE, SELECTED, OTHER_SELECTED = "scopeType", "selectedScopes", "otherSelectedScopes"
MOST_SELECTED = 100_000


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
