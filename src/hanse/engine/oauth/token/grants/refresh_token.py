"""Refresh token (RFC 6749, section 6; RFC 9700, section 4.14.2)."""

from dataclasses import dataclass
from typing import Final, NoReturn

import structlog

from hanse.engine.errors import InvalidGrant
from hanse.engine.oauth.contracts import GrantContext, IssuedToken
from hanse.engine.oauth.token import refresh_tokens
from hanse.engine.oauth.token.grants.grant_handler import Entitlement, TokenEndpointRequest
from hanse.engine.services import Services
from hanse.engine.state.contracts import Grant, RefreshToken, digest
from hanse.resources.grants import GrantType

LOG = structlog.stdlib.get_logger("hanse.oauth")
_INVALID: Final = "The refresh token is invalid, expired or revoked."


@dataclass(frozen=True, slots=True)
class _Presented:
    text: str
    grant: Grant
    token: RefreshToken


class RefreshTokenGrant:
    """Issues tokens for an existing grant, and replaces the refresh token according to the settings."""

    name = "refresh_token"
    allowed_by = GrantType.REFRESH_TOKEN
    public_allowed = True

    def __init__(self, services: Services) -> None:
        self._services = services
        self._grants = services.state.grants

    async def examine(self, call: TokenEndpointRequest) -> Entitlement:
        """Return the entitlement of the grant. If the token was replaced before, its grant is revoked."""
        text = call.form.required("refresh_token")
        found = await self._grants.by_refresh_token(digest(text), call.now)
        if found is None:
            return await self._refuse_unknown(call, text)
        grant, token = found
        if grant.client_id == call.client.id and not _is_usable(call, token):
            await self._revoke_reused(call, grant)
        if not call.fulfills_binding(token.binding):
            # Somebody who has only the newest token can neither use it nor end the grant.
            LOG.warning("refresh token presented without its key", client=call.client.id, grant=grant.id)
            raise InvalidGrant("The refresh token is bound to another key or certificate.")
        return Entitlement(
            client_id=grant.client_id,
            issuer=grant.issuer,
            scopes=grant.scopes,
            context=GrantContext.decode(grant.body),
            grant_id=grant.id,
            persistent=True,
            may_narrow=True,
            refreshed=True,
            evidence=_Presented(text, grant, token),
        )

    async def use(self, call: TokenEndpointRequest, entitlement: Entitlement, _access_token: IssuedToken) -> str:
        """Record the use of the grant, and return a new refresh token if one is due; otherwise an empty string."""
        presented = entitlement.evidence_as(_Presented)
        token = presented.token
        if token.replaced is not None:
            return await self._further_token(call, presented)
        if not refresh_tokens.is_rolled(call.settings, call.client.settings, call.now - token.issued):
            await self._grants.used(token.grant_id, call.now)
            return ""
        new = self._next(call, presented)
        if await self._grants.rotate(token.key, new.stored, call.now):
            return new.text
        return await self._after_lost_race(call, presented)

    async def _after_lost_race(self, call: TokenEndpointRequest, presented: _Presented) -> str:
        """Treat a token that another request has just replaced like one that was replaced before."""
        found = await self._grants.by_refresh_token(presented.token.key, call.now)
        if found is None:
            raise InvalidGrant(_INVALID)
        if not _is_usable(call, found[1]):
            await self._revoke_reused(call, presented.grant)
        return await self._further_token(call, presented)

    async def _further_token(self, call: TokenEndpointRequest, presented: _Presented) -> str:
        """Give a client another token, because it may not have received the first replacement."""
        new = self._next(call, presented)
        if not await self._grants.add_refresh_token(new.stored, call.now):
            raise InvalidGrant(_INVALID)
        return new.text

    def _next(self, call: TokenEndpointRequest, before: _Presented) -> refresh_tokens.NewRefreshToken:
        length = call.settings.refresh_token_length
        return refresh_tokens.next_token(self._services.randomness, length, before.token, before.text, call.now)

    async def _refuse_unknown(self, call: TokenEndpointRequest, text: str) -> NoReturn:
        """Refuse a token that is not stored, and revoke the grant if the token was replaced long ago."""
        grant = await self._grants.by_refresh_family(refresh_tokens.family_of(text), call.now)
        if grant is not None and grant.client_id == call.client.id:
            await self._revoke_reused(call, grant)
        raise InvalidGrant(_INVALID)

    async def _revoke_reused(self, call: TokenEndpointRequest, grant: Grant) -> NoReturn:
        """Revoke a grant whose refresh token two parties have; it is unknown which of them is the client."""
        LOG.warning("refresh token used again; its grant is revoked", client=call.client.id, grant=grant.id)
        await self._grants.revoke(grant.id, call.now)
        raise InvalidGrant(_INVALID)


def _is_usable(call: TokenEndpointRequest, token: RefreshToken) -> bool:
    """Return whether a token was not replaced, or so recently that its client may not know."""
    if token.replaced is None:
        return True
    return call.now - token.replaced < refresh_tokens.grace_seconds(call.settings, call.client.settings)
