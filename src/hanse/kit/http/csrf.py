"""Protection against cross-site requests: checks that a call comes from this server's pages or from a program.

A page of another site can make a browser send this server's cookies, but it can neither add a header field of its own
without permission (CORS), nor forge `Origin` and `Sec-Fetch-Site`. So every call of the admin API and every
state-changing call of the session service must have `X-XSRF-Header` with any value; `Origin`, if present, must be the
listener's own; `Sec-Fetch-Site`, if present, must be `same-origin` or `none` (a person typed the address). Plain forms,
which have no header field of their own, must have one of the latter two. Pages of the origins that administrators have
allowed may call the admin API (`cross_origin`), with the header.
"""

from dataclasses import dataclass

from starlette.types import Scope

from hanse.kit.errors import NotAllowed
from hanse.kit.http.cross_origin import ApiOrigins, is_preflight
from hanse.kit.http.headers import API_PATHS
from hanse.kit.http.hosts import DEFAULT_PORTS, split_authority
from hanse.kit.http.request_log import header

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
TRUSTED_SITES = frozenset({b"same-origin", b"none"})


@dataclass(frozen=True)
class GuardedPaths:
    """The guarded paths. A prefix ends with a slash, and includes the path without it."""

    always: tuple[str, ...] = (API_PATHS,)
    when_changing: tuple[str, ...] = ("/pf-admin-ui/",)
    # Exact paths that a person may open by following a link in the console, such as the browsable API page.
    documents: frozenset[str] = frozenset()
    # Below it, pages send plain forms, which cannot have the header field: there the browser must send the form's
    # origin, and the form has a token.
    forms: str | None = None


def check_origin(scope: Scope, *, behind_proxy: bool = False) -> None:
    """Raise NotAllowed if a page of another site made the request.

    Behind a proxy that ends TLS (`--no-tls`), the origin may also have the scheme https.
    """
    site = header(scope, b"sec-fetch-site")
    if site is not None and site.lower() not in TRUSTED_SITES:
        raise NotAllowed("The request comes from another site.")
    origins = [value for name, value in scope["headers"] if name == b"origin"]
    schemes = {scope["scheme"], "https"} if behind_proxy else {scope["scheme"]}
    if any(not _is_own(origin, scope, schemes) for origin in origins):
        raise NotAllowed("The request comes from another origin.")


def _is_own(origin: bytes, scope: Scope, schemes: set[str]) -> bool:
    scheme, separator, authority = origin.partition(b"://")
    name = scheme.decode("latin-1").lower()
    if not separator or name not in schemes or name not in DEFAULT_PORTS:
        return False
    own = split_authority(header(scope, b"host") or b"", name)
    return own is not None and split_authority(authority, name) == own


def check_header(scope: Scope) -> None:
    """Raise NotAllowed if the anti-forgery header is absent."""
    if header(scope, b"x-xsrf-header") is None:
        raise NotAllowed("The X-XSRF-Header header field is missing.")


def check_origin_is_named(scope: Scope) -> None:
    """Raise NotAllowed if a form has no header with its origin.

    `check_origin` has verified a header that is present.
    """
    if header(scope, b"origin") is None and header(scope, b"sec-fetch-site") != b"same-origin":
        raise NotAllowed("The request has neither an Origin nor a Referer header field.")


class AntiForgery:
    """Applies the rules before any handler runs."""

    def __init__(
        self,
        rules: GuardedPaths | None = None,
        *,
        behind_proxy: bool = False,
        allowed_origins: ApiOrigins | None = None,
    ) -> None:
        self._rules = rules or GuardedPaths()
        self._allowed_origins = allowed_origins or ApiOrigins()
        self._behind_proxy = behind_proxy

    def check(self, scope: Scope) -> None:
        """Raise NotAllowed if a request breaks the rules."""
        path = scope["path"]
        changing = scope["method"] not in SAFE_METHODS
        if path in self._rules.documents and not changing:
            return
        always = _below(path, self._rules.always)
        if not always and not _below(path, self._rules.when_changing):
            return
        if self._allowed_origins.find(scope) is not None:
            # A browser sends a preflight request without header fields of the script.
            if not is_preflight(scope):
                check_header(scope)
            return
        check_origin(scope, behind_proxy=self._behind_proxy)
        if self._rules.forms is not None and path.startswith(self._rules.forms):
            if changing:
                check_origin_is_named(scope)
        elif always or changing:
            check_header(scope)


def _below(path: str, prefixes: tuple[str, ...]) -> bool:
    return any(path.startswith(prefix) or path == prefix[:-1] for prefix in prefixes)
