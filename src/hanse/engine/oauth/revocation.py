"""Token revocation (RFC 7009): a client ends tokens that it does not need any more.

A refresh token takes its grant with it, with all access tokens that can be revoked (section 2.1). A text that is no
token of the client's own changes nothing and is answered in the same way as one that is (section 2.2).
"""

from dataclasses import dataclass

import structlog

from hanse.engine.http.answers import Answer, empty_answer
from hanse.engine.http.request import Request
from hanse.engine.oauth.access_tokens.service import AccessTokens
from hanse.engine.oauth.contracts import ClientAuthenticator
from hanse.engine.services import Services
from hanse.engine.snapshot.clients import RegisteredClient
from hanse.engine.state.contracts import digest

LOG = structlog.stdlib.get_logger("hanse.oauth")


@dataclass(frozen=True)
class Revocation:
    """Answers POST requests."""

    services: Services
    authenticator: ClientAuthenticator
    access_tokens: AccessTokens

    async def answer(self, request: Request) -> Answer:
        """Revoke a token. Raises OAuthError."""
        client = await self.authenticator.authenticate(request)
        token = (await request.form()).required("token")
        # The hint is not needed: what a token is shows in where it is found (section 2.1).
        if not await self._refresh_token(request, client, token):
            is_revoked = await self.access_tokens.revoke(request, token, client.id)
            LOG.info("revocation of an access token", client=client.id, revoked=is_revoked)
        return empty_answer()

    async def _refresh_token(self, request: Request, client: RegisteredClient, token: str) -> bool:
        grants, now = self.services.state.grants, self.services.clock.now().timestamp()
        found = await grants.by_refresh_token(digest(token), now)
        if found is None:
            return False
        grant = found[0]
        if grant.client_id != client.id or grant.issuer != request.issuer.identifier:
            LOG.warning("revocation of a refresh token of another client", client=client.id, owner=grant.client_id)
            return True
        await grants.revoke(grant.id, now)
        LOG.info("grant revoked by its client", client=client.id, grant=grant.id)
        return True
