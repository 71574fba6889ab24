"""Translation of texts into the language of the current request."""

import re
from datetime import UTC, datetime
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from markupsafe import Markup, escape

from hanse.kit.clock import shown
from hanse.kit.texts.locale_choice import DEFAULT_LOCALE, LOCALE, PSEUDO
from hanse.kit.texts.messages import Message, counted, message

if TYPE_CHECKING:
    from babel.support import Format

FOLDER: Final = Path(__file__).parent / "translations"
_ACCENTS: Final = str.maketrans("aceinostuyACEINOSUY", "áçéíñóšťúýÁÇÉÍÑÓŠÚÝ")
_VALUES: Final = re.compile(r"(\{[^{}]*\})")


class PseudoTranslations(NullTranslations):
    """English with accents and in brackets: a text that is shown without them is not translated."""

    def gettext(self, message: str) -> str:
        """Return the text with accents; the names of values stay."""
        if not message or message.startswith("["):
            return message
        parts = _VALUES.split(message)
        return f"[{''.join(part if part.startswith('{') else part.translate(_ACCENTS) for part in parts)}]"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the form for a number with accents."""
        return self.gettext(msgid1 if n == 1 else msgid2)


@cache
def translations(locale: str) -> NullTranslations:
    """Return the texts of a language. They are compiled at the first use of the language."""
    if locale == PSEUDO:
        return PseudoTranslations()
    # Imported here, because a server whose administrators read English needs neither.
    from babel.messages.mofile import write_mo  # noqa: PLC0415 - the comment above says why.
    from babel.messages.pofile import read_po  # noqa: PLC0415 - the comment above says why.

    compiled = BytesIO()
    with (FOLDER / f"{locale}.po").open("rb") as file:
        write_mo(compiled, read_po(file, locale))
    compiled.seek(0)
    return GNUTranslations(compiled)


def is_english() -> bool:
    """Return whether the answer is in English, the language of the texts themselves."""
    return LOCALE.get() == DEFAULT_LOCALE


def localized(text: str) -> str:
    """Return a declared text in the language of the request; in English if there is no translation."""
    if is_english():
        return str.__str__(text)
    if isinstance(text, Message):
        return template_of(text).format_map({name: _localized_value(each) for name, each in text.values.items()})
    return translations(LOCALE.get()).gettext(text) if text else text


class _Number(int):
    """An integer whose digits are grouped for the language of the request if its template requests it."""

    def __format__(self, form: str) -> str:
        return _formats().decimal(int(self)) if form == "," else super().__format__(form)


def _localized_value(value: Any) -> Any:
    if isinstance(value, Message):
        return localized(value)
    if isinstance(value, datetime):
        return localized_moment(value)
    return _Number(value) if type(value) is int else value


def localized_moment(moment: datetime) -> str:
    """Return a time in the format of `kit.clock.shown`, with the name of the month in the language of the request."""
    if is_english():
        return shown(moment)
    return _formats().datetime(moment.astimezone(UTC), "dd LLL yyyy, HH:mm 'UTC'")


def calendar_names(moment: datetime) -> tuple[str, str]:
    """Return the short names of a time's day and month in the language of the request, in their standalone form."""
    return _formats().date(moment, "ccc"), _formats().date(moment, "LLL")


def localized_month(moment: datetime) -> str:
    """Return the name of a time's month with its year in the language of the request."""
    return _formats().date(moment, "LLLL yyyy")


@cache
def _formats_of(locale: str) -> "Format":
    # Imported here for the same reason as above.
    from babel.support import Format  # noqa: PLC0415 - the comment above says why.

    return Format(DEFAULT_LOCALE if locale == PSEUDO else locale)


def _formats() -> "Format":
    return _formats_of(LOCALE.get())


def localized_message(text: str) -> str:
    """Return a message in the language of the request; any other text may be a name, and stays unchanged."""
    return localized(text) if isinstance(text, Message) else text


def template_of(text: Message) -> str:
    """Return the translated template of a message."""
    if is_english():
        return text.plural if text.plural and text.number != 1 else text.template
    found = translations(LOCALE.get())
    if text.plural:
        return found.ngettext(text.template, text.plural, text.number)
    return found.gettext(text.template)


def say(template: str, /, **values: Any) -> str:
    """Return a text with values in the language of the request. Values with markup give a text with markup."""
    return _render(message(template, **values))


def say_counted(singular: str, plural: str, count: int, /, **values: Any) -> str:
    """Return a text that depends on a number, in the language of the request."""
    return _render(counted(singular, plural, count, **values))


def _render(made: Message) -> str:
    if any(isinstance(each, Markup) for each in made.values.values()):
        return Markup(escape(template_of(made))).format(**made.values)  # noqa: S704 - the template is escaped.
    return localized(made)
