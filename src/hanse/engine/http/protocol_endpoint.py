"""The declaration of a protocol endpoint, and the table by which requests find it."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from hanse.engine.http.answers import Answer
from hanse.engine.http.request import Request
from hanse.engine.snapshot.model import Snapshot
from hanse.kit.endpoint_descriptions import EndpointKind

Handler = Callable[[Request], Awaitable[Answer]]
ErrorRenderer = Callable[[Request, Exception], Answer]


class Access(StrEnum):
    """The kind of caller that an endpoint accepts; the handler enforces it."""

    PUBLIC = "PUBLIC"
    # A user's browser, bound to a flow or a session by a cookie.
    BROWSER = "BROWSER"
    # An authenticated OAuth client, or a public client that names itself.
    CLIENT = "CLIENT"
    # A holder of an access token.
    BEARER = "BEARER"
    # A caller with a password that a configured credential validator accepts.
    SERVICE = "SERVICE"


class Origins(StrEnum):
    """The web origins that may read an endpoint's answers (CORS)."""

    NONE = "NONE"
    # The allowed origins of the authorization server settings.
    CONFIGURED = "CONFIGURED"
    ANY = "ANY"
    # The origins of authentication applications, whose requests have cookies.
    APPLICATIONS = "APPLICATIONS"


@dataclass(frozen=True)
class ProtocolEndpoint:
    """An endpoint that every issuer has below its host and path.

    `path` may have variable segments, such as `/as/{flow}/resume/as/authorization.ping`. `title` and `description` are
    shown to administrators in the list of endpoints; an endpoint without a title is not listed. `metadata` are members
    of the issuer's metadata that the endpoint provides, such as the grant types that it supports.
    """

    path: str
    access: Access
    methods: Mapping[str, Handler]
    render_error: ErrorRenderer
    origins: Origins = Origins.NONE
    title: str = ""
    description: str = ""
    kinds: frozenset[EndpointKind] = field(default_factory=lambda: frozenset({EndpointKind.OAUTH}))
    metadata: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    # A second path, which the settings name; empty for none.
    other_path: Callable[[Snapshot], str] | None = None
