"""Requests with which this server signs users out of applications (OpenID Connect Back-Channel Logout 1.0, 2.8)."""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

import msgspec
import structlog

from hanse.engine.outbox import TEMPORARY
from hanse.engine.services import Services
from hanse.engine.state.contracts import OutboxKind, OutboxMessage
from hanse.kit.errors import ExternalFailure

LOG = structlog.stdlib.get_logger("hanse.oidc")
# The delays before the second attempt, the third, and so on.
PAUSES: Final = (2.0, 20.0, 120.0, 600.0, 1800.0)
MOST_AT_ONCE: Final = 20
# An application that is unreachable for longer finds out by itself, or keeps its own session until that expires.
OUTBOX_SECONDS: Final = 3600.0
ANSWER_SECONDS: Final = 5.0
_ACCEPTED: Final = frozenset({200, 204})
_CLIENT_ERROR, _SERVER_ERROR = 400, 500


def logout_message(kind: OutboxKind, notice: msgspec.Struct, now: float) -> OutboxMessage:
    """Return the message by which the outbox notifies one application of the end of a session."""
    body = msgspec.msgpack.encode(notice)
    # No application is notified twice of the end of one session.
    return OutboxMessage(id=sha256(body).hexdigest(), kind=kind, due=now, expires=now + OUTBOX_SECONDS, body=body)


@dataclass(frozen=True)
class LogoutPost:
    """Posts a logout token. `about` identifies the application and the session in the log."""

    services: Services
    about: Mapping[str, str]

    async def send(self, address: str, form: Mapping[str, str], attempt: int) -> float | None:
        """Send a form once. Returns the delay before the next attempt; None if there is none."""
        if await self._is_final(address, form, attempt):
            return None
        if attempt > len(PAUSES):
            LOG.error("back-channel logout failed", **self.about)
            return None
        return PAUSES[attempt - 1]

    async def _is_final(self, address: str, form: Mapping[str, str], attempt: int) -> bool:
        """Return whether no further attempt is needed."""
        about = {**self.about, "url": address, "attempt": attempt}
        try:
            status = await self.services.outgoing.post_form(address, dict(form), seconds=ANSWER_SECONDS)
        except ExternalFailure as failure:
            LOG.warning("back-channel logout not answered", reason=failure.message, **about)
            return False
        if status in _ACCEPTED:
            LOG.info("back-channel logout accepted", status=status, **about)
            return True
        LOG.warning("back-channel logout refused", status=status, **about)
        # Section 2.8: with 400 an application refuses the token, and would refuse it again.
        return _CLIENT_ERROR <= status < _SERVER_ERROR and status not in TEMPORARY
