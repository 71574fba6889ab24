"""Requests that users decide on elsewhere, while their clients poll."""

from typing import Any, Final

import structlog

from hanse.engine.state.contracts import OutboxMessage, PendingAuthorization, PendingKind, PendingStatus
from hanse.engine.state.outbox import step_for_decision
from hanse.engine.state.sealing import Sealer
from hanse.engine.state.statements import Row, Statement, StatementRunner
from hanse.kit.randomness import Randomness

LOG = structlog.stdlib.get_logger("hanse.state")
_MARK_OCTETS: Final = 16
# The time for which an expired request is kept, so that its client gets `expired_token` and not `invalid_grant`.
_KNOWN_SECONDS: Final = 600.0
# RFC 8628, section 3.5.
_RAISED_SECONDS: Final = 5.0

_COLUMNS: Final = "key, kind, client_id, poll_seconds, ends, status, early, body"
_CREATE: Final = Statement(
    """INSERT INTO state_pending (key, kind, client_id, user_code, status, poll_seconds, next_poll, early, ends,
       expires, body) VALUES (:key, :kind, :client_id, :user_code, 'PENDING', :poll_seconds, :next_poll, 0, :ends,
       :expires, :body) ON CONFLICT DO NOTHING RETURNING 1"""
)
_OPEN: Final = "status = 'PENDING' AND ends > :now"
_GET: Final = Statement(f"SELECT {_COLUMNS} FROM state_pending WHERE key = :key AND {_OPEN}")
_BY_USER_CODE: Final = Statement(f"SELECT {_COLUMNS} FROM state_pending WHERE user_code = :user_code AND {_OPEN}")
_RAISED: Final = "CASE WHEN :now < next_poll THEN poll_seconds + :raised ELSE poll_seconds END"
_POLL: Final = Statement(
    f"""UPDATE state_pending SET early = CASE WHEN :now < next_poll THEN 1 ELSE 0 END, poll_seconds = {_RAISED},
        next_poll = :now + {_RAISED} WHERE key = :key AND client_id = :client_id RETURNING {_COLUMNS}"""
)
_DECIDE: Final = Statement(
    f"""UPDATE state_pending SET status = :status, body = :body, user_code = NULL, mark = :mark,
        ends = CASE WHEN ends < :until THEN :until ELSE ends END,
        expires = CASE WHEN expires < :known THEN :known ELSE expires END
        WHERE key = :key AND {_OPEN} RETURNING 1"""
)


class StoredPendingAuthorizations:
    """Pending requests in a database; implements `contracts.PendingAuthorizations`."""

    def __init__(self, runner: StatementRunner, sealer: Sealer, randomness: Randomness, short_lived: Sealer) -> None:
        """`short_lived` seals the requests, and `sealer` the messages to clients, which may wait longer."""
        self._runner = runner
        self._sealer = sealer
        self._short_lived = short_lived
        self._randomness = randomness

    async def create(self, pending: PendingAuthorization, now: float) -> bool:
        """Store a request."""
        values = {
            "key": pending.key,
            "kind": pending.kind.value,
            "client_id": pending.client_id,
            "user_code": pending.user_code,
            "poll_seconds": pending.interval,
            # The first poll may come at once (RFC 8628, section 3.5, is about the time between two).
            "next_poll": now,
            "ends": pending.ends,
            "expires": pending.ends + _KNOWN_SECONDS,
            "body": self._short_lived.seal(pending.body, _row(pending.key)),
        }
        (stored,) = await self._runner.write((_CREATE, values), durable=False)
        return bool(stored)

    async def get(self, key: bytes, now: float) -> PendingAuthorization | None:
        """Return a request on which a user can still decide."""
        return await self._read(_GET, {"key": key, "now": now})

    async def by_user_code(self, user_code: bytes, now: float) -> PendingAuthorization | None:
        """Return the request of a user code on which a user can still decide."""
        return await self._read(_BY_USER_CODE, {"user_code": user_code, "now": now})

    async def poll(self, key: bytes, client_id: str, now: float) -> PendingAuthorization | None:
        """Record that a client polls, and return its request."""
        values = {"key": key, "client_id": client_id, "now": now, "raised": _RAISED_SECONDS}
        (found,) = await self._runner.write((_POLL, values), durable=False)
        return self._pending(found[0]) if found else None

    async def decide(
        self,
        key: bytes,
        status: PendingStatus,
        body: bytes,
        now: float,
        *,
        until: float,
        message: OutboxMessage | None = None,
    ) -> bool:
        """Approve or deny a request that is pending."""
        # The mark is that of this call, so the message is stored only if this call has decided.
        mark = self._randomness.token_bytes(_MARK_OCTETS)
        values = {
            "key": key,
            "mark": mark,
            "status": status.value,
            "body": self._short_lived.seal(body, _row(key)),
            "now": now,
            "until": until,
            "known": until + _KNOWN_SECONDS,
        }
        put = () if message is None else (step_for_decision(message, key, mark, self._sealer),)
        decided, *stored = await self._runner.write((_DECIDE, values), *put, durable=True)
        if decided and stored and not stored[0]:
            LOG.error("client not notified, as too many messages are queued")
        return bool(decided)

    async def _read(self, statement: Statement, values: dict[str, Any]) -> PendingAuthorization | None:
        found = await self._runner.read(statement, values)
        return self._pending(found[0]) if found else None

    def _pending(self, row: Row) -> PendingAuthorization | None:
        key, kind, client_id, poll_seconds, ends, status, early, body = row
        # A redeemed request has no content any more.
        opened = self._short_lived.open_if_kept(body, _row(key)) if body else b""
        if opened is None:
            return None
        return PendingAuthorization(
            key=key,
            kind=PendingKind(kind),
            client_id=client_id,
            interval=poll_seconds,
            ends=ends,
            status=PendingStatus(status),
            is_early=bool(early),
            body=opened,
        )


def _row(key: bytes) -> bytes:
    return b"pending\0" + key
