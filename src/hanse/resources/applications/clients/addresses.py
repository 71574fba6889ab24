"""Rules for the addresses of a client: redirect URIs, logout URIs and notification endpoints."""

import re
from typing import Annotated
from urllib.parse import SplitResult, urlsplit

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

MOST_LENGTH = 2048
# RFC 3986, section 3: a scheme followed by characters that are allowed in a URI.
_URI = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:[^\s\"<>\\^`{|}]+")
# Schemes whose content a browser would run or show as a page of this server.
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
    if "@" in host:
        # A user part can disguise the host, as in https://app.example.com@evil.example/.
        raise PydanticCustomError("invalid_url", "Remove the user name and the @ from the URI.")
    if WILDCARD in host:
        # RFC 9700, section 4.1: an attacker who controls one host below the domain would receive the codes of all
        # users.
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


def _check_request(text: str) -> str:
    """Check a request URI. Its fragment can be the digest of the object (OpenID Connect Core 1.0, section 6.2)."""
    _check_secure(text.partition("#")[0])
    if not _URI.fullmatch(text) or text.count("#") > 1:
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
SecureAddress = Annotated[str, Field(max_length=MOST_LENGTH), AfterValidator(_check_secure)]
RequestUri = Annotated[str, Field(max_length=MOST_LENGTH), AfterValidator(_check_request)]
# Clients of the API send an empty string for an address that is not set.
OptionalWebAddress = Annotated[
    str, Field(max_length=MOST_LENGTH), AfterValidator(lambda text: text and _check_web(text))
]
OptionalSecureAddress = Annotated[
    str, Field(max_length=MOST_LENGTH), AfterValidator(lambda text: text and _check_secure(text))
]


def host_of(address: str) -> str:
    """Return the host of an address in lower case, for comparisons."""
    return (_parts(address).hostname or "").lower()
