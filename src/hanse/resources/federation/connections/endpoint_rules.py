"""Addresses of a partner's endpoints: complete URLs, or paths below the base URL of the connection."""

import re
from collections.abc import Iterable, Iterator
from typing import Final
from urllib.parse import urlsplit

from hanse.kit.errors import FieldError

# Characters that are allowed in a URI (RFC 3986, section 2).
_URL: Final = re.compile(r"[^\s\"<>\\^`{|}\x00-\x20\x7f-\U0010ffff]+")


def absolute_endpoint(base_url: str | None, url: str) -> str:
    """Return the address of an endpoint; a path is appended to the base URL."""
    return f"{(base_url or '').rstrip('/')}{url}" if url.startswith("/") else url


def endpoint_errors(base_url: str | None, endpoints: Iterable[tuple[str, str]]) -> Iterator[FieldError]:
    """Find addresses that are not http or https URLs, given the paths of the members and the addresses."""
    for path, url in endpoints:
        if url.startswith("/") and not base_url:
            yield FieldError("Enter a complete URL, or a base URL of the connection.", path, "invalid_url")
        elif not _is_web_address(absolute_endpoint(base_url, url)):
            yield FieldError("Enter an http or https URL.", path, "invalid_url")


def _is_web_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        port_is_good = parts.port is None or parts.port > 0
    except ValueError:
        return False
    # A user part can disguise the host, as in https://sp.example.com@evil.example/.
    is_plain = not (parts.fragment or "@" in parts.netloc) and _URL.fullmatch(url) is not None
    return parts.scheme in ("http", "https") and bool(parts.hostname) and port_is_good and is_plain
