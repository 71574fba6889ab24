"""The active console, and protection against changes by any other one.

One row names the active console, with an epoch that grows with every change of roles. A console that switches waits for
the lock of all writers, and changes the row only if it still has the value that the console last saw. Every change of
the configuration checks the row under the same lock, so that a console that has lost its role cannot save a late
change, however long its process or network was interrupted.
"""

import threading
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Protocol

import structlog
from sqlalchemy import Connection, update

from hanse.cluster.database_clock import NOW, age, now
from hanse.cluster.publication import ensure_state, read_state, wake
from hanse.cluster.schema import cluster_state
from hanse.config import revision_log
from hanse.config.database import Database
from hanse.kit.errors import Conflict, NotAllowed

LOG = structlog.stdlib.get_logger("hanse.cluster")
# Two administrators who switch at the same moment want the same thing; the second request is refused with a message.
PAUSE = timedelta(seconds=5)
PASSIVE_TEXT = "This console is passive and read-only. Use the active console, or make this one active."
PASSIVE_READ_TEXT = (
    "This console is passive and answers only requests about the cluster. Use the active console, or make "
    "this one active."
)
CHANGED_TEXT = "The roles of the consoles have changed in the meantime. Reload the page and try again."


class PassiveConsole(NotAllowed):
    """Another console is the active one."""

    result_id = "console_is_passive"


class ConsoleState(Protocol):
    """Tells whether this process may change the configuration."""

    @property
    def is_active(self) -> bool:
        """Return whether this process may change the configuration, as far as it knows."""
        ...


@dataclass(frozen=True)
class ObservedRoles:
    """The last known state: the active console and the number of role changes."""

    active: str | None
    epoch: int


class Consoles:
    """The role of one console. Safe to share between threads."""

    def __init__(self, database: Database, node_id: str) -> None:
        self._database = database
        self._node = node_id
        self._lock = threading.Lock()
        self._seen = ObservedRoles(None, -1)

    @property
    def is_active(self) -> bool:
        """Return whether this console is the active one, as far as it knows."""
        return self._seen.active == self._node

    @property
    def epoch(self) -> int:
        """The number of role changes that this console knows of."""
        return self._seen.epoch

    def claim(self) -> None:
        """Become active if no console ever was; otherwise record which console is active."""
        with self._database.writing() as connection:
            ensure_state(connection, self._database)
            first = cluster_state.c.active_console.is_(None)
            values = {"active_console": self._node, "epoch": cluster_state.c.epoch + 1, "role_updated": NOW}
            connection.execute(update(cluster_state).where(cluster_state.c.id == 1, first).values(values))
            seen = _role(read_state(connection))
        self._note(seen)

    def refresh(self, connection: Connection) -> None:
        """Read which console is active now."""
        # A value that was read before a switch of this console must not be recorded after it.
        with self._lock:
            self._note(_role(read_state(connection)))

    def admit(self, connection: Connection) -> None:
        """Raise PassiveConsole unless this console is active; called by each writer, under the writers' lock."""
        found, believed = _role(read_state(connection)), self._seen
        if found == believed and found.active == self._node:
            return
        self._note(found)
        # This console was made active again by another process; the caller has not seen that switch either.
        raise PassiveConsole(CHANGED_TEXT if found.active == self._node else PASSIVE_TEXT)

    def refuse_if_passive(self, message: str) -> None:
        """Raise PassiveConsole if this console is known to be passive, without a query."""
        if not self.is_active:
            raise PassiveConsole(message)

    def switch(self, expected: Collection[int] | None = None) -> None:
        """Make this console the active one; raises Conflict if another one has become active in the meantime.

        `expected` are the epochs that the caller knows of.
        """
        with self._lock:
            with self._database.writing() as connection:
                revision_log.lock(connection)
                taken = self._take(connection, expected)
            self._note(taken)

    def _take(self, connection: Connection, expected: Collection[int] | None) -> ObservedRoles:
        state, believed = read_state(connection), self._seen
        found = _role(state)
        if found.active == self._node:
            return found
        is_known = found == believed and (expected is None or found.epoch in expected)
        if not is_known or _just(state, connection):
            self._note(found)
            raise Conflict("Another console became active at the same time. Reload the page and try again.")
        ensure_state(connection, self._database)
        values = {"active_console": self._node, "epoch": found.epoch + 1, "role_updated": NOW}
        connection.execute(update(cluster_state).where(cluster_state.c.id == 1).values(values))
        wake(connection)
        return ObservedRoles(self._node, found.epoch + 1)

    def _note(self, seen: ObservedRoles) -> None:
        before, self._seen = self._seen, seen
        if before != seen:
            LOG.info("console role", active=seen.active == self._node, epoch=seen.epoch)


def _role(state: Mapping[str, object]) -> ObservedRoles:
    active = state["active_console"]
    return ObservedRoles(None if active is None else str(active), int(str(state["epoch"])))


def _just(state: Mapping[str, object], connection: Connection) -> bool:
    """Return whether a switch has just happened; the first console to become active is not a switch."""
    updated = state["role_updated"]
    return updated is not None and int(str(state["epoch"])) > 1 and age(str(updated), now(connection)) < PAUSE
