"""Authorization codes, grants and refresh tokens.

Each operation that uses something up leaves a mark that only this operation knows, and its later steps apply only if
that mark is found. On PostgreSQL all writers of one grant lock its row first, which prevents deadlocks.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from hanse.engine.state import grant_statements as sql
from hanse.engine.state.contracts import Grant, GrantPage, RedeemedCode, RefreshToken
from hanse.engine.state.sealing import Sealer
from hanse.engine.state.statements import NEVER, Row, Statement, StatementRunner, Step
from hanse.kit.randomness import Randomness

# Minimum time for which a used code is remembered, so that its second use is recognized.
_REMEMBERED_SECONDS: Final = 600.0
_MARK_OCTETS: Final = 12
# Number of grants that `revoke_all` revokes in one transaction, so that other writers have their turn.
_REVOKED_AT_ONCE: Final = 500


class StoredGrants:
    """Grants in a database; implements `contracts.Grants`."""

    def __init__(self, runner: StatementRunner, sealer: Sealer, randomness: Randomness, short_lived: Sealer) -> None:
        """`short_lived` seals authorization codes; grants can be valid for years."""
        self._runner = runner
        self._sealer = sealer
        self._short_lived = short_lived
        self._randomness = randomness

    async def put_code(self, key: bytes, body: bytes, expires: float) -> None:
        """Store an authorization code."""
        values = {"key": key, "body": self._short_lived.seal(body, b"code\0" + key), "expires": expires}
        await self._runner.write((sql.PUT_CODE, values), durable=False)

    async def peek_code(self, key: bytes, now: float) -> bytes | RedeemedCode | None:
        """Return the body of an unused code, or the mark of a used one."""
        found = await self._runner.read(sql.PEEK_CODE, {"key": key, "now": now})
        if not found:
            return None
        body, grant_id = found[0]
        return self._short_lived.open_if_kept(body, b"code\0" + key) if grant_id is None else RedeemedCode(grant_id)

    async def redeem_code(self, key: bytes, grant: Grant, refresh: RefreshToken | None, now: float) -> bool:
        """Use a code up, and store the grant and its first refresh token."""
        mark = self._randomness.token_bytes(_MARK_OCTETS)
        values = {"key": key, "grant_id": grant.id, "mark": mark, "now": now, "none": b""}
        redeem = (sql.REDEEM_CODE, {**values, "remembered": now + _REMEMBERED_SECONDS})
        store = self._storing(sql.STORE_FOR_CODE, {"code": key, "mark": mark}, grant, refresh)
        return bool((await self._runner.write(redeem, *store, durable=True))[0])

    async def redeem_pending(self, key: bytes, grant: Grant, refresh: RefreshToken | None, now: float) -> bool:
        """Use up a pending authorization that is approved, and store the grant and its first refresh token."""
        mark = self._randomness.token_bytes(_MARK_OCTETS)
        redeem = (sql.REDEEM_PENDING, {"key": key, "mark": mark, "now": now, "none": b""})
        store = self._storing(sql.STORE_FOR_PENDING, {"code": key, "mark": mark}, grant, refresh)
        return bool((await self._runner.write(redeem, *store, durable=True))[0])

    def _storing(
        self,
        statements: tuple[Statement, Statement, Statement],
        condition: Mapping[str, Any],
        grant: Grant,
        refresh: RefreshToken | None,
    ) -> Sequence[Step]:
        """Return the steps that store a grant where a condition holds."""
        of_grant, of_token, of_family = statements
        steps: list[Step] = [(of_grant, {**self._grant_values(grant), **condition})]
        if refresh is not None:
            steps.append((of_token, {**_refresh_values(refresh), **condition}))
            steps.append((of_family, {**_family_values(refresh), **condition}))
        return steps

    async def discard_code(self, key: bytes) -> None:
        """Make a code unusable."""
        await self._runner.write((sql.DISCARD_CODE, {"key": key}), durable=True)

    async def create(self, grant: Grant, refresh: RefreshToken | None) -> None:
        """Store a grant without a code, or one that is granted again."""
        steps: list[Step] = [(sql.PUT_GRANT, self._grant_values(grant))]
        if refresh is not None:
            steps.append((sql.PUT_REFRESH_TOKEN, _refresh_values(refresh)))
            steps.append((sql.PUT_FAMILY, _family_values(refresh)))
        await self._runner.write(*steps, durable=True)

    async def get(self, grant_id: str, now: float) -> Grant | None:
        """Return a grant that has not ended."""
        found = await self._runner.read(sql.GET_GRANT, {"id": grant_id, "now": now})
        return self._grant(found[0]) if found else None

    async def find(self, user_key: str, client_id: str, now: float, *, most: int = 50) -> Sequence[Grant]:
        """Return the grants of a user to a client, the newest first."""
        values = {"user_key": user_key, "client_id": client_id, "now": now, "most": most}
        return [self._grant(row) for row in await self._runner.read(sql.FIND_GRANTS, values)]

    async def by_refresh_token(self, key: bytes, now: float) -> tuple[Grant, RefreshToken] | None:
        """Return the grant of a refresh token, also of one that was replaced."""
        found = await self._runner.read(sql.BY_REFRESH_TOKEN, {"key": key, "now": now})
        if not found:
            return None
        *grant, generation, issued, replaced, binding = found[0]
        token = RefreshToken(
            key=key, grant_id=grant[0], generation=generation, issued=issued, replaced=replaced, binding=binding
        )
        return self._grant(tuple(grant)), token

    async def by_refresh_family(self, family: bytes, now: float) -> Grant | None:
        """Return the grant of a family of refresh tokens."""
        found = await self._runner.read(sql.BY_FAMILY, {"family": family, "now": now})
        return self._grant(found[0]) if found else None

    async def rotate(self, old: bytes, new: RefreshToken, now: float) -> bool:
        """Replace a refresh token, and record the use of its grant."""
        values = {"old": old, **_refresh_values(new), "now": now}
        steps = [(statement, values) for statement in (sql.USE_GRANT_OF_TOKEN, sql.REPLACE_TOKEN, sql.PUT_REPLACEMENT)]
        return bool((await self._runner.write(*steps, durable=True))[1])

    async def add_refresh_token(self, new: RefreshToken, now: float) -> bool:
        """Add a refresh token to a grant."""
        values = _refresh_values(new)
        use = (sql.USE_GRANT, {"id": new.grant_id, "now": now})
        return bool((await self._runner.write(use, (sql.ADD_REFRESH_TOKEN, {**values, "now": now}), durable=True))[1])

    async def used(self, grant_id: str, now: float) -> None:
        """Record the use of a grant."""
        await self._runner.write((sql.USE_GRANT, {"id": grant_id, "now": now}), durable=False)

    async def update(self, grant: Grant) -> bool:
        """Store changed scopes, expiry and body of a grant."""
        return bool((await self._runner.write((sql.UPDATE_GRANT, self._grant_values(grant)), durable=True))[0])

    async def revoke(self, grant_id: str, now: float) -> bool:
        """Revoke a grant with its refresh tokens and reference tokens."""
        values = {"id": grant_id}
        deleted, _ = await self._runner.write(
            (sql.DELETE_GRANT, values), (sql.DELETE_REFERENCE_TOKENS, values), durable=True
        )
        return any(ends > now for (ends,) in deleted)

    async def revoke_all(
        self, now: float, *, user_key: str | None = None, client_id: str | None = None, session_id: str | None = None
    ) -> int:
        """Revoke all grants that match every given value; many are revoked in several transactions."""
        given = _given(user_key=user_key, client_id=client_id, session_id=session_id)
        if not given:
            raise ValueError("revoke_all needs at least one criterion")
        tokens, grants = sql.revoke_all(frozenset(given))
        values = {**given, "most": _REVOKED_AT_ONCE}
        count = 0
        while True:
            _, deleted = await self._runner.write((tokens, values), (grants, values), durable=True)
            count += len([ends for (ends,) in deleted if ends > now])
            if len(deleted) < _REVOKED_AT_ONCE:
                return count

    async def page(
        self,
        now: float,
        *,
        user_key: str | None = None,
        client_id: str | None = None,
        local_user: str | None = None,
        after: str = "",
        most: int = 50,
    ) -> GrantPage:
        """Return grants that have not ended, in the order of their ids, after an id."""
        given = _given(user_key=user_key, client_id=client_id, local_user=local_user)
        statement: Statement = sql.page(frozenset(given))
        rows = await self._runner.read(statement, {**given, "now": now, "after": after, "most": most + 1})
        items = tuple(self._grant(row) for row in rows[:most])
        return GrantPage(items, items[-1].id if len(rows) > most else None)

    def _grant_values(self, grant: Grant) -> Mapping[str, Any]:
        expires = NEVER if grant.expires is None else grant.expires
        idle_seconds = NEVER if grant.idle_seconds is None else grant.idle_seconds
        return {
            "id": grant.id,
            "user_key": grant.user_key,
            "client_id": grant.client_id,
            "issuer": grant.issuer,
            "grant_type": grant.grant_type,
            "scopes": " ".join(grant.scopes),
            "issued": grant.issued,
            "updated": grant.updated,
            "expires": expires,
            "idle_seconds": idle_seconds,
            "ends": min(expires, grant.updated + idle_seconds),
            "session_id": grant.session_id,
            "local_user": grant.local_user,
            "body": self._sealer.seal(grant.body, b"grant\0" + grant.id.encode()),
        }

    def _grant(self, row: Row) -> Grant:
        id_, user_key, client_id, issuer, grant_type, scopes, issued, updated, expires, idle_seconds, *rest = row
        session, local_user, body = rest
        return Grant(
            id=id_,
            user_key=user_key,
            client_id=client_id,
            issuer=issuer,
            grant_type=grant_type,
            scopes=tuple(scopes.split()),
            issued=issued,
            updated=updated,
            expires=None if expires >= NEVER else expires,
            idle_seconds=None if idle_seconds >= NEVER else idle_seconds,
            session_id=session,
            local_user=local_user,
            body=self._sealer.open(body, b"grant\0" + id_.encode()),
        )


def _refresh_values(token: RefreshToken) -> Mapping[str, Any]:
    return {
        "key": token.key,
        "grant_id": token.grant_id,
        "generation": token.generation,
        "issued": token.issued,
        "binding": token.binding,
    }


def _family_values(token: RefreshToken) -> Mapping[str, Any]:
    return {"family": token.family, "grant_id": token.grant_id}


def _given(**values: str | None) -> dict[str, str]:
    return {name: value for name, value in values.items() if value is not None}
