"""Background jobs: sending messages of the outbox, and removing expired state."""

from dataclasses import dataclass, field
from typing import Final

from hanse.engine.accounts.account_links import link_delivery
from hanse.engine.handover.application_logouts import ApplicationLogouts
from hanse.engine.oauth.ciba.ping_callbacks import PingCallbacks
from hanse.engine.oauth.jose.client_keys import ClientKeys
from hanse.engine.oauth.jose.encryption import JwtEncryption
from hanse.engine.oidc.logout.back_channel import BackChannel
from hanse.engine.outbox import OutboxSender
from hanse.engine.services import Services
from hanse.engine.session_notices import session_notices
from hanse.engine.signin.sessions.sso_sessions import SsoSessions
from hanse.engine.snapshot.configuration_parts import SIGN_IN_TRACES
from hanse.engine.state.contracts import OutboxKind
from hanse.engine.user_messages import message_delivery

_SWEPT_AT_ONCE: Final = 1000


def outbox_sender(services: Services) -> OutboxSender:
    """Return the sender for the messages of every kind."""
    back_channel = BackChannel(services, JwtEncryption(ClientKeys(services)))
    deliveries = {
        OutboxKind.USER_MESSAGE: message_delivery(services),
        OutboxKind.LOGOUT_NOTICE: back_channel.delivery,
        OutboxKind.APPLICATION_LOGOUT: ApplicationLogouts(services).delivery,
        OutboxKind.CIBA_PING: PingCallbacks(services).delivery,
        OutboxKind.ACCOUNT_LINK: link_delivery(services),
    }
    return OutboxSender(services.state.outbox, services.bell, services.clock, deliveries)


@dataclass(frozen=True)
class Sweeper:
    """Removes expired state."""

    services: Services
    sessions: SsoSessions = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "sessions", SsoSessions(self.services, session_notices))

    async def sweep(self) -> bool:
        """Remove some expired state, each table in a short transaction. Returns whether there may be more."""
        ended = await self.sessions.end_expired(self.services.snapshot(), _SWEPT_AT_ONCE)
        removed = await self.services.state.sweep(self.services.clock.now().timestamp(), most=_SWEPT_AT_ONCE)
        kept = self.services.snapshot().part(SIGN_IN_TRACES).maximum_traces
        trimmed = await self.services.state.traces.trim(kept, most=_SWEPT_AT_ONCE)
        return max(ended, removed, trimmed) >= _SWEPT_AT_ONCE
