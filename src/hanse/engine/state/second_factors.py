"""Second factors of users."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from hanse.engine.state.contracts import SecondFactorPage
from hanse.engine.state.sealing import Sealer
from hanse.engine.state.statements import Row, Statement, StatementRunner, Step
from hanse.plugins.contracts.second_factors import FactorKind, SecondFactor

_INSERT: Final = "id, adapter, user_key, kind, created, used, counter, lookup, body, local_user"
_COLUMNS: Final = "id, adapter, user_key, kind, created, used, counter, lookup, body, COALESCE(local_user, '')"
_VALUES: Final = ":id, :adapter, :user_key, :kind, :created, :used, :counter, :lookup, :body, NULLIF(:local_user, '')"
# A user of a local identity profile has the factors of the account, and those of the name that belong to no account.
_OWN: Final = """adapter = :adapter AND (local_user = :local_user
    OR (user_key = :user_key AND (:local_user = '' OR local_user IS NULL)))"""
# The account may have been deleted since the user signed in.
_EXISTS: Final = "(:local_user = '' OR EXISTS (SELECT 1 FROM state_local_user WHERE id = :local_user))"
_ADD: Final = Statement(
    f"""INSERT INTO state_second_factor ({_INSERT}) SELECT {_VALUES}
        WHERE {_EXISTS} AND (SELECT COUNT(*) FROM state_second_factor WHERE {_OWN} AND kind = :kind) < :most
        ON CONFLICT DO NOTHING RETURNING 1"""
)
_PUT: Final = Statement(f"INSERT INTO state_second_factor ({_INSERT}) SELECT {_VALUES} WHERE {_EXISTS}")
_CLEAR: Final = Statement(f"DELETE FROM state_second_factor WHERE {_OWN} AND kind = :kind")
_OF_USER: Final = Statement(f"SELECT {_COLUMNS} FROM state_second_factor WHERE {_OWN} ORDER BY created, id")
_OF_ACCOUNT: Final = Statement(
    """SELECT 1 FROM state_second_factor
       WHERE local_user = :local_user OR (user_key = :user_key AND local_user IS NULL) LIMIT 1"""
)
_BY_LOOKUP: Final = Statement(
    f"SELECT {_COLUMNS} FROM state_second_factor WHERE adapter = :adapter AND lookup = :lookup"
)
_USE: Final = Statement(
    """UPDATE state_second_factor SET used = :now, counter = :counter
       WHERE id = :id AND (:any_counter = 1 OR counter < :counter) RETURNING 1"""
)
_REMOVE: Final = Statement(f"DELETE FROM state_second_factor WHERE id = :id RETURNING {_COLUMNS}")
_REMOVE_ALL: Final = Statement(
    """DELETE FROM state_second_factor WHERE user_key = :user_key AND (:adapter = '' OR adapter = :adapter)
       RETURNING 1"""
)
_PAGE: Final = Statement(
    f"""SELECT {_COLUMNS} FROM state_second_factor WHERE (user_key, id) > (:after_user, :after_id)
        ORDER BY user_key, id LIMIT :most"""
)
_PAGE_OF_USER: Final = Statement(
    f"""SELECT {_COLUMNS} FROM state_second_factor WHERE user_key = :user_key AND id > :after_id
        ORDER BY user_key, id LIMIT :most"""
)


class StoredSecondFactors:
    """Second factors in a database; implements `contracts.SecondFactorStore`."""

    def __init__(self, runner: StatementRunner, sealer: Sealer) -> None:
        self._runner = runner
        self._sealer = sealer

    async def add(self, factor: SecondFactor, *, most: int) -> bool:
        """Store a second factor."""
        values = {**self._values(factor), "most": most}
        return bool((await self._runner.write((_ADD, values), durable=True))[0])

    async def replace_recovery_codes(
        self, adapter: str, user_key: str, codes: Sequence[SecondFactor], *, local_user: str = ""
    ) -> None:
        """Replace a user's recovery codes."""
        kind = FactorKind.RECOVERY_CODE.value
        cleared = {"adapter": adapter, "user_key": user_key, "local_user": local_user, "kind": kind}
        steps: list[Step] = [(_CLEAR, cleared), *((_PUT, self._values(each)) for each in codes)]
        await self._runner.write(*steps, durable=True)

    async def of_user(self, adapter: str, user_key: str, local_user: str = "") -> Sequence[SecondFactor]:
        """Return the second factors of an adapter's user."""
        values = {"adapter": adapter, "user_key": user_key, "local_user": local_user}
        rows = await self._runner.read(_OF_USER, values)
        return [self._factor(each) for each in rows]

    async def has_any(self, local_user: str, user_key: str) -> bool:
        """Return whether a local user has second factors."""
        return bool(await self._runner.read(_OF_ACCOUNT, {"local_user": local_user, "user_key": user_key}))

    async def by_lookup(self, adapter: str, lookup: bytes) -> SecondFactor | None:
        """Return the second factor with this digest."""
        rows = await self._runner.read(_BY_LOOKUP, {"adapter": adapter, "lookup": lookup})
        return self._factor(rows[0]) if rows else None

    async def record_use(self, factor_id: str, counter: int, now: float, *, must_increase: bool) -> bool:
        """Record a use."""
        values = {"id": factor_id, "counter": counter, "now": now, "any_counter": 0 if must_increase else 1}
        # A used code must stay used after a loss of power.
        return bool((await self._runner.write((_USE, values), durable=True))[0])

    async def remove(self, factor_id: str) -> SecondFactor | None:
        """Delete a second factor."""
        (rows,) = await self._runner.write((_REMOVE, {"id": factor_id}), durable=True)
        return self._factor(rows[0]) if rows else None

    async def remove_all(self, user_key: str, adapter: str = "") -> int:
        """Delete the second factors of a user."""
        values = {"user_key": user_key, "adapter": adapter}
        return len((await self._runner.write((_REMOVE_ALL, values), durable=True))[0])

    async def page(self, *, user_key: str = "", after: tuple[str, str] = ("", ""), most: int = 50) -> SecondFactorPage:
        """Return second factors after a position."""
        values = {"after_user": after[0], "after_id": after[1], "most": most + 1}
        if user_key:
            rows = await self._runner.read(_PAGE_OF_USER, {**values, "user_key": user_key})
        else:
            rows = await self._runner.read(_PAGE, values)
        items = tuple(self._factor(each) for each in rows[:most])
        return SecondFactorPage(items, (items[-1].user_key, items[-1].id) if len(rows) > most else None)

    def _values(self, factor: SecondFactor) -> dict[str, Any]:
        return {
            "id": factor.id,
            "adapter": factor.adapter,
            "user_key": factor.user_key,
            "kind": factor.kind.value,
            "created": factor.created,
            "used": factor.used,
            "counter": factor.counter,
            "lookup": factor.lookup or None,
            "body": self._sealer.seal(msgspec.msgpack.encode((factor.name, factor.secret)), _row(factor.id)),
            "local_user": factor.local_user,
        }

    def _factor(self, row: Row) -> SecondFactor:
        id_, adapter, user_key, kind, created, used, counter, lookup, body, local_user = row
        name, secret = msgspec.msgpack.decode(self._sealer.open(body, _row(id_)), type=tuple[str, bytes])
        return SecondFactor(
            id=id_,
            adapter=adapter,
            user_key=user_key,
            kind=FactorKind(kind),
            name=name,
            created=created,
            used=used,
            counter=counter,
            lookup=lookup or b"",
            secret=secret,
            local_user=local_user,
        )


def _row(factor_id: str) -> bytes:
    return b"second_factor\0" + factor_id.encode()
