"""The end of a user's sessions and grants."""

from dataclasses import dataclass
from typing import Final

import structlog

from hanse.engine.attributes import AttributeFulfillment
from hanse.engine.errors import OAuthError
from hanse.engine.http.request import Request
from hanse.engine.oauth.grant_mapping import owner_of
from hanse.engine.oauth.grants.revocation import revoke_grant
from hanse.engine.oauth.mapping_sources import request_sources
from hanse.engine.services import Services
from hanse.engine.signin.contracts import SignedIn
from hanse.engine.signin.sessions.sso_sessions import SsoSessions

LOG = structlog.stdlib.get_logger("hanse.accounts")
_MOST_PAGES: Final = 1_000


@dataclass(frozen=True)
class AccountEnd:
    """Ends what a user has at this server."""

    services: Services
    sso: SsoSessions
    fulfillment: AttributeFulfillment

    async def sessions(self, request: Request, result: SignedIn) -> None:
        """End all sessions of the user, on all devices, and notify the applications."""
        await self.sso.end_all(request.snapshot, result.user_key)

    async def grants(self, request: Request, result: SignedIn) -> None:
        """Revoke all grants of the user. Without a grant mapping the user has none."""
        try:
            sources = request_sources(request, None, acr=result.acr)
            owner = await owner_of(self.fulfillment, request, result, sources)
        except OAuthError as error:
            LOG.info("no grants to revoke", reason=str(error))
            return
        now = self.services.clock.now().timestamp()
        for _ in range(_MOST_PAGES):
            found = await self.services.state.grants.page(now, user_key=owner.user_key)
            for each in found.items:
                await revoke_grant(self.services, each, by="user")
            if not found.items:
                return
