"""Revocation of grants, for all callers."""

import structlog

from hanse.engine.services import Services
from hanse.engine.state.contracts import Grant

LOG = structlog.stdlib.get_logger("hanse.oauth")


async def revoke_grant(services: Services, grant: Grant, by: str) -> bool:
    """Revoke a grant with its tokens, and delete the user's consent, so that the client must request it again.

    Returns False if the grant had ended already. `by` names the revoker in the log.
    """
    now = services.clock.now().timestamp()
    revoked = await services.state.grants.revoke(grant.id, now)
    await services.state.consents.delete(grant.user_key, grant.client_id)
    LOG.info("grant revoked", grant=grant.id, client=grant.client_id, by=by)
    return revoked
