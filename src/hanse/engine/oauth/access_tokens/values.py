"""What the mappings of access tokens are fulfilled from: the grant, the origin of the user, the client, the request."""

from typing import Final

from hanse.engine.http.request import Request
from hanse.engine.oauth.contracts import GrantContext, TokenRequest
from hanse.engine.signin.contracts import Value
from hanse.engine.snapshot.clients import RegisteredClient
from hanse.resources.mapping.fulfilment import Values
from hanse.resources.mapping.model import SourceType
from hanse.resources.mapping.oauth import USER_KEY, USER_NAME

_Attributes = dict[str, Value]
_CONTEXT: Final = SourceType.CONTEXT, None
_GRANT: Final = SourceType.OAUTH_PERSISTENT_GRANT, None
_TRACKED: Final = SourceType.TRACKED_HTTP_PARAMS, None
_PROPERTIES: Final = SourceType.EXTENDED_PROPERTIES, None
# An older name for the same.
_METADATA: Final = SourceType.EXTENDED_CLIENT_METADATA, None


def values_of(request: Request, wanted: TokenRequest) -> Values:
    """Return the values of all sources."""
    values: dict[tuple[SourceType, str | None], _Attributes] = {_CONTEXT: request_context(request, wanted)}
    if wanted.client.settings.extended_parameters:
        values[_PROPERTIES] = values[_METADATA] = client_properties(wanted.client)
    context = wanted.context
    if context is not None:
        values[_GRANT] = persistent_grant(context)
        values[SourceType(context.origin.type), context.origin.id] = dict(context.origin_attributes)
        if context.tracked_parameters:
            values[_TRACKED] = dict(context.tracked_parameters)
    return values


def request_context(request: Request, wanted: TokenRequest) -> _Attributes:
    """Return what is known of a request, by the names of `resources.mapping.contexts.CONTEXT`."""
    found: _Attributes = {
        "ClientId": wanted.client.id,
        "HttpRequest": f"{request.method} {request.path}",
        "OAuthScopes": list(wanted.scopes),
    }
    if request.client_address:
        found["ClientIp"] = request.client_address
    if wanted.resources:
        found["TargetResource"] = list(wanted.resources)
    if request.issuer.name.virtual_issuer is not None:
        found["VirtualServerId"] = request.issuer.name.virtual_issuer
    if wanted.context is not None:
        found |= _user_context(wanted.context)
    return found


def _user_context(context: GrantContext) -> _Attributes:
    known: _Attributes = {
        "AuthenticatingAuthority": context.origin.id,
        "AuthenticationCtx": context.acr,
        "Locale": context.locales[0] if context.locales else "",
        "OAuthAuthorizationDetails": context.authorization_details,
    }
    return {name: value for name, value in known.items() if value}


def client_properties(client: RegisteredClient) -> _Attributes:
    """Return the extended properties of a client."""
    return {name: list(each.values) for name, each in client.settings.extended_parameters.items() if each.values}


def persistent_grant(context: GrantContext) -> _Attributes:
    """Return what is kept with a grant."""
    return {**context.attributes, USER_KEY: context.user_key, USER_NAME: context.user_name}
