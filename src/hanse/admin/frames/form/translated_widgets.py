"""Widgets with their texts in the language of the page."""

from collections.abc import Iterable
from dataclasses import replace

from hanse.config.declare.ui.widgets import RowsInput, Widget, WidgetOption
from hanse.kit.texts.translation import is_english, localized


def translated(widgets: Iterable[Widget]) -> tuple[Widget, ...]:
    """Return widgets with translated labels, helps and options; in English the widgets as they are."""
    return tuple(widgets) if is_english() else tuple(map(_translated, widgets))


def _translated(widget: Widget) -> Widget:
    return replace(
        widget,
        label=localized(widget.label),
        help=localized(widget.help),
        rows=_translated_rows(widget.rows),
        choice=replace(widget.choice, options=tuple(map(_translated_option, widget.choice.options))),
        members=tuple(map(_translated, widget.members)),
    )


def _translated_rows(rows: RowsInput) -> RowsInput:
    item, shaped = rows.item, rows.shaped
    return replace(
        rows,
        nothing=localized(rows.nothing),
        item=None if item is None else _translated(item),
        shaped=None if shaped is None else lambda row: _translated(shaped(row)),
    )


def _translated_option(option: WidgetOption) -> WidgetOption:
    return option if option.label == option.value else WidgetOption(option.value, localized(option.label))
