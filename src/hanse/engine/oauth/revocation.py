"""Token revocation (RFC 7009): a client revokes tokens that it does not need any more.

With a refresh token its grant is revoked, and all access tokens of the grant that can be revoked (section 2.1). A text
that is no token of the client changes nothing and gets the same answer (section 2.2).
"""

from dataclasses import dataclass

import structlog

from hanse.engine.failed_attempts import LIMIT, FailedAttempts
from hanse.engine.http.answers import Answer, empty_answer
from hanse.engine.http.request import Request
from hanse.engine.oauth.access_tokens.service import AccessTokenService
from hanse.engine.oauth.contracts import ClientAuthenticator
from hanse.engine.services import Services
from hanse.engine.snapshot.clients import RegisteredClient
from hanse.engine.state.contracts import digest
from hanse.resources.applications.clients.choices import Lockout

LOG = structlog.stdlib.get_logger("hanse.oauth")


def malicious_limit(client: RegisteredClient) -> int | None:
    """Return how many foreign tokens a client may try to revoke in a minute; None for any number."""
    settings = client.settings
    if settings.lockout_max_malicious_actions_type is Lockout.DO_NOT_LOCKOUT:
        return None
    is_own = settings.lockout_max_malicious_actions_type is Lockout.OVERRIDE_SERVER_DEFAULT
    return (settings.lockout_max_malicious_actions or LIMIT) if is_own else LIMIT


@dataclass(frozen=True)
class Revocation:
    """Answers POST requests."""

    services: Services
    authenticator: ClientAuthenticator
    access_tokens: AccessTokenService
    malicious: FailedAttempts

    async def answer(self, request: Request) -> Answer:
        """Revoke a token. Raises OAuthError."""
        client = await self.authenticator.authenticate(request)
        self.malicious.check(request, client.id)
        token = (await request.form()).required("token")
        # The hint is not needed: the look-up itself shows the type of the token (section 2.1).
        is_revoked = await self._refresh_token(request, client, token)
        if is_revoked is None:
            is_revoked = await self.access_tokens.revoke(request, token, client.id)
            LOG.info("access token revocation requested", client=client.id, revoked=is_revoked)
        if not is_revoked and (limit := malicious_limit(client)) is not None:
            await self.malicious.add(request, client.id, limit)
        return empty_answer()

    async def _refresh_token(self, request: Request, client: RegisteredClient, token: str) -> bool | None:
        """Revoke the grant of a refresh token; False for another client's token, None if it is no refresh token."""
        grants, now = self.services.state.grants, self.services.clock.now().timestamp()
        found = await grants.by_refresh_token(digest(token), now)
        if found is None:
            return None
        grant = found[0]
        if grant.client_id != client.id or grant.issuer != request.issuer.identifier:
            LOG.warning(
                "revocation of another client's refresh token requested", client=client.id, owner=grant.client_id
            )
            return False
        await grants.revoke(grant.id, now)
        LOG.info("grant revoked by its client", client=client.id, grant=grant.id)
        return True
