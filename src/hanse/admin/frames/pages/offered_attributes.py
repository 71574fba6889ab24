"""The attributes that an instance's contract can be extended with: those of the instances that its settings name.

An HTML form adapter returns those attributes of its password credential validators that its contract contains.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hanse.admin.frames.form.plugin_fields import ATTRIBUTE_SOURCES, CONFIGURATION
from hanse.admin.frames.form.widget_values import ShownWidget
from hanse.admin.frames.pages.instances import CONTRACT, CORE, EXTENDED, NAME
from hanse.config.declare.handles import Handle
from hanse.config.declare.marked_fields import join
from hanse.config.declare.ui.model_form import widget_at
from hanse.config.declare.ui.widgets import Widget, WidgetKind
from hanse.config.declare.view import View
from hanse.resources.mapping.contexts import attributes_of

_ROWS = join(CONTRACT, EXTENDED)
_MOST = 50
Body = Mapping[str, Any]


def offered_attributes(view: View, widgets: Sequence[Widget], body: Body) -> tuple[str, ...]:
    """Return the attributes of the instances that a form's settings name and that its contract does not have yet."""
    if widget_at(widgets, _ROWS) is None:
        return ()
    settings = next((each for each in widgets if each.name == CONFIGURATION), None)
    named = dict.fromkeys(_named(settings.members, body.get(CONFIGURATION) or {})) if settings is not None else {}
    contract = body.get(CONTRACT) or {}
    known = {row.get(NAME) for part in (CORE, EXTENDED) for row in contract.get(part) or []}
    found = (name for resource, id_ in named for name in _attributes(view, resource, id_))
    return tuple(name for name in dict.fromkeys(found) if name not in known)[:_MOST]


def add_offered(body: dict[str, Any], name: str) -> str:
    """Add an attribute to a contract, and return the path of the field with its name."""
    contract = body.setdefault(CONTRACT, {})
    rows = contract.setdefault(EXTENDED, [])
    rows.append({NAME: name})
    return f"{_ROWS}[{len(rows) - 1}].{NAME}"


def show_offered(form: Sequence[ShownWidget], names: tuple[str, ...]) -> None:
    """Set the attributes that the rows of the contract offer to add."""
    rows = (member for each in form if each.path == CONTRACT for member in each.inner if member.path == _ROWS)
    for each in rows:
        each.offered = names


def _named(widgets: Sequence[Widget], body: Body) -> Iterator[tuple[Handle[Any], str]]:
    """Yield the instances that settings name, by their resource and their id."""
    for widget in widgets:
        value = body.get(widget.name)
        if widget.kind is WidgetKind.ROWS and widget.rows.item is not None:
            for row in value or []:
                yield from _named(widget.rows.item.members, row)
        elif widget.kind is WidgetKind.REFERENCE and value and widget.reference.target in ATTRIBUTE_SOURCES:
            yield widget.reference.target, str(value)


def _attributes(view: View, resource: Handle[Any], id_: str) -> tuple[str, ...]:
    stored = view.find(resource, id_)
    return () if stored is None else attributes_of(stored.body)
