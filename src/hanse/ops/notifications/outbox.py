"""Queued messages, and the events that were already reported."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import Connection, delete, insert, select, update

from hanse.config.database import Database
from hanse.kit.clock import Clock, to_text
from hanse.kit.randomness import Randomness, new_id
from hanse.ops.notifications.message import NotificationMessage
from hanse.ops.notifications.schema import outgoing, reported_events

# Time for which a message is reserved for one sender: longer than any publisher's time-out.
LEASE = timedelta(minutes=15)


@dataclass(frozen=True)
class TakenMessage:
    """A message that should be sent now, and the number of earlier attempts."""

    id: str
    message: NotificationMessage
    attempts: int


def put(connection: Connection, messages: Iterable[NotificationMessage], clock: Clock, randomness: Randomness) -> None:
    """Put messages that have a recipient into the outbox."""
    due = to_text(clock.now())
    rows = [
        {
            "id": new_id(randomness),
            "publisher": each.publisher,
            "recipient": each.recipient,
            "subject": each.subject,
            "body": each.body,
            "due": due,
            "attempts": 0,
        }
        for each in messages
        if each.recipient is not None
    ]
    if rows:
        connection.execute(insert(outgoing), rows)


def notified_values(connection: Connection) -> dict[str, str]:
    """Return all reported events, by their keys."""
    return {row.key: row.value for row in connection.execute(select(reported_events))}


def remember(connection: Connection, values: dict[str, str]) -> None:
    """Record reported events."""
    forget(connection, values)
    if values:
        connection.execute(insert(reported_events), [{"key": key, "value": value} for key, value in values.items()])


def forget(connection: Connection, keys: Iterable[str]) -> None:
    """Remove causes that are over."""
    for key in keys:
        connection.execute(delete(reported_events).where(reported_events.c.key == key))


class NotificationOutbox:
    """Queued messages; the consoles of one database share them."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database, self._clock = database, clock

    def take(self) -> TakenMessage | None:
        """Return a message that is due, and reserve it for the caller."""
        now = self._clock.now()
        due = select(outgoing).where(outgoing.c.due <= to_text(now)).order_by(outgoing.c.due, outgoing.c.id).limit(1)
        with self._database.reading() as connection:
            row = connection.execute(due).first()
        if row is None:
            return None
        # An attempt is recorded before it is made, because the server may end in the middle of it.
        values = {"due": to_text(now + LEASE), "attempts": row.attempts + 1}
        with self._database.writing() as connection:
            mine = (outgoing.c.id == row.id, outgoing.c.due == row.due)
            taken = connection.execute(update(outgoing).where(*mine).values(values)).rowcount
        if not taken:
            return None
        return TakenMessage(
            row.id, NotificationMessage(row.subject, row.body, row.recipient, row.publisher), row.attempts
        )

    def put_off(self, taken: TakenMessage, delay: timedelta) -> None:
        """Schedule the next attempt for a message."""
        with self._database.writing() as connection:
            due = to_text(self._clock.now() + delay)
            connection.execute(update(outgoing).where(outgoing.c.id == taken.id).values(due=due))

    def drop(self, taken: TakenMessage) -> None:
        """Remove a message that was sent or given up."""
        with self._database.writing() as connection:
            connection.execute(delete(outgoing).where(outgoing.c.id == taken.id))
