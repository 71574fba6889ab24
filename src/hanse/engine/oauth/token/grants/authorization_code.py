"""Authorization code (RFC 6749, section 4.1.3, with RFC 7636 and RFC 9700, sections 2.1 and 4.5)."""

from dataclasses import dataclass
from typing import Final

import structlog

from hanse.engine.errors import InvalidGrant
from hanse.engine.oauth.contracts import AuthorizationCode, IssuedToken
from hanse.engine.oauth.token.grants.grant_handler import Entitlement, TokenEndpointRequest
from hanse.engine.oauth.token.grants.granted_requests import check_key, first_refresh_token, grant_of, is_refreshable
from hanse.engine.oauth.token.pkce import check_verifier
from hanse.engine.services import Services
from hanse.engine.state.contracts import RedeemedCode, digest
from hanse.kit.randomness import new_id
from hanse.resources.grants import GrantType

LOG = structlog.stdlib.get_logger("hanse.oauth")
_INVALID: Final = "The authorization code is invalid, expired or was used before."


@dataclass(frozen=True, slots=True)
class _Presented:
    key: bytes
    code: AuthorizationCode


class AuthorizationCodeGrant:
    """Redeems codes."""

    name = "authorization_code"
    allowed_by = GrantType.AUTHORIZATION_CODE
    public_allowed = True

    def __init__(self, services: Services) -> None:
        self._services = services
        self._grants = services.state.grants

    async def examine(self, call: TokenEndpointRequest) -> Entitlement:
        """Return the content of the code. If the code was used before, its grant is revoked."""
        key = digest(call.form.required("code"))
        found = await self._grants.peek_code(key, call.now)
        if isinstance(found, RedeemedCode):
            await self._revoke_reused(call, found)
        if not isinstance(found, bytes):
            raise InvalidGrant(_INVALID)
        code = AuthorizationCode.decode(found)
        if code.client_id == call.client.id:
            await self._check_proof(call, code, key)
        return Entitlement(
            client_id=code.client_id,
            issuer=code.issuer,
            scopes=code.scopes,
            context=code.context,
            grant_id=code.grant_id or new_id(self._services.randomness),
            persistent=is_refreshable(call, code) or bool(code.grant_id),
            hybrid=code.hybrid,
            evidence=_Presented(key, code),
        )

    async def use(self, call: TokenEndpointRequest, entitlement: Entitlement, access_token: IssuedToken) -> str:
        """Use the code up, and store the grant and its refresh token in the same transaction."""
        presented = entitlement.evidence_as(_Presented)
        code = presented.code
        refresh = first_refresh_token(self._services.randomness, call, entitlement, code)
        grant = grant_of(call, entitlement, code, self.allowed_by, access_token)
        if not await self._grants.redeem_code(presented.key, grant, refresh.stored if refresh else None, call.now):
            redeemed = await self._grants.peek_code(presented.key, call.now)
            if isinstance(redeemed, RedeemedCode):
                await self._revoke_reused(call, redeemed)
            raise InvalidGrant(_INVALID)
        return refresh.text if refresh else ""

    async def _check_proof(self, call: TokenEndpointRequest, code: AuthorizationCode, key: bytes) -> None:
        """Check the proof that the caller requested the code. A wrong proof makes the code unusable."""
        try:
            _check_redirect_uri(call, code)
            check_key(call, code)
            check_verifier(code, call.form.one("code_verifier"), plain_allowed=not call.settings.disallow_plain_pkce)
        except InvalidGrant as error:
            LOG.warning("authorization code refused", client=call.client.id, reason=error.description)
            await self._grants.discard_code(key)
            raise

    async def _revoke_reused(self, call: TokenEndpointRequest, redeemed: RedeemedCode) -> None:
        """Revoke the grant of a reused code, because somebody else knows the code (RFC 6749, section 4.1.2)."""
        LOG.warning("authorization code used again; its grant is revoked", client=call.client.id)
        await self._grants.revoke(redeemed.grant_id, call.now)


def _check_redirect_uri(call: TokenEndpointRequest, code: AuthorizationCode) -> None:
    sent = call.form.one("redirect_uri")
    if code.redirect_uri:
        if sent != code.redirect_uri:
            raise InvalidGrant("The redirect_uri is not that of the authorization request.")
    elif sent is not None and sent not in call.client.settings.redirect_uris:
        raise InvalidGrant("The redirect_uri is not registered.")
