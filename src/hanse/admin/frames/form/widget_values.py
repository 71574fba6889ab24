"""Widgets as the templates show them: with values, errors and choices."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from hanse.admin.frames.form.body_paths import above, element_id
from hanse.admin.frames.form.translated_widgets import translated
from hanse.config.declare.marked_fields import join
from hanse.config.declare.ui.widgets import Widget, WidgetKind, WidgetOption
from hanse.config.secrets.keyring import sealed_since
from hanse.kit.clock import to_text
from hanse.kit.errors import FieldError
from hanse.kit.texts.translation import localized
from hanse.resources.security.key_pairs.view import EXPIRES_SOON

Body = Mapping[str, Any]


@dataclass(frozen=True)
class PickerChoices:
    """The choices of a picker: the first results, and whether there are more."""

    options: tuple[WidgetOption, ...]
    current: str = ""
    search: str = ""
    has_more: bool = False
    # If there is nothing to choose yet: the page that adds the first item, and the text of its link.
    add_page: str = ""
    add_text: str = ""


# The states of certificates by their statuses. EXPIRES_SOON means that somebody has to renew a valid certificate.
_STATES = {"VALID": "good", "NOT_YET_VALID": "soon", EXPIRES_SOON: "ending", "EXPIRED": "bad", "REVOKED": "bad"}
# Returns None if this version does not have the resource.
ChoiceLookup = Callable[[Widget, str, str], PickerChoices | None]


class HeadedPart(Protocol):
    """The part of a form that contains a widget, if it has a heading."""

    @property
    def heading_ids(self) -> str:
        """The ids of the headings that name it."""
        ...


@dataclass
class ShownWidget:
    """A widget with the value at one path of a body."""

    widget: Widget
    path: str
    value: Any
    label: str
    # Below a group its members, below rows the rows.
    inner: list["ShownWidget"] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    choices: PickerChoices | None = None
    # True if it can no longer be changed.
    locked: bool = False
    # For a secret: its sealed text, the time since when it is set (and that time as text), and whether it is cleared.
    sealed: str = ""
    since: str = ""
    since_text: str = ""
    cleared: bool = False
    # For a list of scopes: the names that are scope groups.
    scope_groups: tuple[str, ...] = ()
    # For the rows of a contract: the attributes that can be added with one click.
    offered: tuple[str, ...] = ()
    # The section or group with a heading that contains it, if there is one.
    section: HeadedPart | None = field(default=None, repr=False)

    @property
    def heading_ids(self) -> str:
        """The ids of the headings that name it. A form can have several sections with the same heading."""
        return self.id if self.section is None else f"{self.section.heading_ids} {self.id}"

    @property
    def id(self) -> str:
        """The id of its element."""
        return element_id(self.path)

    @property
    def text(self) -> str:
        """The value as an input has it."""
        if isinstance(self.value, list):
            return ", ".join(map(str, self.value))
        return "" if self.value is None else str(self.value)

    @property
    def state(self) -> str:
        """The state of a certificate, for its color and icon; empty for all other values."""
        return _STATES.get(self.text, "") if self.widget.name == "status" else ""

    @property
    def size(self) -> int:
        """Size in bytes of a file, whose value is in base64."""
        return len(self.text) * 3 // 4 - self.text[-2:].count("=")

    def error_text(self, text: str) -> str:
        """Return the text of an error as this widget shows it."""
        return text

    @property
    def is_missing(self) -> bool:
        """Return whether the widget refers to a resource, or has rows that do, which this version does not have."""
        widget = self.widget.rows.item if self.widget.rows.item is not None else self.widget
        return widget.kind is WidgetKind.REFERENCE and self.choices is None

    @property
    def has_errors(self) -> bool:
        """Return whether this widget, or a widget inside it, has an error."""
        return bool(self.errors) or any(each.has_errors for each in self.inner)


@dataclass(frozen=True)
class FormFinding:
    """One line of the error summary; `target` is the ID of the element that shows the error, if there is one."""

    message: str
    target: str = ""


@dataclass(frozen=True)
class FormFiller:
    """Fills a form. `choose` returns the choices of a picker, from its widget, the search words and the current ID."""

    choose: ChoiceLookup
    # The search words of pickers, by path.
    searches: Mapping[str, str] = field(default_factory=dict)
    is_new: bool = False
    # The times since when secrets are set, by path.
    since: Mapping[str, str] = field(default_factory=dict)
    # Fills a tree: from its widget, its value, its path and the body that contains it.
    complete_tree: Callable[[Widget, Any, str, Body], ShownWidget] | None = None
    # Returns which of the names in a list of scopes are scope groups.
    groups_among: Callable[[Widget, Sequence[str]], tuple[str, ...]] = field(default=lambda _widget, _names: ())
    # The format of a point in time.
    moments: Callable[[str], str] = str

    def fill(self, widgets: Sequence[Widget], body: Body, path: str = "") -> list[ShownWidget]:
        """Return a form with a body's values in it, in the language of the page."""
        return self._fill(translated(widgets), body, path)

    def _fill(self, widgets: Sequence[Widget], body: Body, path: str) -> list[ShownWidget]:
        filled = [self._filled(widget, body.get(widget.name), join(path, widget.name), body) for widget in widgets]
        return [shown for shown in filled if not shown.is_missing]

    def _filled(self, widget: Widget, value: Any, path: str, holder: Body, label: str = "") -> ShownWidget:
        shown = ShownWidget(widget, path, value, label or widget.label, locked=widget.fixed and not self.is_new)
        match widget.kind:
            case WidgetKind.GROUP:
                shown.inner = self._fill(widget.members, value if isinstance(value, dict) else {}, path)
                for each in shown.inner:
                    each.section = shown if shown.label else shown.section
            case WidgetKind.ROWS if widget.rows.item is not None:
                if widget.rows.item.kind is WidgetKind.REFERENCE:
                    shown.choices = self.choose(widget.rows.item, "", "")
                rows = value if isinstance(value, list) else []
                shown.inner = [
                    self._filled(widget.rows.shaped(row), row, join(path, index), {})
                    if widget.rows.shaped is not None
                    else self._filled(
                        widget.rows.item, row, join(path, index), {}, f"{widget.rows.item.label} {index + 1}"
                    )
                    for index, row in enumerate(rows)
                ]
            case WidgetKind.REFERENCE:
                shown.value = value.get("id") if isinstance(value, dict) else value
                shown.choices = self.choose(widget, self.searches.get(path, ""), shown.text)
            case WidgetKind.SECRET | WidgetKind.FILE:
                # The stored secret is never shown. A value is what was just entered, in a form that is shown again.
                shown.sealed = str(holder.get(widget.sealed) or "")
                shown.since = self.since.get(path, "") or _since(shown.sealed)
                shown.since_text = self.moments(shown.since)
                shown.cleared = holder.get(widget.sealed) == ""
            case WidgetKind.LINES:
                shown.value = widget.lines.lines_of(value)
                shown.scope_groups = self.groups_among(widget, shown.value) if widget.lines.scope_type else ()
            case WidgetKind.FLAG:
                shown.value = bool(value)
            case WidgetKind.TREE if self.complete_tree is not None:
                return self.complete_tree(widget, value, path, holder)
        return shown


def _since(sealed: str) -> str:
    moment = sealed_since(sealed) if sealed else None
    return "" if moment is None else to_text(moment)


def note_errors(form: Sequence[ShownWidget], errors: Sequence[FieldError], elsewhere: str = "") -> list[FormFinding]:
    """Add each error to its widget, and return the error summary in the order of the form.

    `elsewhere` is the summary if no error has a text.
    """
    by_path: defaultdict[str, list[ShownWidget]] = defaultdict(list)
    order: dict[str, int] = {}
    for shown in _all(form):
        by_path[shown.path].append(shown)
        order[shown.id] = len(order)
    findings = []
    for error in errors:
        path = error.field_path or ""
        while path and path not in by_path:
            path = above(path)
        if not path:
            findings.append(FormFinding(localized(error.message)))
            continue
        shown = _labeled(by_path[path][-1])
        line = _line(shown, (error.field_path or "").removeprefix(path))
        text = localized(error.message)
        message = f"{line}: {text}" if line not in text else text
        if (text_here := shown.error_text(message)) not in shown.errors:
            shown.errors.append(text_here)
            findings.append(FormFinding(f"{shown.label}: {text_here}", shown.id))
    findings.sort(key=lambda finding: order.get(finding.target, len(order)))
    return findings or ([FormFinding(localized(elsewhere))] if elsewhere else [])


def _labeled(shown: ShownWidget) -> ShownWidget:
    """Return the widget that shows an error: for a group without a label, its first field."""
    visible = (each for each in shown.inner if each.widget.kind is not WidgetKind.CARRIED)
    return shown if shown.label or (first := next(visible, None)) is None else _labeled(first)


def _line(shown: ShownWidget, rest: str) -> str:
    """Return the line of a multi-line field that an error is about; empty for other fields."""
    position = rest.strip("[]")
    is_line = shown.widget.kind is WidgetKind.LINES and position.isdigit() and int(position) < len(shown.value)
    return str(shown.value[int(position)]) if is_line else ""


def _all(form: Sequence[ShownWidget]) -> Iterator[ShownWidget]:
    for shown in form:
        yield shown
        yield from _all(shown.inner)
