"""Notifies clients that their users have decided (CIBA Core, section 10.2).

The callback is sent to the address that is registered for the client, with the token that the client chose for this
request. It names the request and contains nothing else; the client fetches the result at the token endpoint.
"""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

import msgspec
import structlog

from hanse.engine.oauth.ciba.stored_requests import FoundRequest
from hanse.engine.outbox import TEMPORARY, Delivery
from hanse.engine.services import Services
from hanse.engine.snapshot.clients import CLIENTS
from hanse.engine.state.contracts import OutboxKind, OutboxMessage
from hanse.kit.errors import ExternalFailure
from hanse.resources.applications.clients.choices import DeliveryMode

LOG = structlog.stdlib.get_logger("hanse.oauth")
# The delays before the second attempt, the third, and so on.
PAUSES: Final = (1.0, 5.0, 15.0)
MOST_AT_ONCE: Final = 20
ANSWER_SECONDS: Final = 5.0


class PingCallback(msgspec.Struct, frozen=True, kw_only=True):
    """A callback in the outbox, which seals it."""

    client_id: str
    auth_req_id: str
    notification_token: str


def ping_message(found: FoundRequest, now: float, expires: float) -> OutboxMessage | None:
    """Return the callback for a decision; None for a client that only polls."""
    content = found.content
    if found.client.settings.ciba_delivery_mode is not DeliveryMode.PING or not content.notification_token:
        return None
    callback = PingCallback(
        client_id=found.client.id, auth_req_id=content.auth_req_id, notification_token=content.notification_token
    )
    # A request is decided once, so its key identifies the callback.
    id_ = f"ciba-{found.key.hex()}"
    body = msgspec.msgpack.encode(callback)
    return OutboxMessage(id=id_, kind=OutboxKind.CIBA_PING, due=now, expires=expires, body=body)


@dataclass(frozen=True)
class PingCallbacks:
    """Sends callbacks, with retries."""

    services: Services

    @property
    def delivery(self) -> Delivery:
        """Return the delivery of callbacks, for the outbox."""
        return Delivery(self.send, lease_seconds=4 * ANSWER_SECONDS, most_at_once=MOST_AT_ONCE)

    async def send(self, message: OutboxMessage) -> float | None:
        """Notify a client once. Returns the delay before the next attempt; None if there is none."""
        callback = msgspec.msgpack.decode(message.body, type=PingCallback)
        client = self.services.snapshot().part(CLIENTS).get(callback.client_id)
        address = None if client is None else client.settings.ciba_notification_endpoint
        about = {"client": callback.client_id, "url": address, "attempt": message.attempts}
        if not address:
            LOG.warning("ping callback not sent, as the client has no notification endpoint", **about)
            return None
        try:
            status = await self.services.outgoing.post_json(
                address,
                {"auth_req_id": callback.auth_req_id},
                bearer=callback.notification_token,
                seconds=ANSWER_SECONDS,
            )
        except ExternalFailure as failure:
            LOG.warning("ping callback not answered", reason=failure.message, **about)
        else:
            if status < HTTPStatus.MULTIPLE_CHOICES:
                LOG.info("ping callback accepted", status=status, **about)
                return None
            LOG.warning("ping callback refused", status=status, **about)
            if status < HTTPStatus.INTERNAL_SERVER_ERROR and status not in TEMPORARY:
                # Redirects are not followed, and the client would refuse the same request again.
                return None
        return None if message.attempts > len(PAUSES) else PAUSES[message.attempts - 1]
