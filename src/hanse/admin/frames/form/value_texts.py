"""Texts of form values, for lists and comparisons."""

from hanse.admin.frames.form.widget_values import ShownWidget
from hanse.config.declare.ui.widgets import Widget, WidgetKind
from hanse.kit.texts.translation import say


def as_text(shown: ShownWidget) -> str:  # noqa: PLR0911 - one for each kind.
    """Return the text of a value, for lists and comparisons."""
    widget, value = shown.widget, shown.value
    match widget.kind:
        case WidgetKind.GROUP:
            return " · ".join(text for each in shown.inner if (text := as_text(each)))
        case WidgetKind.ROWS:
            return ", ".join(text for each in shown.inner if (text := as_text(each)))
        case WidgetKind.FLAG:
            return widget.label if value else ""
        case WidgetKind.CHOICES:
            # In the order of the options, because the order of the values has no meaning.
            order = {option.value: index for index, option in enumerate(widget.choice.options)}
            chosen = sorted(map(str, value or ()), key=lambda each: order.get(each, len(order)))
            return ", ".join(_label(widget, each) for each in chosen)
        case WidgetKind.CHOICE | WidgetKind.CARRIED | WidgetKind.FACT:
            return _label(widget, shown.text)
        case WidgetKind.LINES:
            return ", ".join(value)
        case WidgetKind.SECRET | WidgetKind.FILE:
            return _secret_as_text(shown)
        case WidgetKind.REFERENCE:
            return (shown.choices.current if shown.choices is not None else "") or shown.text
        case _:
            return shown.text


def _secret_as_text(shown: ShownWidget) -> str:
    # Entered secrets are not shown.
    if shown.text:
        return (
            say("A new one")
            if shown.widget.kind is WidgetKind.SECRET
            else say("{number} bytes", number=f"{shown.size:,}")
        )
    if not shown.sealed:
        return ""
    return say("Set, since {moment}", moment=shown.since_text) if shown.since else say("Set")


def _label(widget: Widget, value: str) -> str:
    return next((option.label for option in widget.choice.options if option.value == value), value)
