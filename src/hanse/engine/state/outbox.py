"""Messages that are stored until they are sent."""

from collections.abc import Sequence
from typing import Any, Final

from hanse.engine.state.contracts import OutboxKind, OutboxMessage
from hanse.engine.state.sealing import SealedValueBroken, Sealer
from hanse.engine.state.statements import Statement, StatementRunner, Step

# Maximum number of waiting messages of a kind. If it is reached, the receivers do not answer, and more would not help.
MOST_QUEUED: Final = 10_000

_STORE: Final = """INSERT INTO state_outbox (id, kind, due, expires, attempts, body)
    SELECT :id, :kind, :due, :expires, 0, :body
    WHERE (SELECT COUNT(*) FROM state_outbox WHERE kind = :kind) < :most_queued AND {condition}
    ON CONFLICT (id) DO NOTHING RETURNING 1"""
_PUT: Final = Statement(_STORE.format(condition="1 = 1"))
# In the transaction that ends a session, so that the session cannot end without its notices.
_PUT_FOR_SESSION: Final = Statement(
    _STORE.format(condition="EXISTS (SELECT 1 FROM state_session WHERE id = :session AND version = :version)")
)
# In the transaction of a user's decision, so that the client is notified if and only if it was stored.
_PUT_FOR_DECISION: Final = Statement(
    _STORE.format(condition="EXISTS (SELECT 1 FROM state_pending WHERE key = :pending AND mark = :mark)")
)
_IS_DUE: Final = Statement(
    "SELECT 1 FROM state_outbox WHERE kind = :kind AND due <= :now AND expires > :now ORDER BY due LIMIT 1"
)
# `due <= :now` is repeated in the outer condition: PostgreSQL checks it again after waiting for another sender.
_TAKE: Final = Statement(
    """UPDATE state_outbox SET due = :lease_ends, attempts = attempts + 1
       WHERE id IN (SELECT id FROM state_outbox WHERE kind = :kind AND due <= :now AND expires > :now
                    ORDER BY due, id LIMIT :most)
       AND due <= :now RETURNING id, expires, attempts, body"""
)
# Only within one's own lease: otherwise another sender has the message.
_PUT_OFF: Final = Statement("UPDATE state_outbox SET due = :due WHERE id = :id AND attempts = :attempts")
_DROP: Final = Statement("DELETE FROM state_outbox WHERE id = :id")


class StoredOutbox:
    """An outbox in a database; implements `contracts.Outbox`."""

    def __init__(self, runner: StatementRunner, sealer: Sealer) -> None:
        self._runner = runner
        self._sealer = sealer

    async def put(self, message: OutboxMessage) -> bool:
        """Store a message; False if too many are waiting."""
        (stored,) = await self._runner.write((_PUT, _values(message, self._sealer)), durable=True)
        return bool(stored)

    async def take(self, kind: OutboxKind, now: float, *, lease_seconds: float, most: int) -> Sequence[OutboxMessage]:
        """Take the messages that have been due for the longest time."""
        # Usually nothing is due, and this check does not wait for other writers.
        if not await self._runner.read(_IS_DUE, {"kind": kind.value, "now": now}):
            return ()
        values = {"kind": kind.value, "now": now, "lease_ends": now + lease_seconds, "most": most}
        (rows,) = await self._runner.write((_TAKE, values), durable=False)
        taken = []
        for id_, expires, attempts, body in rows:
            try:
                opened = self._sealer.open(body, _row(id_))
            except SealedValueBroken:
                await self._runner.write((_DROP, {"id": id_}), durable=False)
                continue
            due = now + lease_seconds
            taken.append(OutboxMessage(id=id_, kind=kind, due=due, expires=expires, attempts=attempts, body=opened))
        return taken

    async def put_off(self, message: OutboxMessage, due: float) -> None:
        """Schedule the next attempt for a message."""
        values = {"id": message.id, "attempts": message.attempts, "due": due}
        await self._runner.write((_PUT_OFF, values), durable=False)

    async def drop(self, message: OutboxMessage) -> None:
        """Remove a message."""
        await self._runner.write((_DROP, {"id": message.id}), durable=False)


def steps_for_session(
    messages: Sequence[OutboxMessage], session_id: str, version: int, sealer: Sealer
) -> Sequence[Step]:
    """Return the steps that store messages if a session still exists in the version that was read."""
    condition = {"session": session_id, "version": version}
    return [(_PUT_FOR_SESSION, {**_values(each, sealer), **condition}) for each in messages]


def step_for_decision(message: OutboxMessage, pending: bytes, mark: bytes, sealer: Sealer) -> Step:
    """Return the step that stores a message if this transaction has decided a pending authorization."""
    return _PUT_FOR_DECISION, {**_values(message, sealer), "pending": pending, "mark": mark}


def _values(message: OutboxMessage, sealer: Sealer) -> dict[str, Any]:
    return {
        "id": message.id,
        "kind": message.kind.value,
        "due": message.due,
        "expires": message.expires,
        "body": sealer.seal(message.body, _row(message.id)),
        "most_queued": MOST_QUEUED,
    }


def _row(id_: str) -> bytes:
    return b"outbox\0" + id_.encode()
