"""Answers of frames: pages, redirects, and the cookie that carries a message over a redirect."""

import re
from collections.abc import Mapping
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote, unquote

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from hanse.admin.frames.assets import FrameAssets
from hanse.admin.frames.form.body_paths import element_id
from hanse.admin.frames.form.value_texts import as_text
from hanse.admin.frames.page_request import PageNotice
from hanse.admin.frames.script_texts import script_texts
from hanse.config.declare.marked_fields import join
from hanse.kit.errors import HanseError
from hanse.kit.texts.locale_choice import LOCALE, PSEUDO
from hanse.kit.texts.messages import Message, message
from hanse.kit.texts.translation import is_english, localized, localized_message, say, say_counted
from hanse.kit.time_format import TimeFormat

if TYPE_CHECKING:
    from jinja2 import Environment

# Names that titles contain, with their own capital letters.
_NAMES: Final = ("OpenID Connect", "Active Directory", "Kerberos")
NOTICE = "__Host-hanse-notice"
# A serial number or a fingerprint, which people compare character by character.
_HEXADECIMAL = re.compile(r"[0-9A-F]{12,}")
_NOTICE_SECONDS = 30
_MOST_NOTICE = 300
_FAILED, _DONE = "-", "+"
# With `no-referrer`, which other answers have, browsers send forms with `Origin: null` (Fetch, section 3.2), and
# the origin of a form could not be checked.
HEADERS = {"Referrer-Policy": "same-origin"}

_REFUSALS: Final[Mapping[HTTPStatus, Message]] = {
    HTTPStatus.NOT_FOUND: message("Page not found"),
    HTTPStatus.FORBIDDEN: message("Your account may not do this"),
}


@cache
def _environment(zone: str) -> "Environment":
    # Imported here, because the start of the server does not need it.
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # noqa: PLC0415 - the comment above says why.

    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(join=join, element_id=element_id, t=say, counted=say_counted, number=number)
    moments = TimeFormat(zone)
    environment.filters.update(as_text=as_text, in_prose=in_prose, moment=moments, with_line_breaks=with_line_breaks)
    # `t` translates a declared text, and `tm` what may be a name as well.
    environment.filters.update(t=localized, tm=localized_message)
    environment.tests.update(moment=moments.is_one, hexadecimal=_HEXADECIMAL.fullmatch)
    return environment


# A long name may continue on the next line after these characters.
_BREAKS = re.compile(r"(?<=[,/@+])(?=[^\s,/@+])")


def with_line_breaks(text: str) -> Markup:
    """Return a text that breaks between its parts and not within them."""
    return Markup("<wbr>").join(_BREAKS.split(text))


def number(value: int) -> str:
    """Return a number with marks between groups of three digits, as the language of the page has them."""
    if is_english() or LOCALE.get() == PSEUDO:
        return f"{value:,}"
    # Imported here, because a server whose administrators read English does without.
    from babel.numbers import format_decimal  # noqa: PLC0415 - the comment above says why.

    return str(format_decimal(value, locale=LOCALE.get()))


def in_prose(title: str) -> str:
    """Return a title for use within a sentence: in lower case, but for abbreviations and names."""
    # German writes nouns with a capital letter wherever they stand.
    if LOCALE.get() == "de":
        return title
    words = " ".join(word.lower() if word.istitle() else word for word in title.split(" "))
    for name in _NAMES:
        words = re.sub(re.escape(name), name, words, flags=re.IGNORECASE)
    return words


class FrameRenderer:
    """Renders the templates around the built assets."""

    def __init__(self, assets: FrameAssets, zone: str = "UTC") -> None:
        """`zone` is the time zone in which moments are shown."""
        self._assets = assets
        self._zone = zone
        self.moments = TimeFormat(zone)

    def page(self, template: str, status: HTTPStatus = HTTPStatus.OK, **values: Any) -> Response:
        """Return a page."""
        usual = {
            "assets": self._assets,
            "notice": "",
            "unsaved": False,
            "trail": (),
            "description": "",
            "action": None,
            "guided": None,
        }
        usual |= {"settings": "", "target": "", "locale": "en" if LOCALE.get() == PSEUDO else LOCALE.get()}
        usual["script_texts"] = script_texts()
        text = _environment(self._zone).get_template(template).render({**usual, **values})
        response = Response(text, status.value, HEADERS, "text/html; charset=utf-8")
        if values.get("notice"):
            response.delete_cookie(NOTICE, path="/", secure=True, httponly=True, samesite="strict")
        return response

    def message(self, status: HTTPStatus, title: str, text: str, **values: Any) -> Response:
        """Return a page that shows only a message."""
        return self.page(
            "message.html",
            status,
            title=title,
            text=text,
            **{"session_over": False, "back": None, "problem": "", **values},
        )

    def refusal(self, error: HanseError, **values: Any) -> Response:
        """Return a page that shows only an error."""
        title = localized(_REFUSALS.get(error.status, message("Something went wrong")))
        response = self.message(error.status, title, localized(error.message), **values)
        response.headers.update(error.headers)
        return response


def redirect(address: str, notice: str | PageNotice) -> Response:
    """Return a redirect to another page, which shows the notice. Reloading that page repeats nothing."""
    notice = notice if isinstance(notice, PageNotice) else PageNotice(notice)
    response = Response(status_code=HTTPStatus.SEE_OTHER.value, headers={**HEADERS, "Location": address})
    text = (_FAILED if notice.failed else _DONE) + quote(notice.text[:_MOST_NOTICE], safe="")
    response.set_cookie(NOTICE, text, max_age=_NOTICE_SECONDS, path="/", secure=True, httponly=True, samesite="strict")
    return response


def notice_of(request: Request) -> PageNotice:
    """Return the notice that the previous page left."""
    carried = request.cookies.get(NOTICE, "")
    return PageNotice(unquote(carried[1:])[:_MOST_NOTICE], failed=carried[:1] == _FAILED)
