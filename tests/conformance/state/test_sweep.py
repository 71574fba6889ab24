"""A sweep deletes expired rows and no others."""

import asyncio
from dataclasses import replace

from hanse.engine.state.contracts import (
    Consent,
    OneTimeKind,
    OutboxKind,
    OutboxMessage,
    RedeemedCode,
    RevocationKind,
    digest,
)
from hanse.engine.state.store import StoredState
from tests.conformance.state.conftest import Store
from tests.conformance.state.example_rows import NOW, PENDING, flow, grant, reference, refresh, session
from tests.conformance.state.test_traces import PART

DAY = 24 * 3600.0


async def _fill(state: StoredState, name: str, expires: float) -> None:
    await state.grants.put_code(digest(name), b"", expires)
    await state.one_time.put(OneTimeKind.NONCE, digest(name), b"", expires)
    # A pending request is stored for ten minutes after it expired.
    pending = replace(PENDING, key=digest(name), user_code=None, ends=expires - 600)
    await state.pending.create(pending, NOW)
    await state.flows.create(flow(name, expires=expires))
    await state.throttle.fail(digest(name), NOW, window_seconds=expires - NOW, limit=5, lock_seconds=60)
    # Another job ends expired sessions. The sweep deletes those that were not ended within an hour.
    await state.sessions.create(session(name, id=name, expires=expires - 3600))
    await state.outbox.put(OutboxMessage(id=name, kind=OutboxKind.USER_MESSAGE, due=NOW, expires=expires))
    await state.access_tokens.link(name, name, expires)
    await state.access_tokens.revoke(RevocationKind.TOKEN, name, expires)
    await state.consents.put(
        Consent(user_key=name, client_id="shop", scopes=(), details="", given=NOW, expires=expires)
    )
    await state.traces.add([replace(PART, trace_id=name, request_id=name, expires=expires)])
    await state.access_tokens.put(reference(name, expires=expires))
    await state.grants.create(grant(name, expires=expires), refresh(name, name))


def count(store: Store) -> int:
    tables = (
        "code",
        "one_time",
        "pending",
        "flow",
        "failure",
        "session",
        "revocation",
        "consent",
        "reference_token",
        "grant",
        "outbox",
        "token_grant",
        "trace",
    )
    return sum(store.execute(f"SELECT COUNT(*) FROM state_{table}")[0][0] for table in tables)  # noqa: S608 - names of ours.


def test_expired_rows_are_deleted_from_every_table(store: Store) -> None:
    state = store.open()

    async def scenario() -> None:
        for number in range(5):
            await _fill(state, f"short-{number}", NOW + 10)
        await _fill(state, "long", NOW + 20)
        assert await state.sweep(NOW + 9) == 0
        # The limit applies to each table.
        assert await state.sweep(NOW + 10, most=2) == 2 * 13
        assert await state.sweep(NOW + 10) == 3 * 13
        assert await state.sweep(NOW + 10) == 0

    asyncio.run(scenario())
    assert count(store) == 13
    # Refresh tokens are deleted with their grants.
    assert store.execute("SELECT COUNT(*) FROM state_refresh_token") == [(1,)]


def test_a_grant_that_was_idle_too_long_is_deleted(state: StoredState) -> None:
    async def scenario() -> None:
        await state.grants.create(grant(idle_seconds=60.0), None)
        await state.grants.create(grant("forever"), None)
        assert await state.sweep(NOW + 59) == 0
        assert await state.sweep(NOW + 60) == 1
        assert await state.sweep(NOW + 1e9) == 0

    asyncio.run(scenario())


def test_replaced_refresh_tokens_are_remembered_for_thirty_days(state: StoredState) -> None:
    async def scenario() -> None:
        await state.grants.create(grant(), replace(refresh("r0"), family=b"family"))
        assert await state.grants.rotate(digest("r0"), refresh("r1", generation=1), NOW)
        assert await state.sweep(NOW + 30 * DAY - 1) == 0
        assert await state.grants.by_refresh_token(digest("r0"), NOW)
        assert await state.sweep(NOW + 30 * DAY) == 1
        assert await state.grants.by_refresh_token(digest("r0"), NOW) is None
        assert await state.grants.by_refresh_token(digest("r1"), NOW)
        # The family of a token is stored as long as the grant exists.
        found = await state.grants.by_refresh_family(b"family", NOW + 1e8)
        assert found is not None
        assert found.id == "grant-1"
        assert await state.grants.revoke("grant-1", NOW)
        assert await state.grants.by_refresh_family(b"family", NOW) is None

    asyncio.run(scenario())


def test_the_record_of_a_redeemed_code_is_deleted_after_ten_minutes(state: StoredState) -> None:
    async def scenario() -> None:
        await state.grants.put_code(digest("code"), b"", NOW + 60)
        await state.grants.redeem_code(digest("code"), grant(), None, NOW)
        assert await state.sweep(NOW + 599) == 0
        assert await state.grants.peek_code(digest("code"), NOW + 599) == RedeemedCode("grant-1")
        assert await state.sweep(NOW + 600) == 1

    asyncio.run(scenario())
