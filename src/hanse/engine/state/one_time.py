"""Values that can be used once."""

from typing import Final

from hanse.engine.state.contracts import OneTimeKind
from hanse.engine.state.sealing import Sealer
from hanse.engine.state.statements import Statement, StatementRunner

# A used value grants access, and must not work again after a loss of power. On SQLite that takes a caller 2 ms instead
# of 0.1. 16 callers at a time share syncs: 4,600 a second are served instead of 18,000.
_DURABLE: Final = {
    OneTimeKind.ADAPTER_CODE,
    OneTimeKind.ASSERTION_ID,
    OneTimeKind.GRANT_ASSERTION_ID,
    OneTimeKind.EXCHANGED_TOKEN_ID,
    OneTimeKind.PASSWORD_RESET,
}

# Access tokens can be valid for days, and must not lose their claims when the system keys are rotated.
_LONG_LIVED: Final = {OneTimeKind.REQUESTED_CLAIMS}

_PUT: Final = Statement(
    """INSERT INTO state_one_time (kind, key, expires, body) VALUES (:kind, :key, :expires, :body)
       ON CONFLICT (kind, key) DO UPDATE SET expires = excluded.expires, body = excluded.body"""
)
_PEEK: Final = Statement("SELECT body FROM state_one_time WHERE kind = :kind AND key = :key AND expires > :now")
_TAKE: Final = Statement(
    "DELETE FROM state_one_time WHERE kind = :kind AND key = :key AND expires > :now RETURNING body"
)
_CLAIM: Final = Statement(
    """INSERT INTO state_one_time (kind, key, expires, body) VALUES (:kind, :key, :expires, :body)
       ON CONFLICT (kind, key) DO UPDATE SET expires = excluded.expires, body = excluded.body
       WHERE state_one_time.expires <= :now RETURNING 1"""
)


class StoredOneTimeValues:
    """One-time values in a database; implements `contracts.OneTimeValues`."""

    def __init__(self, runner: StatementRunner, sealer: Sealer, short_lived: Sealer) -> None:
        self._runner = runner
        self._sealer = sealer
        self._short_lived = short_lived

    async def put(self, kind: OneTimeKind, key: bytes, body: bytes, expires: float) -> None:
        """Store a value, replacing one with the same key."""
        sealed = self._sealer_of(kind).seal(body, _row(kind, key))
        values = {"kind": kind.value, "key": key, "expires": expires, "body": sealed}
        await self._runner.write((_PUT, values), durable=False)

    async def peek(self, kind: OneTimeKind, key: bytes, now: float) -> bytes | None:
        """Return the body of a value without using it up."""
        found = await self._runner.read(_PEEK, {"kind": kind.value, "key": key, "now": now})
        return self._sealer_of(kind).open_if_kept(found[0][0], _row(kind, key)) if found else None

    async def take(self, kind: OneTimeKind, key: bytes, now: float) -> bytes | None:
        """Use a value up and return its body."""
        values = {"kind": kind.value, "key": key, "now": now}
        (found,) = await self._runner.write((_TAKE, values), durable=kind in _DURABLE)
        return self._sealer_of(kind).open_if_kept(found[0][0], _row(kind, key)) if found else None

    async def claim(self, kind: OneTimeKind, key: bytes, expires: float, now: float, body: bytes = b"") -> bool:
        """Remember a value until it expires; False for a replay."""
        sealed = self._sealer_of(kind).seal(body, _row(kind, key)) if body else b""
        values = {"kind": kind.value, "key": key, "expires": expires, "now": now, "body": sealed}
        (found,) = await self._runner.write((_CLAIM, values), durable=kind in _DURABLE)
        return bool(found)

    def _sealer_of(self, kind: OneTimeKind) -> Sealer:
        return self._sealer if kind in _LONG_LIVED else self._short_lived


def _row(kind: OneTimeKind, key: bytes) -> bytes:
    return b"one_time\0" + kind.value.encode() + b"\0" + key
