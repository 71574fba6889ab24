"""Fields in which two fillings of one form differ, for the two sides of a conflict."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hanse.admin.frames.form.value_texts import as_text
from hanse.admin.frames.form.widget_values import ShownWidget
from hanse.config.declare.ui.widgets import WidgetKind
from hanse.kit.texts.translation import say


@dataclass(frozen=True)
class FieldDifference:
    """A field with different values on the two sides."""

    label: str
    mine: str
    theirs: str


def differences(mine: Sequence[ShownWidget], theirs: Sequence[ShownWidget]) -> Iterator[FieldDifference]:
    """Yield the fields in which two fillings of the same form differ."""
    for left, right in zip(mine, theirs, strict=True):
        if left.widget.kind is WidgetKind.GROUP:
            yield from differences(left.inner, right.inner)
        elif left.widget.kind is WidgetKind.TREE:
            yield from _branches(left, right, "")
        elif left.widget.kind is not WidgetKind.FACT:
            said = _compared(left), _compared(right)
            if said[0] != said[1]:
                yield FieldDifference(left.label, *said)


def _compared(shown: ShownWidget) -> str:
    """Return the text of a value that is shown beside another value of the same field."""
    return say("Yes" if shown.value else "No") if shown.widget.kind is WidgetKind.FLAG else as_text(shown)


def _branches(left: ShownWidget, right: ShownWidget, way: str) -> Iterator[FieldDifference]:
    """Yield the differences of two trees below a node. A branch that only one tree has is listed with all its nodes."""
    mine, theirs = ({each.label: each for each in side.inner} for side in (left, right))
    for label in dict.fromkeys((*mine, *theirs)):
        place = f"{way}, {label}" if way else label
        one, other = mine.get(label), theirs.get(label)
        said = "" if one is None else one.text, "" if other is None else other.text
        if said[0] != said[1]:
            yield FieldDifference(place, *said)
        nothing = ShownWidget((one or other or left).widget, "", None, label)
        yield from _branches(one or nothing, other or nothing, place)
