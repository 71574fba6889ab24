"""What attribute mappings of OAuth know of a request and its client, besides the attributes of users."""

from collections.abc import Mapping, Sequence

from hanse.engine.http.request import Request
from hanse.engine.signin.contracts import Value
from hanse.engine.snapshot.clients import RegisteredClient
from hanse.resources.mapping.model import SourceType

Sources = dict[tuple[SourceType, str | None], Mapping[str, Value]]


def request_sources(
    request: Request,
    client: RegisteredClient,
    *,
    scopes: Sequence[str] = (),
    authorization_details: str = "",
    resources: Sequence[str] = (),
    locales: Sequence[str] = (),
    acr: str = "",
    more: Mapping[str, Value] | None = None,
) -> Sources:
    """Return the request as a source of mappings, and the extended properties of the client.

    The names are those of `resources.mapping.contexts`; `more` has what is known of some requests only.
    """
    properties = {name: list(each.values) for name, each in client.settings.extended_parameters.items()}
    context: dict[str, Value] = {
        "ClientId": client.id,
        "ClientIp": request.client_address,
        "HttpRequest": f"{request.method} {request.path}",
        "Locale": list(locales),
        "OAuthAuthorizationDetails": authorization_details,
        "OAuthScopes": list(scopes),
        "TargetResource": list(resources),
        "AuthenticationCtx": acr,
        "VirtualServerId": request.issuer.name.virtual_issuer or "",
        **(more or {}),
    }
    plain: dict[str, Value] = {name: each[0] if len(each) == 1 else each for name, each in properties.items()}
    return {
        (SourceType.CONTEXT, None): {name: value for name, value in context.items() if value},
        (SourceType.EXTENDED_PROPERTIES, None): plain,
        (SourceType.EXTENDED_CLIENT_METADATA, None): plain,
    }
