"""Sources of access token mappings: the grant, the origin of the user, the client, the request."""

from typing import Final

from hanse.engine.http.request import Request
from hanse.engine.oauth.contracts import GrantContext, TokenRequest
from hanse.engine.oauth.mapping_sources import request_sources
from hanse.engine.signin.contracts import Value
from hanse.resources.mapping.fulfillment import Values
from hanse.resources.mapping.model import SourceType
from hanse.resources.mapping.oauth_sources import USER_KEY, USER_NAME

_GRANT: Final = SourceType.OAUTH_PERSISTENT_GRANT, None
_TRACKED: Final = SourceType.TRACKED_HTTP_PARAMS, None


def values_of(request: Request, wanted: TokenRequest) -> Values:
    """Return the values of all sources."""
    context = wanted.context
    if context is None:
        return request_sources(
            request,
            wanted.client,
            scopes=wanted.scopes,
            authorization_details=wanted.authorization_details,
            resources=wanted.resources,
        )
    values = request_sources(
        request,
        wanted.client,
        scopes=wanted.scopes,
        authorization_details=wanted.authorization_details,
        resources=wanted.resources,
        locales=context.locales,
        acr=context.acr,
        more={"AuthenticatingAuthority": context.origin.id},
    )
    values[_GRANT] = persistent_grant(context)
    values[SourceType(context.origin.type), context.origin.id] = context.origin_attributes
    if context.tracked_parameters:
        values[_TRACKED] = context.tracked_parameters
    return values


def persistent_grant(context: GrantContext) -> dict[str, Value]:
    """Return the stored attributes of a grant."""
    return {**context.attributes, USER_KEY: context.user_key, USER_NAME: context.user_name}
