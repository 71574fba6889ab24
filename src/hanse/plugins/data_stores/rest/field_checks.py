"""Checks of the fields of a REST API data store."""

import re
from typing import Final
from urllib.parse import urlsplit

from hanse.config.plugins.numbers import NumberCheck
from hanse.data_stores.settings import SourceFailed
from hanse.plugins.data_stores.rest.json_pointers import read_pointer

LONGEST_MILLISECONDS: Final = 60_000
# Fields that the client itself sets, as they determine the length and the recipient of a request.
_OWN_HEADERS: Final = frozenset({"host", "content-length", "transfer-encoding", "connection", "accept-encoding", "te"})
# RFC 9110, section 5.6.2.
_TOKEN: Final = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_CODES: Final = re.compile(r"[1-5][0-9]{2}( *, *[1-5][0-9]{2}){0,19}")


def check_url(text: str) -> str | None:
    """Return the error in the URL of a service."""
    wrong = "Enter a URL such as https://api.example.com/users."
    try:
        parts = urlsplit(text)
        is_good = parts.scheme in ("https", "http") and parts.hostname and parts.username is None and parts.port != 0
    except ValueError:
        return wrong
    return None if is_good and text.isascii() and text.isprintable() and " " not in text else wrong


def check_base(text: str) -> str | None:
    """Return the error in a base URL, to which resource paths are added."""
    if (wrong := check_url(text)) is not None:
        return wrong
    parts = urlsplit(text)
    if parts.query or parts.fragment:
        return "Enter a URL without a query and a fragment. The resource path of an attribute source can have a query."
    return None


def check_header(text: str) -> str | None:
    """Return the error in the name of a header field."""
    if not _TOKEN.fullmatch(text):
        return "Enter the name of a header field, such as X-Api-Version."
    return "This server sets this header field itself." if text.lower() in _OWN_HEADERS else None


def check_header_value(text: str) -> str | None:
    """Return the error in the value of a header field. A line break would begin another field (CWE-93)."""
    return None if text.isascii() and text.isprintable() else "Enter printable ASCII characters only."


def check_pointer(text: str) -> str | None:
    """Return the error in a JSON pointer."""
    try:
        read_pointer(text)
    except SourceFailed as error:
        return str(error)
    return None


def check_codes(text: str) -> str | None:
    """Return the error in a list of status codes."""
    return None if _CODES.fullmatch(text) else "Enter HTTP status codes separated by commas, such as 429, 503."


def check_milliseconds(text: str) -> str | None:
    """Return the error in a time limit."""
    # Existing configurations use these values for no limit.
    return None if text in ("-1", "0") else NumberCheck(1, LONGEST_MILLISECONDS)(text)
