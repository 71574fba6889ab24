"""Cross-origin resource sharing (CORS, Fetch standard) for the admin API.

Scripts on pages of allowed origins may call the admin API and read its answers. Everything else below the listener is
closed to them: the session service, frame pages and the console. Credentials are never allowed, so a browser sends no
cookie and no stored password; a script sends an `Authorization` field of its own. `X-XSRF-Header` stays mandatory.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from starlette.types import Receive, Scope, Send

from hanse.kit.http.headers import API_PATHS, DefaultHeaders, Header, HeaderPolicy
from hanse.kit.http.request_log import header

# Browsers apply changes of the settings within ten minutes.
PREFLIGHT_SECONDS: Final = 600
_REQUESTED_METHOD: Final = b"access-control-request-method"
_FIELDS: Final = b"authorization, content-type, if-match, x-bypassexternalvalidation, x-request-id, x-xsrf-header"
_EXPOSED: Final[Header] = (
    b"access-control-expose-headers",
    b"content-disposition, etag, retry-after, www-authenticate, x-request-id",
)
_PREFLIGHT: Final[tuple[Header, ...]] = (
    (b"access-control-allow-methods", b"DELETE, GET, HEAD, POST, PUT"),
    (b"access-control-allow-headers", _FIELDS),
    (b"access-control-max-age", str(PREFLIGHT_SECONDS).encode()),
    (b"vary", b"Origin, Access-Control-Request-Method, Access-Control-Request-Headers"),
)


class ApiOrigins:
    """The allowed origins, as browsers write them. They are replaced when the settings change; at first none is."""

    def __init__(self) -> None:
        self._origins: frozenset[bytes] = frozenset()

    def replace(self, origins: Iterable[str]) -> None:
        """Allow these origins and no others. Requests of other threads see the old list or the new one."""
        self._origins = frozenset(each.encode() for each in origins)

    def find(self, scope: Scope) -> bytes | None:
        """Return the origin of a request to the admin API if it is allowed."""
        if not self._origins or not scope["path"].startswith(API_PATHS):
            return None
        origins = [value for name, value in scope["headers"] if name == b"origin"]
        return origins[0] if len(origins) == 1 and origins[0] in self._origins else None


def is_preflight(scope: Scope) -> bool:
    """Return whether a browser asks if a script may make a request (Fetch standard, section 4.8)."""
    return scope["method"] == "OPTIONS" and header(scope, _REQUESTED_METHOD) is not None


class PreflightAnswers:
    """Answers preflight requests of allowed origins, before any route is chosen."""

    def __init__(self, origins: ApiOrigins) -> None:
        self._origins = origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> bool:
        """Answer a preflight request, which has no body, or return False if another application handles it."""
        del receive
        if not is_preflight(scope) or self._origins.find(scope) is None:
            return False
        await send({"type": "http.response.start", "status": 204, "headers": list(_PREFLIGHT)})
        await send({"type": "http.response.body", "body": b""})
        return True


def cross_origin_headers(policy: HeaderPolicy, origins: ApiOrigins) -> HeaderPolicy:
    """Return a policy that also lets pages of allowed origins read the answers of the admin API."""

    def choose(scope: Scope, own: Sequence[Header]) -> DefaultHeaders:
        usual, origin = policy(scope, own), origins.find(scope)
        return usual if origin is None else usual.extended((b"access-control-allow-origin", origin), _EXPOSED)

    return choose
