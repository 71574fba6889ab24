"""Reuse of grants for later requests of the same kind, instead of creating one grant after the other."""

from hanse.engine.http.request import Request
from hanse.engine.oauth.authorize.model import AuthorizationRequest
from hanse.engine.oauth.contracts import GrantContext
from hanse.engine.oauth.grant_lifetimes import is_reused
from hanse.engine.services import Services
from hanse.engine.snapshot.clients import RegisteredClient
from hanse.engine.snapshot.configuration_parts import AUTHORIZATION
from hanse.resources.grants import GrantType


async def reused_grant(
    services: Services,
    request: Request,
    client: RegisteredClient,
    wanted: AuthorizationRequest,
    context: GrantContext,
    grant_type: GrantType,
) -> str:
    """Return the id of the user's grant to reuse: one of the same type and scopes from the same issuer.

    Returns an empty string if the settings reuse no grants of this type, or the user has none.
    """
    if not is_reused(request.snapshot.part(AUTHORIZATION), client.settings, grant_type):
        return ""
    now = services.clock.now().timestamp()
    for grant in await services.state.grants.find(context.user_key, client.id, now):
        is_same_type = grant.grant_type == grant_type and grant.issuer == wanted.issuer
        if is_same_type and set(grant.scopes) == set(wanted.scopes):
            return grant.id
    return ""
