"""Grants that a client polls for while its user decides on another device (RFC 8628; CIBA Core works in the same way).

The client presents the identifier that it received for its request, such as a device code.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import structlog

from hanse.engine.errors import AccessDenied, AuthorizationPending, ExpiredToken, InvalidGrant, SlowDown
from hanse.engine.oauth.contracts import AuthorizationCode, IssuedToken
from hanse.engine.oauth.token.grants.grant_handler import Entitlement, TokenEndpointRequest
from hanse.engine.oauth.token.grants.granted_requests import check_key, first_refresh_token, grant_of, is_refreshable
from hanse.engine.services import Services
from hanse.engine.state.contracts import PendingKind, PendingStatus, digest
from hanse.kit.randomness import new_id
from hanse.resources.grants import GrantType
from hanse.resources.system.authorization_server.model import AuthorizationServerSettings

LOG = structlog.stdlib.get_logger("hanse.oauth")
DEVICE_CODE: Final = "urn:ietf:params:oauth:grant-type:device_code"
CIBA: Final = "urn:openid:params:grant-type:ciba"
_INVALID: Final = "The {parameter} is invalid, expired or was used before."


@dataclass(frozen=True, slots=True)
class _Approved:
    key: bytes
    granted: AuthorizationCode


@dataclass
class PolledGrant:
    """Exchanges pending authorizations of one kind. `parameter` is the name of the parameter that identifies them.

    `returns_id_token` reads from the settings whether an ID token is issued for the scope `openid`.
    """

    services: Services
    name: str
    allowed_by: GrantType
    kind: PendingKind
    parameter: str
    returns_id_token: Callable[[AuthorizationServerSettings], bool]
    public_allowed: bool = True

    async def examine(self, call: TokenEndpointRequest) -> Entitlement:
        """Return what the user granted. Raises AuthorizationPending or SlowDown until the user has decided."""
        key = digest(call.form.required(self.parameter))
        found = await self.services.state.pending.poll(key, call.client.id, call.now)
        if found is None or found.kind is not self.kind or found.status is PendingStatus.REDEEMED:
            raise self._invalid()
        if found.status is PendingStatus.DENIED:
            raise AccessDenied("The user declined the request.")
        if found.ends <= call.now:
            raise ExpiredToken(f"The {self.parameter} has expired.")
        if found.status is PendingStatus.PENDING:
            if found.is_early:
                raise SlowDown(f"Wait at least {int(found.interval)} seconds between two requests.")
            raise AuthorizationPending("The user has not decided yet.")
        granted = AuthorizationCode.decode(found.body)
        check_key(call, granted)
        return Entitlement(
            client_id=granted.client_id,
            issuer=granted.issuer,
            scopes=granted.scopes,
            context=granted.context,
            grant_id=granted.grant_id or new_id(self.services.randomness),
            persistent=is_refreshable(call, granted) or bool(granted.grant_id),
            openid=self.returns_id_token(call.settings),
            evidence=_Approved(key, granted),
        )

    async def use(self, call: TokenEndpointRequest, entitlement: Entitlement, access_token: IssuedToken) -> str:
        """Use the approval up, and store the grant and its refresh token in the same transaction."""
        approved = entitlement.evidence_as(_Approved)
        refresh = first_refresh_token(self.services.randomness, call, entitlement, approved.granted)
        grant = grant_of(call, entitlement, approved.granted, self.allowed_by, access_token)
        stored = None if refresh is None else refresh.stored
        if not await self.services.state.grants.redeem_pending(approved.key, grant, stored, call.now):
            raise self._invalid()
        return "" if refresh is None else refresh.text

    def _invalid(self) -> InvalidGrant:
        return InvalidGrant(_INVALID.format(parameter=self.parameter))


def device_code_grant(services: Services) -> PolledGrant:
    """Return the grant of devices (RFC 8628, section 3.4)."""
    return PolledGrant(
        services,
        name=DEVICE_CODE,
        allowed_by=GrantType.DEVICE_CODE,
        kind=PendingKind.DEVICE,
        parameter="device_code",
        returns_id_token=lambda settings: settings.return_id_token_on_open_id_with_device_authz_grant,
    )


def backchannel_grant(services: Services) -> PolledGrant:
    """Return the grant of backchannel authentication (CIBA Core, section 10.1).

    An ID token is always returned for the scope `openid`, which every such request has.
    """
    return PolledGrant(
        services,
        name=CIBA,
        allowed_by=GrantType.CIBA,
        kind=PendingKind.CIBA,
        parameter="auth_req_id",
        returns_id_token=lambda _settings: True,
        public_allowed=False,
    )
