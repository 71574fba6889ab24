"""Counts of failures, such as wrong passwords."""

from typing import Final

from hanse.engine.state.contracts import Failures
from hanse.engine.state.statements import Row, Statement, StatementRunner

_READ: Final = Statement("SELECT count, locked_until FROM state_failure WHERE key = :key AND expires > :now")
# Counting starts again when the window has passed, or when a lock has ended. A current lock is not extended.
_ANEW: Final = """(state_failure.expires <= :now OR
    (state_failure.locked_until > 0 AND state_failure.locked_until <= :now))"""
_COUNT: Final = f"(CASE WHEN {_ANEW} THEN 1 ELSE state_failure.count + 1 END)"
_HELD: Final = "(state_failure.locked_until > :now)"
_FAIL: Final = Statement(
    f"""INSERT INTO state_failure (key, count, locked_until, expires)
        VALUES (:key, 1, CASE WHEN 1 >= :limit THEN :locked ELSE 0 END,
                CASE WHEN 1 >= :limit THEN :locked ELSE :closes END)
        ON CONFLICT (key) DO UPDATE SET count = {_COUNT},
        locked_until = CASE WHEN {_HELD} THEN state_failure.locked_until
                            WHEN {_COUNT} >= :limit THEN :locked ELSE 0 END,
        expires = CASE WHEN {_HELD} THEN state_failure.expires
                       WHEN {_COUNT} >= :limit THEN :locked
                       WHEN {_ANEW} THEN :closes ELSE state_failure.expires END
        RETURNING count, locked_until"""
)
_CLEAR: Final = Statement("DELETE FROM state_failure WHERE key = :key")


class StoredThrottle:
    """Failures in a database; implements `contracts.Throttle`."""

    def __init__(self, runner: StatementRunner) -> None:
        self._runner = runner

    async def read_failures(self, key: bytes, now: float) -> Failures:
        """Return the failures of a key."""
        found = await self._runner.read(_READ, {"key": key, "now": now})
        return _failures(found[0]) if found else Failures(0, 0.0)

    async def fail(self, key: bytes, now: float, *, window_seconds: float, limit: int, lock_seconds: float) -> Failures:
        """Count one failure."""
        values = {
            "key": key,
            "now": now,
            "closes": now + window_seconds,
            "limit": limit,
            "locked": now + lock_seconds,
        }
        (found,) = await self._runner.write((_FAIL, values), durable=False)
        return _failures(found[0])

    async def clear(self, key: bytes) -> None:
        """Reset the failures of a key."""
        await self._runner.write((_CLEAR, {"key": key}), durable=False)


def _failures(row: Row) -> Failures:
    count, locked_until = row
    return Failures(count, float(locked_until))
