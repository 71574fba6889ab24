"""Reuse of grants for later requests of the same kind, instead of creating one grant after the other."""

from collections.abc import Collection

from hanse.engine.http.request import Request
from hanse.engine.oauth.authorize.model import AuthorizationRequest
from hanse.engine.oauth.contracts import GrantContext
from hanse.engine.oauth.grant_lifetimes import is_reused
from hanse.engine.services import Services
from hanse.engine.snapshot.clients import RegisteredClient
from hanse.engine.snapshot.configuration_parts import AUTHORIZATION
from hanse.resources.grants import GrantType
from hanse.resources.system.authorization_server.model import AuthorizationServerSettings


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
    settings = request.snapshot.part(AUTHORIZATION)
    return await reused_grant_id(services, settings, client, context.user_key, wanted.issuer, wanted.scopes, grant_type)


async def reused_grant_id(
    services: Services,
    settings: AuthorizationServerSettings,
    client: RegisteredClient,
    user_key: str,
    issuer: str,
    scopes: Collection[str],
    grant_type: GrantType,
) -> str:
    """Return the id of a user's grant to reuse, as `reused_grant` does, for a request without a sign-in."""
    if not is_reused(settings, client.settings, grant_type):
        return ""
    now, wanted = services.clock.now().timestamp(), (grant_type.value, issuer, set(scopes))
    for grant in await services.state.grants.find(user_key, client.id, now):
        if (grant.grant_type, grant.issuer, set(grant.scopes)) == wanted:
            return grant.id
    return ""
