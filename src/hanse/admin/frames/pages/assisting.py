"""What the server fills into a form on request: a new secret, and the scopes chosen in the console's dialog."""

from typing import Any

from hanse.admin.frames.form.paths import above, find, steps_of
from hanse.admin.frames.form.presenting import Presentation
from hanse.admin.frames.visit import Visit
from hanse.kit.errors import MalformedRequest
from hanse.kit.randomness import Randomness, new_token

Body = dict[str, Any]
# What the dialog writes into the form (specification 3, section 7). A scope's name has no spaces (RFC 6749, section
# 3.3), so that all of them are one field.
SCOPE_TYPE, SELECTED = "scopeType", "selectedScopes"
MOST_SELECTED = 100_000


def make_secret(presentation: Presentation, body: Body, place: str, randomness: Randomness) -> None:
    """Put a new secret into a body; raises MalformedRequest."""
    holder = find(body, above(place)) if above(place) else body
    if place not in presentation.made or not isinstance(holder, dict):
        raise MalformedRequest("The server makes no such secret.")
    holder[str(steps_of(place)[-1])] = new_token(randomness)


def take_scopes(presentation: Presentation, body: Body, place: str, visit: Visit) -> str:
    """Put the scopes of the dialog into a body, and return the place where they are; raises MalformedRequest.

    The dialog shows what is selected of the kind that it was opened for. Who goes on to the other kind there has not
    seen what is selected of it, and cannot have meant to take it away.
    """
    kind, selected = visit.field(SCOPE_TYPE), visit.field(SELECTED).split()
    target = next((path for path, each in presentation.scopes.items() if each == kind and _beside(path, place)), None)
    if place not in presentation.scopes or target is None or len(selected) > MOST_SELECTED:
        raise MalformedRequest("The form has no such scopes.")
    holder = find(body, above(target)) if above(target) else body
    if not isinstance(holder, dict):
        raise MalformedRequest("The form has no such scopes.")
    name = str(steps_of(target)[-1])
    kept = [] if target == place else list(holder.get(name) or ())
    holder[name] = list(dict.fromkeys([*kept, *selected]))
    return target


def _beside(path: str, place: str) -> bool:
    return above(path) == above(place)
