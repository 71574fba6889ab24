"""Turns a posted form into the body of the API."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from hanse.admin.frames.form.body_paths import above, find, steps_of
from hanse.admin.frames.form.posted_tree import read_tree
from hanse.config.declare.marked_fields import join
from hanse.config.declare.ui.layout import switch_of
from hanse.config.declare.ui.model_form import blank, widget_at
from hanse.config.declare.ui.widgets import Widget, WidgetKind

Posted = Mapping[str, Sequence[str]]
Body = dict[str, Any]
# Suffix of the field with the number of rows: boxes that are not ticked and empty rows post nothing.
COUNT = "#"
# Suffix of the field that clears a secret.
CLEAR = "#clear"
MOST_ROWS = 10_000
_TICKED = ("true",)
_WHOLE = re.compile(r"-?[0-9]{1,18}")
_ENTERED = frozenset(
    {
        WidgetKind.TEXT,
        WidgetKind.AREA,
        WidgetKind.NUMBER,
        WidgetKind.SECRET,
        WidgetKind.REFERENCE,
        WidgetKind.FILE,
        WidgetKind.CARRIED,
    }
)
_COMPOUND = frozenset({WidgetKind.ROWS, WidgetKind.LINES, WidgetKind.GROUP})
_SEALED = frozenset({WidgetKind.SECRET, WidgetKind.FILE})


def read(widgets: Sequence[Widget], posted: Posted, stored: Body, path: str = "") -> Body:
    """Return what was posted as a body; a member without a value is left out, one that is not in the form is kept."""
    shown = {widget.name: widget for widget in widgets}
    sealed = {widget.sealed for widget in widgets if widget.kind in _SEALED}
    body = {name: value for name, value in stored.items() if name not in shown and name not in sealed}
    for name, widget in shown.items():
        member_path = join(path, name)
        if widget.kind is WidgetKind.FACT or (widget.fixed and name in stored):
            value = stored.get(name)
        else:
            value = _value(widget, posted, stored.get(name), member_path)
            if member_path not in posted and not _applies(widget, posted):
                value = _value_if_hidden(widget, stored.get(name), value)
        if value is not None:
            body[name] = value
        if widget.kind in _SEALED and value is None:
            kept = _kept(widget, posted, stored, path)
            body |= {} if kept is None else {widget.sealed: kept}
    return body


def _applies(widget: Widget, posted: Posted) -> bool:
    """Return whether a field applies, by the posted values of the fields that it depends on.

    A condition on a field that was not posted holds, unless it requires a ticked box.
    """
    return all(_has_one(posted.get(path), values) for path, values in widget.dependence.when)


def _has_one(found: Sequence[str] | None, values: Sequence[str]) -> bool:
    if found is None:
        # Boxes that are not ticked are not posted, nor are disabled fields, whose values are inherited.
        return tuple(values) != _TICKED
    return any(value in values or (value and "*" in values) for value in found)


def _value_if_hidden(widget: Widget, stored: Any, read: Any) -> Any:
    """Return the value of a field that was not posted because it is hidden.

    A hidden box that is ticked by default stays ticked: otherwise what it protects would be unprotected when the box is
    shown again. A required field is demanded only where it is shown. Hidden choices are never sent again: roles that
    an account had before it became an auditor are not chosen any more.
    """
    is_safeguard = widget.kind is WidgetKind.FLAG and widget.default is True
    is_demanded = widget.required and widget.kind is not WidgetKind.CHOICES
    if not is_safeguard and not is_demanded:
        return read
    return widget.default if stored is None else stored


def _kept(widget: Widget, posted: Posted, stored: Body, path: str) -> str | None:
    """Return the sealed text of a secret that was not entered again. An empty text clears the secret."""
    if join(path, widget.name) + CLEAR in posted:
        return ""
    # The rows of a form contain it, because their positions can change. A row without it is new, and must not get
    # the secret of the stored row at its position.
    kept = _text(posted, join(path, widget.sealed)) or stored.get(widget.sealed)
    return "" if kept is None and path.endswith("]") else kept


def _value(widget: Widget, posted: Posted, stored: Any, path: str) -> Any:  # noqa: PLR0911 - one for each kind.
    match widget.kind:
        case WidgetKind.FLAG:
            ticked = path in posted
            return None if not ticked and widget.nullable and stored is None else ticked
        case WidgetKind.CHOICES:
            return list(posted.get(path, ()))
        case WidgetKind.GROUP:
            inner = read(widget.members, posted, stored if isinstance(stored, dict) else {}, path)
            # A blank group that is stored, such as one whose switch is off, stays, so that a save can change nothing.
            is_removed = is_blank(inner) and not (isinstance(stored, dict) and is_blank(stored))
            return None if widget.nullable and (is_removed or _is_left_out(widget, inner, path)) else inner
        case WidgetKind.ROWS:
            return _rows(widget, posted, stored if widget.rows.is_settled else None, path)
        case WidgetKind.LINES:
            return _lines(widget, posted, stored, path)
        case WidgetKind.NUMBER:
            return _number(_text(posted, path), is_whole=widget.text.is_whole)
        case WidgetKind.TREE:
            return read_tree(posted, path)
        case WidgetKind.REFERENCE:
            text = _text(posted, path)
            return {"id": text} if text and widget.reference.is_link else text
        case WidgetKind.TEXT if not widget.text.is_literal:
            # Pasted names and addresses often have unintended spaces and line ends.
            return (_text(posted, path) or "").strip() or None
        case _:
            return _text(posted, path)


def _is_left_out(widget: Widget, inner: Body, path: str) -> bool:
    """Return whether a member of a group is empty on whose value all its other members depend."""
    switch = switch_of(widget.members, path)
    return switch is not None and is_blank(inner.get(switch.name))


def _lines(widget: Widget, posted: Posted, stored: Any, path: str) -> Any:
    lines = [line.strip() for line in (_text(posted, path) or "").splitlines() if line.strip()]
    return widget.lines.value_of(lines, stored)


def _rows(widget: Widget, posted: Posted, stored: Any, path: str) -> list[Any]:
    if widget.rows.item is None:
        raise TypeError("rows have items")
    posted_count = _text(posted, path + COUNT) or "0"
    count = min(int(posted_count), MOST_ROWS) if _WHOLE.fullmatch(posted_count) else 0
    rows = []
    for index in range(count):
        before = stored[index] if isinstance(stored, list) and index < len(stored) else None
        value = _value(widget.rows.item, posted, before, join(path, index))
        rows.append("" if value is None else value)
    return rows


def _text(posted: Posted, path: str) -> str | None:
    # The last value is used; browsers send line ends as CRLF (HTML, "Constructing the entry list").
    text = "\n".join(posted.get(path, ("",))[-1].splitlines()) if path in posted else ""
    return text if text.strip() else None


def _number(text: str | None, *, is_whole: bool) -> int | float | str | None:
    """Return a number. A text that is no number is returned as it is, and refused by the model."""
    if text is None or _WHOLE.fullmatch(text.strip()):
        return None if text is None else int(text)
    try:
        return text if is_whole else float(text)
    except ValueError:
        return text


def is_blank(value: Any) -> bool:
    """Return whether nothing was entered."""
    if isinstance(value, dict):
        return all(is_blank(each) for each in value.values())
    if isinstance(value, list):
        return all(is_blank(each) for each in value)
    return value in (None, "", False)


def without_blank_rows(widgets: Sequence[Widget], body: Body, stored: Body | None = None) -> Body:
    """Return a body without blank rows. A blank row that is stored is kept."""
    made = dict(body)
    for widget in widgets:
        value, before = made.get(widget.name), (stored or {}).get(widget.name)
        if widget.kind is WidgetKind.GROUP and isinstance(value, dict):
            made[widget.name] = without_blank_rows(widget.members, value, before if isinstance(before, dict) else None)
        elif widget.kind is WidgetKind.ROWS and widget.rows.item is not None and isinstance(value, list):
            item, known = widget.rows.item, before if isinstance(before, list) else []
            # A row that cannot be removed is identified by its position, so a blank one must stay.
            is_settled = widget.rows.is_settled
            kept = [row for row in value if is_settled or row in known or not _is_blank_row(item, row)]
            made[widget.name] = [
                without_blank_rows(item.members, row) if isinstance(row, dict) and item.members else row for row in kept
            ]
    return made


def _is_blank_row(item: Widget, row: Any) -> bool:
    if item.kind is not WidgetKind.GROUP or not isinstance(row, dict):
        return is_blank(row)
    entered = [each for each in item.members if each.kind in _ENTERED | _COMPOUND]
    # A row with a stored secret is not blank.
    sealed = any(row.get(each.sealed) for each in item.members if each.kind in _SEALED)
    has_blank = any(is_blank(row.get(each.name)) for each in entered)
    return has_blank and not sealed and all(_is_untouched(each, row.get(each.name)) for each in item.members)


def _is_untouched(widget: Widget, value: Any) -> bool:
    """Return whether a field of a row has the value of a new row, which can be a default."""
    match widget.kind:
        case WidgetKind.FACT:
            return True
        case WidgetKind.FLAG:
            return bool(value) == bool(widget.default)
        case WidgetKind.CHOICE if widget.choice.options:
            # Without a default, browsers choose the first.
            return is_blank(value) or value in (widget.default, widget.choice.options[0].value)
        case _:
            return is_blank(value) or value == widget.default


def _rows_at(body: Body, path: str) -> Any:
    """Return the rows at a path. Adds the enclosing groups if they were left out because they were empty."""
    holder: Any = body
    *way, name = steps_of(path)
    for step in way:
        holder = holder.setdefault(step, {}) if isinstance(holder, dict) else find(holder, f"[{step}]")
    return holder.setdefault(name, []) if isinstance(holder, dict) else None


def change_rows(widgets: Sequence[Widget], body: Body, what: str, path: str) -> bool:
    """Add a row at the end of the rows at a path, or remove or move the row at a path. Return whether it exists."""
    if what == "add":
        widget = widget_at(widgets, path)
        if widget is None or widget.rows.item is None or widget.kind is not WidgetKind.ROWS:
            return False
        rows = _rows_at(body, path)
        if not isinstance(rows, list):
            return False
        rows.append(blank(widget.rows.item.members) if widget.rows.item.kind is WidgetKind.GROUP else "")
        return True
    rows_path, _, position = path.rpartition("[")
    rows = find(body, rows_path)
    index = int(position.rstrip("]")) if position.rstrip("]").isdigit() else -1
    if not isinstance(rows, list) or not 0 <= index < len(rows):
        return False
    row = rows.pop(index)
    if what != "remove":
        rows.insert(max(index + (1 if what == "down" else -1), 0), row)
    return True


def reset_dependents(widgets: Sequence[Widget], body: Body, path: str) -> None:
    """Remove the values that depended on the previous value of the field at a path."""
    widget, holder = widget_at(widgets, path), find(body, above(path))
    if widget is not None and isinstance(holder, dict):
        for name in widget.dependence.resets:
            holder.pop(name, None)


def row_focus(body: Body, what: str, path: str) -> str:
    """Return the path that gets the focus after `change_rows`: the new row, or the button to press next."""
    if what == "add":
        return join(path, len(find(body, path)) - 1)
    rows_path, _, position = path.rpartition("[")
    last = len(find(body, rows_path)) - 1
    index = int(position.rstrip("]"))
    if what == "remove":
        return f"remove:{join(rows_path, min(index, last))}" if last >= 0 else f"add:{rows_path}"
    index = min(max(index + (1 if what == "down" else -1), 0), last)
    # At either end the button that was pressed is disabled.
    direction = {0: "down", last: "up"}.get(index, what)
    return f"{direction}:{join(rows_path, index)}"
