"""The context of a user who signed in for an authorization request, from which tokens are made."""

from hanse.engine.attributes import AttributeFulfillment
from hanse.engine.http.request import Request
from hanse.engine.oauth.authorize.model import AuthorizationRequest
from hanse.engine.oauth.contracts import GrantContext
from hanse.engine.oauth.grant_lifetimes import lifetime, lifetime_in_minutes
from hanse.engine.oauth.grant_mapping import owner_of
from hanse.engine.oauth.mapping_sources import request_sources
from hanse.engine.signin.contracts import SignedIn
from hanse.engine.snapshot.clients import RegisteredClient
from hanse.engine.snapshot.configuration_parts import AUTHORIZATION
from hanse.resources.mapping.oauth_sources import GRANT_LIFETIME


async def user_context(
    fulfillment: AttributeFulfillment,
    request: Request,
    client: RegisteredClient,
    wanted: AuthorizationRequest,
    result: SignedIn,
) -> GrantContext:
    """Return the context of a grant to a client. Raises AccessDenied for issuance criteria, and ServerError."""
    seconds = lifetime(request.snapshot.part(AUTHORIZATION), client.settings)
    sources = request_sources(
        request,
        client,
        scopes=wanted.scopes,
        authorization_details=wanted.authorization_details,
        resources=wanted.resources,
        locales=wanted.ui_locales,
        acr=result.acr,
        more={GRANT_LIFETIME: lifetime_in_minutes(seconds)},
    )
    owner = await owner_of(fulfillment, request, result, sources)
    return GrantContext(
        user_key=owner.user_key,
        user_name=owner.user_name,
        origin=result.origin,
        attributes=owner.attributes,
        origin_attributes=result.attributes,
        tracked_parameters=result.tracked_parameters,
        session_id=result.session_id,
        auth_time=result.auth_time,
        acr=result.acr,
        amr=result.amr,
        nonce=wanted.nonce,
        claims=wanted.claims,
        authorization_details=wanted.authorization_details,
        resources=wanted.resources,
        manager_id=wanted.manager_id,
        locales=wanted.ui_locales,
        local_user=result.local_user,
        masked=request.trace.masked_names({**result.attributes, **owner.attributes}),
    )
