"""The transaction of a change, with its author and the one revision for everything that it saves."""

import logging
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import structlog
from sqlalchemy import Connection

from hanse.config import revision_log
from hanse.config.declare.access import Principal
from hanse.config.declare.ports import Ports
from hanse.config.declare.registry import Registry
from hanse.config.declare.resource import Resource
from hanse.config.secrets.secret_fields import SecretFields
from hanse.config.transaction_view import TransactionView
from hanse.kit.clock import Clock, to_text
from hanse.kit.errors import FieldError
from hanse.kit.ports import Entitlements
from hanse.kit.randomness import Randomness, new_id

LOG = structlog.stdlib.get_logger("hanse.config")
# Checked before the fields of a log line are computed, because an import may save 100,000 documents.
_LEVEL = logging.getLogger("hanse.config")
Body = dict[str, Any]


@dataclass(frozen=True)
class Author:
    """The actor and the request of a revision; `principal` is None for the server itself and its commands."""

    name: str
    request_id: str | None = None
    principal: Principal | None = None


class WriteTransaction(TransactionView):
    """A view that records changes. They all belong to one revision, which gets its number at the first change."""

    def __init__(
        self,
        connection: Connection,
        registry: Registry,
        secrets: SecretFields,
        ports: Ports,
        author: Author,
        clock: Clock,
        randomness: Randomness,
    ) -> None:
        super().__init__(connection, registry, secrets)
        self.ports = ports
        self._author = author
        self._now = clock.now()
        self._randomness = randomness
        # The revision of this transaction, after it has saved something.
        self.number: int | None = None
        self._position = 0
        # The tasks after a save, such as its replication.
        self._follow_up: Callable[[], None] | None = None
        self._is_follow_up_due = False
        # The resources whose documents were saved.
        self.changed: dict[str, Resource[Any]] = {}
        # Writers queue here, so this transaction reads the newest state from now on.
        revision_log.lock(connection)
        secrets.keyring.refresh(connection)

    @property
    def author(self) -> Author:
        """Return the author of this change, for rules about one's own account."""
        return self._author

    def followed_by(self, follow_up: Callable[[], None]) -> None:
        """Have a function called once saves are complete, before the transaction is committed."""
        self._follow_up = follow_up

    def follow_up(self) -> None:
        """Run the follow-up of the saves so far, if there were any since the last call.

        An operation whose answer depends on the follow-up, such as the state of replication, calls this first.
        """
        if self._is_follow_up_due and self._follow_up is not None:
            self._is_follow_up_due = False
            self._follow_up()

    def new_id(self) -> str:
        """Return the id of a document for which the client chose none."""
        return new_id(self._randomness)

    def connections(self) -> int:
        """Return the number of connections to partners."""
        return sum(self.count(resource) for resource in self.registry if resource.is_connection)

    def license_errors(self, used: int) -> Iterator[FieldError]:
        """Yield the reason why the license does not allow another connection in addition to the `used` ones."""
        refusal = self.ports.get(Entitlements).connection_refusal(used=used, now=self._now)
        if refusal is not None:
            yield refusal

    def record(
        self, resource: Resource[Any], changes: Iterable[tuple[str, Body | None, Body | None]], event: str | None = None
    ) -> int:
        """Append changes, as (id, before, after), to this transaction's revision and return its number."""
        self._is_follow_up_due = True
        if self.number is None:
            self.number = revision_log.take_number(self.connection)
        if event is None:
            self.changed[resource.kind] = resource
            self._whole.pop(resource.kind, None)
        name, request_id, kind = self._author.name, self._author.request_id, resource.kind
        rows = [
            revision_log.DocumentChange(
                self.number, position, to_text(self._now), name, request_id, kind, id_, before, after, event
            )
            for position, (id_, before, after) in enumerate(changes, start=self._position)
        ]
        self._position += len(rows)
        revision_log.record(self.connection, rows)
        if _LEVEL.isEnabledFor(logging.DEBUG):
            for row in rows:
                LOG.debug("document saved", **_log_fields(row))
        return self.number


def _log_fields(row: revision_log.DocumentChange) -> dict[str, Any]:
    """Return the log's description of a change, which never contains values."""
    before, after = row.before or {}, row.after or {}
    differing = sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
    what = row.event or ("created" if row.before is None else "deleted" if row.after is None else "changed")
    return {"revision": row.number, "by": row.actor, "kind": row.kind, "id": row.id, "what": what, "members": differing}
