"""Web origins as values of fields: exact ones, of which browsers send the serialized form."""

import ipaddress
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from hanse.config.declare.fields import HoldsPattern
from hanse.kit.http.hosts import DEFAULT_PORTS, names_loopback, split_authority

# An origin has no path (RFC 6454, section 6.1). Patterns are not accepted: any host that matches one could be taken
# over by a stranger.
ORIGIN = r"^[Hh][Tt][Tt][Pp][Ss]?://([A-Za-z0-9._-]{1,255}|\[[0-9A-Fa-f:.]{2,45}\])(:[0-9]{1,5})?$"
EXPECTED = "Enter the exact origin, with https and without a path, such as https://tools.example.com."
_MOST_ADDRESS = 2_048
_EXPECTED_PAGE = "Enter the https URL of a page, such as https://login.example.com/sign-in, without a fragment."


def _is_host(host: str) -> bool:
    try:
        return not host.startswith("[") or bool(ipaddress.IPv6Address(host[1:-1]))
    except ValueError:
        return False


def _check_secure(text: str) -> str:
    """Refuse http, whose pages anyone on the way can change, except for this machine (RFC 8252, section 8.3)."""
    scheme, _, authority = text.partition("://")
    parts = split_authority(authority.encode(), scheme.lower())
    if parts is None or parts[1] not in range(1, 65_536) or not _is_host(parts[0]):
        raise PydanticCustomError("invalid_origin", EXPECTED)
    if scheme.lower() == "http" and not names_loopback(parts[0]):
        raise PydanticCustomError(
            "invalid_origin", "Only origins on this machine, such as http://localhost:8080, may use http."
        )
    return text


def _check_page(text: str) -> str:
    """Check the address of a page whose scripts are trusted: its origin must be an exact, secure one."""
    try:
        parts = urlsplit(text)
    except ValueError:
        parts = urlsplit("")
    is_plain = text.isascii() and text.isprintable() and not any(each in text for each in ' "<>\\^`{|}#@')
    if not is_plain or parts.scheme.lower() not in DEFAULT_PORTS:
        raise PydanticCustomError("invalid_url", _EXPECTED_PAGE)
    _check_secure(f"{parts.scheme}://{parts.netloc}")
    return text


def serialized_origin(origin: str) -> str:
    """Return an origin as browsers write it: in lower case and without the default port (RFC 6454, section 6.2)."""
    scheme, _, authority = origin.lower().partition("://")
    parts = split_authority(authority.encode(), scheme)
    if parts is None:
        raise ValueError("an origin without a host was stored")
    host, port = parts
    if host.startswith("["):
        host = f"[{ipaddress.IPv6Address(host[1:-1]).compressed}]"
    return f"{scheme}://{host}" if port == DEFAULT_PORTS[scheme] else f"{scheme}://{host}:{port}"


def origin_of_page(address: str) -> str:
    """Return the origin of a page's address."""
    parts = urlsplit(address)
    return serialized_origin(f"{parts.scheme}://{parts.netloc}")


ExactOrigin = Annotated[str, Field(max_length=300), HoldsPattern(ORIGIN, EXPECTED), AfterValidator(_check_secure)]
PageAddress = Annotated[str, Field(max_length=_MOST_ADDRESS), AfterValidator(_check_page)]
