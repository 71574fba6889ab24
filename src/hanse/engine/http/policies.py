"""Protective headers of the engine, for each kind of answer.

Answers for programs and pages for people differ: a page may be opened by a client in a pop-up, may post a form whose
answer redirects to the client, and shows styles and images; an answer for programs allows none of it.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final
from urllib.parse import urlsplit

from starlette.types import Scope

from hanse.kit.http.headers import (
    NO_REFERRER,
    NO_SNIFFING,
    NO_STORE,
    PERMISSIONS,
    POLICY,
    SAME_ORIGIN_READERS,
    STRICT_TRANSPORT,
    DefaultHeaders,
    Header,
    HeaderPolicy,
    StaticHeaders,
)

_COMMON: Final = (NO_SNIFFING, NO_REFERRER, SAME_ORIGIN_READERS, NO_STORE)
# Whatever reads these answers, nothing in them is to be run, framed or loaded.
_DATA_POLICY: Final[Header] = (POLICY, b"default-src 'none'; frame-ancestors 'none'")
# A page in a pop-up of the client must keep its relation to the page that opened it, or the client does not hear of the
# end of the sign-in. Any other value would sever it (HTML, section 7.1.3).
_OPENER: Final[Header] = (b"cross-origin-opener-policy", b"unsafe-none")
_HOST: Final = re.compile(r"[A-Za-z0-9.-]+")


def page_policy(form_targets: Iterable[str] = (), script_hashes: Iterable[str] = ()) -> Header:
    """Return the Content-Security-Policy of a page for people.

    `form_targets` are the URIs that a form's answer may redirect to: browsers hold redirects after a form post against
    `form-action` too. `script_hashes` are the hashes of scripts within the page, such as `sha256-…`.
    """
    targets = " ".join(dict.fromkeys(("'self'", *map(form_target, form_targets))))
    scripts = " ".join(("'self'", *(f"'{each}'" for each in script_hashes)))
    directives = (
        "default-src 'none'",
        f"script-src {scripts}",
        "style-src 'self'",
        "img-src 'self' data: https:",
        "font-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        f"form-action {targets}",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
    )
    return POLICY, "; ".join(directives).encode()


def form_target(uri: str) -> str:
    """Return the source expression that covers a redirect URI: an origin, or a scheme.

    A host that the grammar of Content Security Policy cannot express, such as an IPv6 address, allows its scheme.
    """
    parts = urlsplit(uri)
    host = parts.hostname or ""
    if parts.scheme not in {"http", "https"} or not _HOST.fullmatch(host):
        return f"{parts.scheme}:"
    return f"{parts.scheme}://{host}" + (f":{parts.port}" if parts.port is not None else "")


def engine_headers(*, tls: bool) -> HeaderPolicy:
    """Return the policy of the engine listener."""
    common = (*_COMMON, STRICT_TRANSPORT) if tls else _COMMON
    data = DefaultHeaders(*common, _DATA_POLICY)
    page = DefaultHeaders(*common, _OPENER, PERMISSIONS, page_policy())

    def choose(_scope: Scope, own: Sequence[Header]) -> DefaultHeaders:
        if type(own) is StaticHeaders:
            return data
        for name, value in own:
            if name == b"content-type":
                return page if value.startswith(b"text/html") else data
        return data

    return choose
