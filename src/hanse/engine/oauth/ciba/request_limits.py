"""Limits how often a client can ask for one user, so that users do not approve only to end repeated requests."""

from dataclasses import dataclass
from typing import Final

import structlog

from hanse.engine.errors import BackchannelAccessDenied
from hanse.engine.services import Services
from hanse.engine.state.contracts import digest

LOG = structlog.stdlib.get_logger("hanse.oauth")
# Requests of one client for one user that the user has not approved.
LIMIT: Final = 10
WINDOW_SECONDS: Final = 300.0
LOCK_SECONDS: Final = 300.0


@dataclass(frozen=True)
class UserRequestLimit:
    """The number of requests of each client for each user since the user's last approval."""

    services: Services

    async def add(self, client_id: str, user_key: str) -> None:
        """Record a request. Raises BackchannelAccessDenied if there are too many."""
        throttle, now = self.services.state.throttle, self.services.clock.now().timestamp()
        key = _key(client_id, user_key)
        if (await throttle.read_failures(key, now)).locked_until > now:
            LOG.warning("too many backchannel authentication requests for a user", client=client_id)
            raise BackchannelAccessDenied("There were too many requests for this user. Try again later.")
        await throttle.fail(key, now, window_seconds=WINDOW_SECONDS, limit=LIMIT, lock_seconds=LOCK_SECONDS)

    async def reset(self, client_id: str, user_key: str) -> None:
        """Forget the requests: the user has approved one and so expects them."""
        await self.services.state.throttle.clear(_key(client_id, user_key))


def _key(client_id: str, user_key: str) -> bytes:
    return digest(f"ciba\0{client_id}\0{user_key}")
