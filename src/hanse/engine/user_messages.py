"""Messages to users, put into the outbox and sent by notification publishers in the background.

The request for a message is answered before the message is sent, so that the response time reveals nothing.
"""

from collections.abc import Mapping
from typing import Final

import msgspec
import structlog

from hanse.engine.errors import TemporarilyUnavailable
from hanse.engine.outbox import Delivery
from hanse.engine.services import Purpose, Services
from hanse.engine.snapshot.configuration_parts import Instance, instances, singleton
from hanse.engine.snapshot.model import Snapshot
from hanse.engine.state.contracts import OutboxKind, OutboxMessage
from hanse.kit.randomness import new_id
from hanse.kit.texts.locale_choice import DEFAULT_LOCALE
from hanse.plugins.contracts.notification import Notification, NotSent, Publisher
from hanse.resources.system.notification_publishers.resource import PUBLISHER_KIND, PUBLISHER_SETTINGS

LOG = structlog.stdlib.get_logger("hanse.notifications")
PUBLISHERS_IN_USE = instances(PUBLISHER_KIND)
PUBLISHER_DEFAULTS = singleton(PUBLISHER_SETTINGS)
# An older message is useless for its reader: most contain a link or code that has expired.
LIFETIME_SECONDS: Final = 3600.0
SEND_SECONDS: Final = 120.0
# Each takes a thread, which waits for a mail server.
MOST_AT_ONCE: Final = 8
_PREFIX, _SUFFIX = "message-template-", ".html"


class _Queued(msgspec.Struct, kw_only=True):
    """A queued message."""

    publisher: str
    template: str
    to: str
    subject: str
    text: str


class UserMessages:
    """Queues messages."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def send(self, snapshot: Snapshot, publisher: str, to: str, template: str, values: Mapping[str, str]) -> bool:
        """Queue a message; False without a publisher. `values` may have the user's language as `locale`.

        The texts are among the page texts: `mail.<name>.subject` and `mail.<name>.text`, where the name is that of the
        template without `message-template-` and `.html`.
        """
        default = snapshot.part(PUBLISHER_DEFAULTS).default_notification_publisher_ref
        chosen = publisher or ("" if default is None else default.id)
        found = _publisher(snapshot, chosen)
        if found is None:
            LOG.error("message not sent", template=template, reason="no publisher")
            return False
        name = template.removeprefix(_PREFIX).removesuffix(_SUFFIX)
        locale, pages = values.get("locale", DEFAULT_LOCALE), self._services.pages
        subject, text = (pages.text(locale, f"mail.{name}.{part}", **values) for part in ("subject", "text"))
        queued = _Queued(publisher=chosen, template=template, to=to, subject=subject, text=text)
        now, retries = self._services.clock.now().timestamp(), found.retries
        message = OutboxMessage(
            id=new_id(self._services.randomness),
            kind=OutboxKind.USER_MESSAGE,
            due=now,
            expires=now + LIFETIME_SECONDS + retries.attempts * retries.delay.total_seconds(),
            body=msgspec.msgpack.encode(queued),
        )
        if not await self._services.state.outbox.put(message):
            LOG.error("message not sent", template=template, reason="too many messages are queued")
            return False
        self._services.bell.ring(message.kind)
        return True


def message_delivery(services: Services) -> Delivery:
    """Return the delivery of messages to users."""

    async def send(message: OutboxMessage) -> float | None:
        queued = msgspec.msgpack.decode(message.body, type=_Queued)
        publisher = _publisher(services.snapshot(), queued.publisher)
        if publisher is None:
            LOG.error("message not sent", template=queued.template, reason="no publisher")
            return None
        notification = Notification(queued.to, queued.subject, queued.text)
        try:
            await services.work.run(Purpose.MESSAGES, publisher.send, notification, seconds=SEND_SECONDS)
        except (NotSent, TemporarilyUnavailable) as error:
            LOG.warning("message not sent", template=queued.template, attempt=message.attempts, reason=str(error))
            retries = publisher.retries
            return None if message.attempts > retries.attempts else retries.delay.total_seconds()
        LOG.info("message sent", template=queued.template)
        return None

    return Delivery(send, lease_seconds=SEND_SECONDS + 60.0, most_at_once=MOST_AT_ONCE)


def _publisher(snapshot: Snapshot, id_: str) -> Publisher | None:
    found: Instance[Publisher] | None = snapshot.part(PUBLISHERS_IN_USE).get(id_)
    return None if found is None else found.plugin
