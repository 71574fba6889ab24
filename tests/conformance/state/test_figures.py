"""Figures are added up over processes, by step of time, and expire after a day."""

import asyncio

from hanse.kit.engine_figures import KEPT_MINUTES, MINUTE_SECONDS, FigureKind, FigureSum
from tests.conformance.state.conftest import Store
from tests.support.concurrency import succeed_at_once

TOKENS, SIGN_INS = FigureKind.TOKEN, FigureKind.SIGN_IN
FIRST = 29_000_040


def test_processes_add_to_the_same_figures(store: Store) -> None:
    one, two = store.open(), store.open()
    asyncio.run(one.figures.add(FIRST, {(TOKENS, "password"): 2, (SIGN_INS, "FAILED"): 1}))
    asyncio.run(two.figures.add(FIRST, {(TOKENS, "password"): 3}))
    asyncio.run(two.figures.add(FIRST, {}))
    assert asyncio.run(one.figures.sums(FIRST, 1)) == [
        FigureSum(FIRST, SIGN_INS, "FAILED", 1),
        FigureSum(FIRST, TOKENS, "password", 5),
    ]


def test_minutes_are_added_up_in_steps_that_start_at_their_multiples(store: Store) -> None:
    state = store.open()
    for minute in range(FIRST - 1, FIRST + 8):
        asyncio.run(state.figures.add(minute, {(TOKENS, "password"): 1}))
    found = asyncio.run(state.figures.sums(FIRST, 5))
    assert [(each.minute, each.amount) for each in found] == [(FIRST, 5), (FIRST + 5, 3)]


def test_processes_that_add_at_the_same_moment_lose_nothing(store: Store) -> None:
    states = [store.open() for _ in range(4)]
    amounts = {(kind, str(label)): 1 for kind in FigureKind for label in range(5)}

    def add(number: int) -> None:
        async def several() -> None:
            for _ in range(10):
                # In another order, which must not lead to a deadlock.
                await states[number].figures.add(FIRST, dict(reversed(amounts.items())) if number % 2 else amounts)

        asyncio.run(several())

    succeed_at_once(*[lambda number=number: add(number) for number in range(4)])
    found = asyncio.run(states[0].figures.sums(FIRST, 1))
    assert {each.amount for each in found} == {40}
    assert len(found) == len(amounts)


def test_figures_are_deleted_after_a_day(store: Store) -> None:
    state = store.open()
    asyncio.run(state.figures.add(FIRST, {(TOKENS, "password"): 1}))
    expires = float((FIRST + KEPT_MINUTES) * MINUTE_SECONDS)
    assert asyncio.run(state.sweep(expires - 1)) == 0
    assert asyncio.run(state.sweep(expires)) == 1
    assert asyncio.run(state.figures.sums(0, 1)) == []


def test_a_kind_of_a_newer_version_is_left_out(store: Store) -> None:
    state = store.open()
    asyncio.run(state.figures.add(FIRST, {(TOKENS, "password"): 1}))
    store.execute("UPDATE state_figure SET kind = 'from the future'")
    assert asyncio.run(state.figures.sums(0, 1)) == []
