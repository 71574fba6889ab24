"""Requests that users decide on another device: they are polled, decided once and redeemed once."""

import asyncio
from dataclasses import replace

from hanse.engine.state.contracts import OutboxKind, OutboxMessage, PendingKind, PendingStatus, digest
from hanse.engine.state.store import StoredState
from tests.conformance.state.example_rows import NOW, PENDING, grant, refresh

REQUEST = PENDING
KEY, CODE = REQUEST.key, digest("user-code")
# Reading a request does not return the user code.
STORED = replace(REQUEST, user_code=None)


def test_a_request_is_found_by_its_codes_until_it_expires(state: StoredState) -> None:
    async def scenario() -> None:
        assert await state.pending.create(REQUEST, NOW)
        assert await state.pending.get(KEY, NOW + 59) == STORED
        assert await state.pending.by_user_code(CODE, NOW + 59) == STORED
        assert await state.pending.get(KEY, NOW + 60) is None
        assert await state.pending.by_user_code(CODE, NOW + 60) is None
        assert await state.pending.by_user_code(digest("other"), NOW) is None

    asyncio.run(scenario())


def test_user_codes_and_keys_are_unique(state: StoredState) -> None:
    async def scenario() -> None:
        assert await state.pending.create(REQUEST, NOW)
        assert not await state.pending.create(replace(REQUEST, key=digest("other")), NOW)
        assert not await state.pending.create(replace(REQUEST, user_code=digest("other")), NOW)
        without = replace(REQUEST, kind=PendingKind.CIBA, user_code=None)
        assert await state.pending.create(replace(without, key=digest("first")), NOW)
        assert await state.pending.create(replace(without, key=digest("second")), NOW)

    asyncio.run(scenario())


def test_polls_that_come_too_early_raise_the_interval(state: StoredState) -> None:
    async def scenario() -> None:
        await state.pending.create(REQUEST, NOW)
        assert await state.pending.poll(KEY, "another", NOW) is None
        assert await state.pending.poll(KEY, "tv", NOW) == STORED
        assert await state.pending.poll(KEY, "tv", NOW + 4.9) == replace(STORED, is_early=True, interval=10.0)
        assert await state.pending.poll(KEY, "tv", NOW + 14.8) == replace(STORED, is_early=True, interval=15.0)
        assert await state.pending.poll(KEY, "tv", NOW + 29.8) == replace(STORED, interval=15.0)
        # A client can poll for some time after the request has expired.
        late = await state.pending.poll(KEY, "tv", NOW + 600)
        assert late == replace(STORED, interval=15.0)

    asyncio.run(scenario())


def test_a_request_is_decided_once_and_then_waits_for_its_client(state: StoredState) -> None:
    async def scenario() -> None:
        await state.pending.create(REQUEST, NOW)
        given = (PendingStatus.APPROVED, b"approved", NOW + 59)
        decided = await asyncio.gather(*(state.pending.decide(KEY, *given, until=NOW + 90) for _ in range(8)))
        assert sorted(decided) == [False] * 7 + [True]
        assert await state.pending.by_user_code(CODE, NOW) is None
        assert await state.pending.get(KEY, NOW) is None
        found = await state.pending.poll(KEY, "tv", NOW + 60)
        assert found == replace(STORED, status=PendingStatus.APPROVED, ends=NOW + 90, body=b"approved")
        # The user code is free again.
        assert await state.pending.create(replace(REQUEST, key=digest("other")), NOW)

    asyncio.run(scenario())


def test_the_message_about_a_decision_is_queued_once_and_only_with_it(state: StoredState) -> None:
    async def scenario() -> None:
        await state.pending.create(REQUEST, NOW)
        messages = [
            OutboxMessage(id=f"ping-{each}", kind=OutboxKind.CIBA_PING, due=NOW, expires=NOW + 60, body=b"call")
            for each in range(8)
        ]
        given = (PendingStatus.APPROVED, b"approved", NOW)
        decided = await asyncio.gather(
            *(state.pending.decide(KEY, *given, until=NOW + 90, message=each) for each in messages)
        )
        queued = await state.outbox.take(OutboxKind.CIBA_PING, NOW, lease_seconds=10, most=10)
        assert [each.id for each in queued] == [f"ping-{decided.index(True)}"]
        assert [each.body for each in queued] == [b"call"]

    asyncio.run(scenario())


def test_an_expired_request_cannot_be_decided(state: StoredState) -> None:
    async def scenario() -> None:
        await state.pending.create(REQUEST, NOW)
        assert not await state.pending.decide(KEY, PendingStatus.DENIED, b"", NOW + 60, until=NOW + 90)

    asyncio.run(scenario())


def test_an_approved_request_is_redeemed_once(state: StoredState) -> None:
    async def scenario() -> None:
        await state.pending.create(REQUEST, NOW)
        assert not await state.grants.redeem_pending(KEY, grant(), refresh(), NOW)
        await state.pending.decide(KEY, PendingStatus.APPROVED, b"approved", NOW, until=NOW)
        assert not await state.grants.redeem_pending(KEY, grant(), refresh(), NOW + 60)
        assert await state.grants.get("grant-1", NOW) is None
        names = [f"grant-{number}" for number in range(8)]
        redeemed = await asyncio.gather(
            *(state.grants.redeem_pending(KEY, grant(each), refresh(each, each), NOW) for each in names)
        )
        assert sorted(redeemed) == [False] * 7 + [True]
        stored = [each for each in names if await state.grants.get(each, NOW) is not None]
        assert stored == [names[redeemed.index(True)]]
        assert await state.grants.by_refresh_token(refresh(stored[0], stored[0]).key, NOW) is not None
        after = await state.pending.poll(KEY, "tv", NOW)
        assert after is not None
        assert (after.status, after.body) == (PendingStatus.REDEEMED, b"")

    asyncio.run(scenario())
