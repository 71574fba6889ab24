"""The language of an answer: its selection, and its storage while a request is answered."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

DEFAULT_LOCALE: Final = "en"
# English with accents, for tests that look for texts without a translation. It is not offered to users.
PSEUDO: Final = "pseudo"
# The languages into which the server's own texts are translated.
TRANSLATED: Final = ("de", "es")
# Set by the console's account menu (`console/src/platform/locale.ts`), which has the same languages.
COOKIE: Final = "hanse_locale"
_MOST_RANGES: Final = 20
# The language of the current request. Worker threads inherit it with the context.
LOCALE: ContextVar[str] = ContextVar("hanse_locale", default=DEFAULT_LOCALE)


@contextmanager
def speaking(locale: str) -> Iterator[None]:
    """Use a language for texts outside of a request, for example in e-mails."""
    token = LOCALE.set(locale)
    try:
        yield
    finally:
        LOCALE.reset(token)


def locale_of(headers: Iterable[tuple[bytes, bytes]]) -> str:
    """Return the language of a request from its header fields: that of the cookie, or else of `Accept-Language`."""
    accepted: list[str] = []
    for name, value in headers:
        if name == b"cookie":
            for pair in value.decode("latin-1").split(";"):
                cookie, _, chosen = pair.strip().partition("=")
                if cookie == COOKIE and chosen in (DEFAULT_LOCALE, *TRANSLATED, PSEUDO):
                    return chosen
        elif name == b"accept-language":
            accepted.append(value.decode("latin-1"))
    return choose_locale((), ",".join(accepted), (DEFAULT_LOCALE, *TRANSLATED))


def choose_locale(ui_locales: Sequence[str], accept_language: str, available: Collection[str]) -> str:
    """Return the language of a page: that of `ui_locales`, or else of `Accept-Language`, or else English.

    A language tag is shortened from its end until there is a catalog for it (RFC 4647, section 3.4), so that `de-AT` is
    answered in German.
    """
    by_tag = {each.lower(): each for each in available}
    for wanted in (*ui_locales[:_MOST_RANGES], *_accepted(accept_language)):
        parts = wanted.strip().lower().replace("_", "-").split("-")
        while parts:
            if (found := by_tag.get("-".join(parts))) is not None:
                return found
            parts.pop()
    return DEFAULT_LOCALE


def _accepted(header: str) -> Iterator[str]:
    """Yield the language ranges of a header, the best first (RFC 9110, section 12.5.4)."""
    weighted: list[tuple[float, str]] = []
    for each in header.split(",")[:_MOST_RANGES]:
        tag, _, parameter = each.partition(";")
        weight = _weight(parameter)
        if tag.strip() not in ("", "*") and weight > 0:
            weighted.append((weight, tag))
    return (tag for _, tag in sorted(weighted, key=lambda pair: -pair[0]))


def _weight(parameter: str) -> float:
    name, _, value = parameter.strip().partition("=")
    if name.strip() != "q":
        return 1.0
    try:
        return float(value)
    except ValueError:
        return 0.0
