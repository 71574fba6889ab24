"""Forms as summaries: the values of each section as texts."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from cryptography import x509

from hanse.admin.frames.form.shown_sections import ShownSection
from hanse.admin.frames.form.value_texts import as_text
from hanse.admin.frames.form.widget_values import ShownWidget
from hanse.config.declare.ui.widgets import WidgetKind
from hanse.crypto.certificate_facts import distinguished_name
from hanse.kit.texts.translation import say

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


def summary_of(sections: Iterable[ShownSection]) -> tuple[SummarySection, ...]:
    """Return the summary of a form's sections. Sections that the form does not show are left out."""
    return tuple(SummarySection(each.label, each.id, tuple(_lines(each.inner))) for each in sections if each.inner)


def _lines(form: Iterable[ShownWidget]) -> Iterator[SummaryLine]:
    for shown in form:
        if shown.widget.kind is WidgetKind.GROUP:
            yield from _lines(shown.inner)
        elif shown.widget.kind is not WidgetKind.CARRIED and (texts := _texts(shown)):
            yield SummaryLine(shown.label, texts)


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
