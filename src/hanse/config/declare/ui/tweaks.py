"""Differences between the widgets of a form and those derived from its model."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from hanse.config.declare.ui.widgets import (
    ChoiceInput,
    Dependence,
    ReferenceInput,
    RowsInput,
    TextInput,
    Widget,
    WidgetKind,
)


@dataclass(frozen=True, kw_only=True)
class Tweak:
    """Changes of one widget, by the members of `Widget`; None leaves a member unchanged."""

    kind: WidgetKind | None = None
    label: str | None = None
    help: str | None = None
    required: bool | None = None
    nullable: bool | None = None
    default: Any = None
    fixed: bool | None = None
    advanced: bool | None = None
    members: tuple[Widget, ...] | None = None
    text: TextInput | None = None
    choice: ChoiceInput | None = None
    reference: ReferenceInput | None = None
    rows: RowsInput | None = None
    dependence: Dependence | None = None

    def __or__(self, other: "Tweak") -> "Tweak":
        """Return a tweak with the differences of both; the other one takes precedence."""
        return replace(self, **other._differences)

    def applied(self, widget: Widget) -> Widget:
        """Return a widget with these differences."""
        return replace(widget, **self._differences)

    @property
    def _differences(self) -> dict[str, Any]:
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        return {name: value for name, value in values.items() if value is not None}


# By the names of the widgets' members.
Tweaks = Mapping[str, Tweak]
_UNCHANGED = Tweak()


def tweaked(widgets: Iterable[Widget], tweaks: Tweaks) -> tuple[Widget, ...]:
    """Return widgets with the declared differences."""
    return tuple(tweaks.get(each.name, _UNCHANGED).applied(each) for each in widgets)
