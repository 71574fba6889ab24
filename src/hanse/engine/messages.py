"""Messages to users, sent by notification publishers in the background.

Whoever asks for a message is answered before it is sent, so that nothing can be told from how long it takes.
"""

import asyncio
from collections.abc import Mapping
from typing import Final

import structlog

from hanse.engine.errors import TemporarilyUnavailable
from hanse.engine.services import Services
from hanse.engine.signin.pages.locales import DEFAULT_LOCALE
from hanse.engine.snapshot.model import Snapshot
from hanse.engine.snapshot.parts import Instance, instances, singleton
from hanse.plugins.contracts.notification import Notification, NotSent, Publisher
from hanse.resources.system.notification_publishers.resource import PUBLISHER_KIND, PUBLISHER_SETTINGS

LOG = structlog.stdlib.get_logger("hanse.notifications")
PUBLISHERS_IN_USE = instances(PUBLISHER_KIND)
PUBLISHER_DEFAULTS = singleton(PUBLISHER_SETTINGS)
# Each waits for a mail server; beyond that many, nobody would read what comes so late.
MOST_WAITING: Final = 1_000
_PREFIX, _SUFFIX = "message-template-", ".html"


class UserMessages:
    """Sends messages. Those that are under way are lost when the process ends; users ask again."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._tasks: set[asyncio.Task[None]] = set()

    async def send(self, snapshot: Snapshot, publisher: str, to: str, template: str, values: Mapping[str, str]) -> bool:
        """Have a message sent; False without a publisher. `values` may have the user's language as `locale`.

        The texts are in the catalogue of pages: `mail.<name>.subject` and `mail.<name>.text`, where the name is that of
        the template without `message-template-` and `.html`.
        """
        found = self._publisher(snapshot, publisher)
        if found is None or len(self._tasks) >= MOST_WAITING:
            LOG.error("message not sent", template=template, reason="no publisher" if found is None else "too many")
            return False
        name = template.removeprefix(_PREFIX).removesuffix(_SUFFIX)
        locale, pages = values.get("locale", DEFAULT_LOCALE), self._services.pages
        subject, text = (pages.text(locale, f"mail.{name}.{part}", **values) for part in ("subject", "text"))
        task = asyncio.create_task(self._sent(found, Notification(to, subject, text), template))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return True

    async def settled(self) -> None:
        """Wait until all messages are sent or given up."""
        await asyncio.gather(*self._tasks)

    def _publisher(self, snapshot: Snapshot, id_: str) -> Publisher | None:
        default = snapshot.part(PUBLISHER_DEFAULTS).default_notification_publisher_ref
        chosen = id_ or ("" if default is None else default.id)
        found: Instance[Publisher] | None = snapshot.part(PUBLISHERS_IN_USE).get(chosen)
        return None if found is None else found.plugin

    async def _sent(self, publisher: Publisher, notification: Notification, template: str) -> None:
        retries = publisher.retries
        for attempt in range(1 + retries.attempts):
            try:
                await self._services.work.run(publisher.send, notification, seconds=120.0)
            except (NotSent, TemporarilyUnavailable) as error:
                LOG.warning("message not sent", template=template, attempt=attempt + 1, reason=str(error))
            except Exception:
                # Publishers are plug-ins, also of others.
                LOG.exception("message not sent", template=template)
                return
            else:
                LOG.info("message sent", template=template)
                return
            if attempt < retries.attempts:
                await asyncio.sleep(retries.delay.total_seconds())
