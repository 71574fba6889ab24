"""The web origins that may read answers (CORS, Fetch standard).

Endpoints declare their audience; the configured origins are the allowed origins of the authorization server settings.
Credentials are allowed for authentication applications only: any other answer that depends on a cookie is for this
server's own pages.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from starlette.types import Scope

from hanse.engine.http.answers import Answer, Header
from hanse.engine.http.protocol_endpoint import Origins, ProtocolEndpoint
from hanse.engine.snapshot.authentication_api import AUTHENTICATION_API, AuthenticationApi
from hanse.engine.snapshot.compiler import Compiler, CompilerInput
from hanse.engine.snapshot.model import Snapshot
from hanse.kit.http.request_log import header
from hanse.resources.system.authorization_server import SETTINGS

ANY: Final = "*"
# Browsers apply changes of the settings within ten minutes.
PREFLIGHT_SECONDS: Final = 600
# `*` covers every field except Authorization, which must be named (Fetch, section 3.3.5).
_FIELDS: Final[Header] = (b"access-control-allow-headers", b"*, authorization")
# With credentials, the asterisk has no special meaning (Fetch, section 3.3.5).
_APPLICATION_FIELDS: Final[Header] = (
    b"access-control-allow-headers",
    b"accept, content-type, x-pf-authn-api-state, x-xsrf-header",
)
_CREDENTIALS: Final[Header] = (b"access-control-allow-credentials", b"true")
_MAX_AGE: Final[Header] = (b"access-control-max-age", str(PREFLIGHT_SECONDS).encode())
_EXPOSED: Final[Header] = (b"access-control-expose-headers", b"www-authenticate, retry-after, dpop-nonce, x-request-id")
_READABLE: Final[Header] = (b"cross-origin-resource-policy", b"cross-origin")
_VARY: Final[Header] = (b"vary", b"origin")


@dataclass(frozen=True)
class AllowedOrigins:
    """The origins of the authorization server settings. An asterisk matches any origin, or a part of a host."""

    any: bool
    exact: frozenset[str]
    patterns: tuple[re.Pattern[str], ...]

    @classmethod
    def of(cls, origins: Iterable[str]) -> "AllowedOrigins":
        """Return the configured origins. Browsers send scheme and host in lower case."""
        given = [each.lower() for each in origins]
        wild = (each for each in given if ANY in each and each != ANY)
        return cls(
            ANY in given,
            frozenset(each for each in given if ANY not in each),
            tuple(_pattern(each) for each in wild),
        )

    def allow(self, origin: str) -> bool:
        """Return whether an origin is one of them."""
        return self.any or origin in self.exact or any(each.fullmatch(origin) for each in self.patterns)


def _pattern(origin: str) -> re.Pattern[str]:
    """Return the pattern of an origin with asterisks, which match all characters that do not end a host or a port."""
    return re.compile(r"[^/?#@:\s]+".join(re.escape(part) for part in origin.split(ANY)))


def _compile(given: CompilerInput[AllowedOrigins]) -> AllowedOrigins:
    return AllowedOrigins.of(given.view.singleton(SETTINGS).allowed_origins)


ALLOWED_ORIGINS: Final = Compiler("allowed_origins", frozenset({SETTINGS.kind}), _compile)


def origin_headers(endpoint: ProtocolEndpoint, scope: Scope, snapshot: Snapshot) -> tuple[Header, ...]:
    """Return the headers that let the page which sent a request read the answer."""
    if endpoint.origins is Origins.NONE:
        return ()
    if endpoint.origins is Origins.ANY:
        return ((b"access-control-allow-origin", b"*"), _EXPOSED, _READABLE)
    if endpoint.origins is Origins.APPLICATIONS:
        return application_headers(scope, snapshot)
    origin = header(scope, b"origin")
    # Caches must not return the answer for one origin to another, nor the one without an origin.
    if origin is None or not _allowed(snapshot).allow(origin.decode("latin-1").lower()):
        return (_VARY,)
    return ((b"access-control-allow-origin", origin), _EXPOSED, _READABLE, _VARY)


def application_headers(scope: Scope, snapshot: Snapshot) -> tuple[Header, ...]:
    """Return the headers that let a page of an authentication application read the answer to its request."""
    origin = header(scope, b"origin")
    configuration = snapshot.parts.get(AUTHENTICATION_API.name) or _NO_APPLICATIONS
    if origin is None or not configuration.has_origin(origin.decode("latin-1")):
        return (_VARY,)
    return ((b"access-control-allow-origin", origin), _CREDENTIALS, _EXPOSED, _READABLE, _VARY)


def preflight(endpoint: ProtocolEndpoint, scope: Scope, snapshot: Snapshot) -> Answer:
    """Answer the preflight request that a browser sends before a script's request."""
    methods = ", ".join(allowed_methods(endpoint)).encode()
    headers = origin_headers(endpoint, scope, snapshot)
    allowed: tuple[Header, ...] = ()
    if any(name == b"access-control-allow-origin" for name, _ in headers):
        fields = _APPLICATION_FIELDS if endpoint.origins is Origins.APPLICATIONS else _FIELDS
        allowed = ((b"access-control-allow-methods", methods), fields, _MAX_AGE)
    return Answer(204, ((b"allow", methods), *headers, *allowed))


def allowed_methods(endpoint: ProtocolEndpoint) -> list[str]:
    """Return the methods of an endpoint, with those that they imply."""
    methods = set(endpoint.methods) | {"OPTIONS"}
    return sorted(methods | {"HEAD"} if "GET" in methods else methods)


def _allowed(snapshot: Snapshot) -> AllowedOrigins:
    # Before the first snapshot there is no part, and no origin is allowed.
    return snapshot.parts.get(ALLOWED_ORIGINS.name) or _NOBODY


_NOBODY: Final = AllowedOrigins.of(())
_NO_APPLICATIONS: Final = AuthenticationApi()
