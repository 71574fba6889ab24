"""Security headers of the engine, for each kind of answer.

Answers for programs and pages for people differ: a page may be opened by a client in a pop-up, and shows styles and
images; an answer for programs allows none of it.
"""

from collections.abc import Sequence
from typing import Final

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
# Nothing in these answers may be executed, framed or loaded, whatever reads them.
_DATA_POLICY: Final[Header] = (POLICY, b"default-src 'none'; frame-ancestors 'none'")
# A page in a client's pop-up must keep its relation to the page that opened it, or the client does not learn that the
# sign-in has ended. Any other value would cut it (HTML, section 7.1.3).
_OPENER: Final[Header] = (b"cross-origin-opener-policy", b"unsafe-none")
# Pages with forms have a policy of their own, which names the forms' targets.
_PAGE_POLICY: Final[Header] = (
    POLICY,
    (
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: https:; font-src 'self'; "
        b"connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
        b"require-trusted-types-for 'script'"
    ),
)


def engine_headers(*, tls: bool) -> HeaderPolicy:
    """Return the policy of the engine listener."""
    common = (*_COMMON, STRICT_TRANSPORT) if tls else _COMMON
    data = DefaultHeaders(*common, _DATA_POLICY)
    page = DefaultHeaders(*common, _OPENER, PERMISSIONS, _PAGE_POLICY)

    def choose(_scope: Scope, own: Sequence[Header]) -> DefaultHeaders:
        if type(own) is StaticHeaders:
            return data
        for name, value in own:
            if name == b"content-type":
                return page if value.startswith(b"text/html") else data
        return data

    return choose
