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
            texts = _compared(left), _compared(right)
            if texts[0] != texts[1]:
                yield FieldDifference(left.label, *texts)


def _compared(shown: ShownWidget) -> str:
    """Return the text of a value, to compare it with another value of the same field."""
    return say("Yes" if shown.value else "No") if shown.widget.kind is WidgetKind.FLAG else as_text(shown)


def _branches(left: ShownWidget, right: ShownWidget, parents: str) -> Iterator[FieldDifference]:
    """Yield the differences of two trees below a node. A branch that only one tree has is listed with all its nodes."""
    mine, theirs = ({each.label: each for each in side.inner} for side in (left, right))
    for label in dict.fromkeys((*mine, *theirs)):
        path = f"{parents}, {label}" if parents else label
        one, other = mine.get(label), theirs.get(label)
        texts = "" if one is None else one.text, "" if other is None else other.text
        if texts[0] != texts[1]:
            yield FieldDifference(path, *texts)
        nothing = ShownWidget((one or other or left).widget, "", None, label)
        yield from _branches(one or nothing, other or nothing, path)
