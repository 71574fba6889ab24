"""Forms as summaries: the values of each section as texts."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from cryptography import x509

from hanse.admin.frames.form.shown_sections import ShownSection, every_field
from hanse.admin.frames.form.value_texts import as_text
from hanse.admin.frames.form.widget_values import ShownWidget
from hanse.config.declare.ui.layout import CHOSEN
from hanse.config.declare.ui.widgets import WidgetKind
from hanse.crypto.certificate_facts import distinguished_name
from hanse.kit.texts.translation import say

# The condition that a field has a value.
(ANY,) = CHOSEN
_CERTIFICATE: Final = re.compile("-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----", re.DOTALL)


@dataclass(frozen=True)
class SummaryLine:
    """A field with its value; a table has a text for each of its rows."""

    label: str
    texts: tuple[str, ...]


@dataclass(frozen=True)
class SummarySection:
    """A section with the fields that have a value."""

    label: str
    id: str
    lines: tuple[SummaryLine, ...]


def summary_of(sections: Iterable[ShownSection], form: Iterable[ShownWidget]) -> tuple[SummarySection, ...]:
    """Return the summary of a form's sections. Sections and fields that the form does not show are left out."""
    hidden = _hidden_paths(list(every_field(form)))
    found = ((each, [inner for inner in each.inner if not _is_below(inner.path, hidden)]) for each in sections)
    return tuple(SummarySection(each.label, each.id, tuple(_lines(inner, hidden))) for each, inner in found if inner)


def _lines(form: Iterable[ShownWidget], hidden: Collection[str]) -> list[SummaryLine]:
    """Return the lines of a part; none if nothing in it has a value, and all of its flags are off."""
    lines: list[SummaryLine] = []
    is_used = False
    for shown in form:
        if shown.path in hidden:
            continue
        if shown.widget.kind is WidgetKind.GROUP:
            lines += (inner := _lines(shown.inner, hidden))
            is_used |= bool(inner)
        elif shown.widget.kind is not WidgetKind.CARRIED and (texts := _texts(shown)):
            lines.append(SummaryLine(shown.label, texts))
            is_used |= shown.widget.kind is not WidgetKind.FLAG or bool(shown.value)
    return lines if is_used else []


def _hidden_paths(fields: Sequence[ShownWidget]) -> Collection[str]:
    """Return the paths of the fields that do not apply, by the values of the fields that they depend on."""
    values = {each.path: _values(each.value) for each in fields}
    return {
        each.path
        for each in fields
        if not all(_has_one(values[path], wanted) for path, wanted in each.widget.dependence.when if path in values)
    }


def _has_one(found: Collection[str], wanted: Collection[str]) -> bool:
    return any(each in wanted or (each and ANY in wanted) for each in found)


def _is_below(path: str, hidden: Collection[str]) -> bool:
    """Return whether a path, or a group that contains it, is hidden. Sections can show single members of a group."""
    parts = path.split(".")
    return any(".".join(parts[:number]) in hidden for number in range(1, len(parts) + 1))


def _values(value: Any) -> tuple[str, ...]:
    """Return a value as a form would send it."""
    if isinstance(value, list):
        return tuple(map(str, value))
    if isinstance(value, bool):
        return ("true" if value else "",)
    return ("" if value is None else str(value),)


def _texts(shown: ShownWidget) -> tuple[str, ...]:
    match shown.widget.kind:
        case WidgetKind.FLAG:
            return (say("Yes") if shown.value else say("No"),)
        case WidgetKind.ROWS:
            return tuple(text for row in shown.inner if (text := _short(as_text(row))))
        case _:
            return (text,) if (text := _short(as_text(shown))) else ()


def _short(text: str) -> str:
    """Return a text with the subjects of certificates instead of their encoded contents."""
    return _CERTIFICATE.sub(_subject, text)


def _subject(encoded: re.Match[str]) -> str:
    return distinguished_name(x509.load_pem_x509_certificate(encoded[0].encode()).subject)
