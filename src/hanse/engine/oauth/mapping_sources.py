"""Sources of OAuth attribute mappings other than users: the request and its client."""

from collections.abc import Mapping, Sequence

from hanse.engine.http.request import Request
from hanse.engine.signin.contracts import Value
from hanse.engine.snapshot.clients import RegisteredClient
from hanse.resources.mapping.model import SourceType

Sources = dict[tuple[SourceType, str | None], Mapping[str, Value]]


def request_sources(
    request: Request,
    client: RegisteredClient | None,
    *,
    scopes: Sequence[str] = (),
    authorization_details: str = "",
    resources: Sequence[str] = (),
    locales: Sequence[str] = (),
    acr: str = "",
    more: Mapping[str, Value] | None = None,
    properties: Mapping[str, Value] | None = None,
) -> Sources:
    """Return the request as a source of mappings, and the extended properties of the client.

    The names are those of `resources.mapping.contexts`; `more` has attributes of some requests only. Without a client,
    as for the page of a user's own grants, the extended properties are `properties`.
    """
    context: dict[str, Value] = {
        "ClientId": "" if client is None else client.id,
        "ClientIp": request.client_address,
        "HttpRequest": f"{request.method} {request.path}",
        "Locale": locales[0] if locales else "",
        "OAuthAuthorizationDetails": authorization_details,
        "OAuthScopes": list(scopes),
        "TargetResource": list(resources),
        "AuthenticationCtx": acr,
        "VirtualServerId": request.issuer.name.virtual_issuer or "",
        **(more or {}),
    }
    found: Mapping[str, Value] = (properties or {}) if client is None else client.extended_properties
    return {
        (SourceType.CONTEXT, None): {name: value for name, value in context.items() if value},
        (SourceType.EXTENDED_PROPERTIES, None): found,
        (SourceType.EXTENDED_CLIENT_METADATA, None): found,
    }
