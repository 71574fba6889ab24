"""One-time values can be used exactly once, by any number of concurrent callers."""

import asyncio

from hanse.engine.state.contracts import OneTimeKind, RedeemedCode, digest
from hanse.engine.state.store import StoredState
from tests.conformance.state.example_rows import NOW, grant, refresh

CALLERS = 50
CODE = digest("code")


def test_one_of_many_callers_redeems_a_code(state: StoredState) -> None:
    async def redeem_all() -> list[bool]:
        await state.grants.put_code(CODE, b"request", NOW + 60)
        return await asyncio.gather(
            *(
                state.grants.redeem_code(CODE, grant(f"g{n}"), refresh(f"r{n}", f"g{n}"), NOW + 1)
                for n in range(CALLERS)
            )
        )

    results = asyncio.run(redeem_all())
    assert sum(results) == 1
    winner = results.index(True)
    assert asyncio.run(state.grants.peek_code(CODE, NOW + 2)) == RedeemedCode(f"g{winner}")
    page = asyncio.run(state.grants.page(NOW + 2))
    assert [each.id for each in page.items] == [f"g{winner}"]
    tokens = [asyncio.run(state.grants.by_refresh_token(digest(f"r{n}"), NOW + 2)) for n in range(CALLERS)]
    assert [token is not None for token in tokens] == results


def test_one_of_many_callers_with_the_same_grant_redeems_a_code(state: StoredState) -> None:
    async def redeem_all() -> list[bool]:
        await state.grants.create(grant(), None)
        await state.grants.put_code(CODE, b"request", NOW + 60)
        return await asyncio.gather(
            *(state.grants.redeem_code(CODE, grant(), refresh(f"r{n}"), NOW + 1) for n in range(CALLERS))
        )

    results = asyncio.run(redeem_all())
    assert sum(results) == 1
    tokens = [asyncio.run(state.grants.by_refresh_token(digest(f"r{n}"), NOW + 2)) for n in range(CALLERS)]
    assert [token is not None for token in tokens] == results


def test_one_of_many_callers_rotates_a_refresh_token(state: StoredState) -> None:
    async def rotate_all() -> list[bool]:
        await state.grants.create(grant(idle_seconds=60.0), refresh("old"))
        return await asyncio.gather(
            *(state.grants.rotate(digest("old"), refresh(f"n{n}", generation=1), NOW + 5) for n in range(CALLERS))
        )

    results = asyncio.run(rotate_all())
    assert sum(results) == 1
    tokens = [asyncio.run(state.grants.by_refresh_token(digest(f"n{n}"), NOW + 64)) for n in range(CALLERS)]
    assert [token is not None for token in tokens] == results
    old = asyncio.run(state.grants.by_refresh_token(digest("old"), NOW + 6))
    assert old is not None
    assert old[1].replaced == NOW + 5


def test_one_of_many_callers_takes_a_value(state: StoredState) -> None:
    async def take_all() -> list[bytes | None]:
        await state.one_time.put(OneTimeKind.PUSHED_REQUEST, CODE, b"request", NOW + 60)
        return await asyncio.gather(
            *(state.one_time.take(OneTimeKind.PUSHED_REQUEST, CODE, NOW) for _ in range(CALLERS))
        )

    results = asyncio.run(take_all())
    assert sorted(results, key=bool) == [None] * (CALLERS - 1) + [b"request"]


def test_one_of_many_callers_claims_an_assertion(state: StoredState) -> None:
    async def claim_all(now: float) -> list[bool]:
        return await asyncio.gather(
            *(state.one_time.claim(OneTimeKind.ASSERTION_ID, CODE, now + 60, now) for _ in range(CALLERS))
        )

    assert sum(asyncio.run(claim_all(NOW))) == 1
    assert sum(asyncio.run(claim_all(NOW + 30))) == 0
    assert sum(asyncio.run(claim_all(NOW + 60))) == 1
