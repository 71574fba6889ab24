"""The grant that a user has approved, and its first refresh token: common parts of codes and of device codes."""

from hanse.engine.errors import InvalidGrant
from hanse.engine.oauth.contracts import AuthorizationCode, IssuedToken
from hanse.engine.oauth.grant_lifetimes import idle_timeout
from hanse.engine.oauth.offline_access import may_have_refresh_token
from hanse.engine.oauth.token import refresh_tokens
from hanse.engine.oauth.token.grants.grant_handler import Entitlement, TokenEndpointRequest
from hanse.engine.state.contracts import Grant
from hanse.kit.randomness import Randomness
from hanse.resources.grants import GrantType


def is_refreshable(call: TokenEndpointRequest, granted: AuthorizationCode) -> bool:
    """Return whether a refresh token is issued: it was allowed when the user approved, and still is."""
    return granted.refresh_token and may_have_refresh_token(call.settings, call.client.settings, granted.scopes)


def check_key(call: TokenEndpointRequest, granted: AuthorizationCode) -> None:
    """Raise InvalidGrant for another key than the one that the request was bound to (RFC 9449, section 10)."""
    if granted.dpop_key and granted.dpop_key != call.dpop_key:
        raise InvalidGrant("The grant is bound to another key.")


def first_refresh_token(
    randomness: Randomness, call: TokenEndpointRequest, entitlement: Entitlement, granted: AuthorizationCode
) -> refresh_tokens.NewRefreshToken | None:
    """Return the first refresh token of a grant, if the client gets one."""
    if not is_refreshable(call, granted):
        return None
    length = call.settings.refresh_token_length
    return refresh_tokens.first_token(randomness, length, entitlement.grant_id, call.now, call.refresh_binding)


def grant_of(
    call: TokenEndpointRequest,
    entitlement: Entitlement,
    granted: AuthorizationCode,
    grant_type: GrantType,
    access_token: IssuedToken,
) -> Grant:
    """Return the grant to store."""
    return Grant(
        id=entitlement.grant_id,
        user_key=granted.context.user_key,
        client_id=granted.client_id,
        issuer=granted.issuer,
        grant_type=grant_type.value,
        scopes=granted.scopes,
        issued=call.now,
        updated=call.now,
        # A grant that cannot be refreshed is kept until its token expires, as revoking the grant revokes the token.
        expires=granted.grant_expires if entitlement.persistent else access_token.expires,
        idle_seconds=idle_timeout(call.settings, call.client.settings) if entitlement.persistent else None,
        body=granted.context.encode(),
        session_id=granted.context.session_id,
        local_user=granted.context.local_user,
    )
