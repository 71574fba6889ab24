"""The addresses that a client has: where users and messages are sent."""

import re
from typing import Annotated
from urllib.parse import SplitResult, urlsplit

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

MOST_LENGTH = 2048
# RFC 3986, section 3: a scheme, and then something without what no address may have as it is.
_URI = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:[^\s\"<>\\^`{|}]+")
# What a browser would run or show as a page of ours.
_NEVER = frozenset({"javascript", "data", "vbscript", "file", "blob", "about", "view-source", "ws", "wss"})
WILDCARD = "*"


def _check_redirect(text: str) -> str:
    """Check a redirect URI (RFC 6749, section 3.1.2; RFC 8252, section 7 for schemes of applications)."""
    scheme = text.partition(":")[0].lower()
    if not _URI.fullmatch(text) or scheme in _NEVER:
        raise PydanticCustomError("invalid_url", "Enter a URI such as https://app.example.com/callback.")
    if "#" in text:
        raise PydanticCustomError("invalid_url", "Remove the fragment from the URI (RFC 6749, section 3.1.2).")
    host = _parts(text).netloc
    if scheme in ("http", "https") and not _parts(text).hostname:
        raise PydanticCustomError("invalid_url", "Enter a URI such as https://app.example.com/callback.")
    if WILDCARD in host or "@" in host:
        # RFC 9700, section 4.1: whoever gets hold of one host below a domain would get the codes of all.
        raise PydanticCustomError("invalid_url", "Use an asterisk in the path only, not in the host.")
    return text


def _check_web(text: str) -> str:
    parts = _parts(text)
    if not _URI.fullmatch(text) or parts.scheme not in ("http", "https") or not parts.hostname or "#" in text:
        raise PydanticCustomError("invalid_url", "Enter an http or https URL.")
    return text


def _check_secure(text: str) -> str:
    parts = _parts(text)
    if not _URI.fullmatch(text) or parts.scheme != "https" or not parts.hostname or "#" in text:
        raise PydanticCustomError("invalid_url", "Enter an https URL.")
    return text


def _parts(text: str) -> SplitResult:
    try:
        parts = urlsplit(text)
        parts.port  # noqa: B018 - reading it checks it.
    except ValueError:
        return urlsplit("")
    return parts


RedirectUri = Annotated[str, Field(max_length=MOST_LENGTH), AfterValidator(_check_redirect)]
WebAddress = Annotated[str, Field(max_length=MOST_LENGTH), AfterValidator(_check_web)]
# Existing clients of the API send "" for an address that is not set.
OptionalWebAddress = Annotated[
    str, Field(max_length=MOST_LENGTH), AfterValidator(lambda text: text and _check_web(text))
]
OptionalSecureAddress = Annotated[
    str, Field(max_length=MOST_LENGTH), AfterValidator(lambda text: text and _check_secure(text))
]


def host_of(address: str) -> str:
    """Return the host of an address, in the letter case in which hosts are compared."""
    return (_parts(address).hostname or "").lower()
