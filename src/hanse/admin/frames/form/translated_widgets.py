"""Widgets with their texts in the language of the page."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from hanse.config.declare.ui.widgets import Option, Widget
from hanse.kit.texts.translation import is_english, localized


def translated(widgets: Iterable[Widget]) -> tuple[Widget, ...]:
    """Return widgets with translated labels, helps and options; in English the widgets as they are."""
    return tuple(widgets) if is_english() else tuple(map(_translated, widgets))


def _translated(widget: Widget) -> Widget:
    item, shaped = widget.item, widget.shaped
    changed: dict[str, Any] = {}
    if item is not None:
        changed["item"] = _translated(item)
    if shaped is not None:
        changed["shaped"] = lambda row: _translated(shaped(row))
    return replace(
        widget,
        label=localized(widget.label),
        help=localized(widget.help),
        nothing=localized(widget.nothing),
        options=tuple(
            Option(each.value, each.label if each.label == each.value else localized(each.label))
            for each in widget.options
        ),
        members=tuple(map(_translated, widget.members)),
        **changed,
    )
