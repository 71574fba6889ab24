"""Issuing authorization codes (RFC 6749, section 4.1.2)."""

from hanse.engine.http.request import Request
from hanse.engine.oauth.authorize.model import AuthorizationRequest
from hanse.engine.oauth.contracts import AuthorizationCode, GrantContext
from hanse.engine.oauth.grant_lifetimes import LIFETIME_ATTRIBUTE, expiry, lifetime
from hanse.engine.oauth.grant_reuse import reused_grant
from hanse.engine.oauth.offline_access import may_have_refresh_token
from hanse.engine.services import Services
from hanse.engine.snapshot.clients import RegisteredClient
from hanse.engine.snapshot.configuration_parts import AUTHORIZATION
from hanse.engine.state.contracts import digest
from hanse.kit.randomness import new_token
from hanse.resources.grants import GrantType


async def granted_request(
    services: Services,
    request: Request,
    client: RegisteredClient,
    wanted: AuthorizationRequest,
    context: GrantContext,
    grant_type: GrantType,
) -> AuthorizationCode:
    """Return what the user granted, as it is stored until the client fetches its tokens.

    `wanted.scopes` are those that were approved.
    """
    settings = request.snapshot.part(AUTHORIZATION)
    now = services.clock.now().timestamp()
    mapped = context.attributes.get(LIFETIME_ATTRIBUTE)
    return AuthorizationCode(
        client_id=client.id,
        issuer=wanted.issuer,
        redirect_uri=wanted.sent_redirect_uri,
        scopes=wanted.scopes,
        context=context,
        code_challenge=wanted.code_challenge,
        code_challenge_method=wanted.code_challenge_method,
        dpop_key=wanted.dpop_key,
        grant_id=await reused_grant(services, request, client, wanted, context, grant_type),
        grant_expires=expiry(lifetime(settings, client.settings), now, mapped),
        refresh_token=may_have_refresh_token(settings, client.settings, wanted.scopes),
        hybrid="id_token" in wanted.response_type.split(),
    )


async def issue_code(
    services: Services,
    request: Request,
    client: RegisteredClient,
    wanted: AuthorizationRequest,
    context: GrantContext,
) -> str:
    """Store the user's grant and return its code. `wanted.scopes` are the approved scopes."""
    settings = request.snapshot.part(AUTHORIZATION)
    code = await granted_request(services, request, client, wanted, context, GrantType.AUTHORIZATION_CODE)
    value = new_token(services.randomness, settings.authorization_code_entropy)
    expires = services.clock.now().timestamp() + settings.authorization_code_timeout
    await services.state.grants.put_code(digest(value), code.encode(), expires)
    return value
