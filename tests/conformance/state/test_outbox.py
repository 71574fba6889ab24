"""Messages are stored until they are sent, and each is sent by one process at a time."""

import asyncio
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hanse.engine.state import outbox
from hanse.engine.state.contracts import OutboxKind, OutboxMessage
from hanse.engine.state.store import StoredState
from tests.conformance.state.conftest import Store
from tests.conformance.state.example_rows import NOW, session

ROOT = Path(__file__).parents[3]
MAIL, NOTICE = OutboxKind.USER_MESSAGE, OutboxKind.LOGOUT_NOTICE


def message(id_: str = "m1", kind: OutboxKind = MAIL, **changes: Any) -> OutboxMessage:
    made = OutboxMessage(id=id_, kind=kind, due=NOW, expires=NOW + 3600, body=b"your code is 123456")
    return replace(made, **changes)


async def ids(state: StoredState, now: float, kind: OutboxKind = MAIL, most: int = 10) -> list[str]:
    return sorted(each.id for each in await state.outbox.take(kind, now, lease_seconds=60, most=most))


def test_a_message_is_leased_until_it_is_deleted(state: StoredState) -> None:
    async def scenario() -> None:
        assert await state.outbox.put(message())
        (taken,) = await state.outbox.take(MAIL, NOW, lease_seconds=60, most=10)
        assert taken == message(attempts=1, due=NOW + 60)
        # A message is not delivered during its lease, and is delivered again after its holder has died.
        assert await ids(state, NOW + 59) == []
        (again,) = await state.outbox.take(MAIL, NOW + 60, lease_seconds=60, most=10)
        assert again.attempts == 2
        # A holder whose lease has expired cannot complete the message.
        await state.outbox.put_off(taken, NOW)
        assert await ids(state, NOW + 61) == []
        await state.outbox.put_off(again, NOW + 90)
        assert await ids(state, NOW + 89) == []
        assert await ids(state, NOW + 90) == ["m1"]
        await state.outbox.drop(again)
        assert await ids(state, NOW + 1000) == []

    asyncio.run(scenario())


def test_messages_are_leased_by_kind_oldest_first_in_limited_batches(state: StoredState) -> None:
    async def scenario() -> None:
        for number in range(4):
            assert await state.outbox.put(message(f"m{number}", due=NOW - number))
        assert await state.outbox.put(message("n", NOTICE))
        assert await state.outbox.put(message("later", due=NOW + 1))
        assert await ids(state, NOW, most=3) == ["m1", "m2", "m3"]
        assert await ids(state, NOW) == ["m0"]
        assert await ids(state, NOW, NOTICE) == ["n"]

    asyncio.run(scenario())


def test_each_message_is_leased_to_one_of_several_senders(state: StoredState) -> None:
    async def scenario() -> list[str]:
        for number in range(20):
            await state.outbox.put(message(f"m{number}"))
        taken = await asyncio.gather(*(ids(state, NOW, most=3) for _ in range(50)))
        return [each for some in taken for each in some]

    assert sorted(asyncio.run(scenario())) == sorted(f"m{number}" for number in range(20))


def test_an_expired_message_is_not_leased_and_is_deleted(store: Store) -> None:
    state = store.open()

    async def scenario() -> None:
        await state.outbox.put(message())
        assert await state.sweep(NOW + 3599) == 0
        assert await ids(state, NOW + 3600) == []
        assert await state.sweep(NOW + 3600) == 1

    asyncio.run(scenario())
    assert store.execute("SELECT COUNT(*) FROM state_outbox") == [(0,)]


def test_the_number_of_waiting_messages_of_a_kind_is_limited(
    state: StoredState, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "MOST_QUEUED", 2)

    async def scenario() -> None:
        assert [await state.outbox.put(message(f"m{number}")) for number in range(3)] == [True, True, False]
        # The limit of the other kind is not reached.
        assert await state.outbox.put(message("n", NOTICE))

    asyncio.run(scenario())


def test_messages_to_users_are_encrypted(store: Store) -> None:
    state = store.open()
    asyncio.run(state.outbox.put(message()))
    assert b"123456" not in store.everything()


def test_a_session_and_its_messages_end_in_one_transaction(state: StoredState) -> None:
    async def scenario() -> None:
        made = session()
        await state.sessions.create(made)
        assert not await state.sessions.delete(replace(made, version=7), [message("n1", NOTICE)])
        assert await ids(state, NOW, NOTICE) == []
        messages = [message("n1", NOTICE), message("n2", NOTICE)]
        ended = await asyncio.gather(*(state.sessions.delete(made, messages) for _ in range(20)))
        assert sum(ended) == 1
        assert await ids(state, NOW, NOTICE) == ["n1", "n2"]
        # A later deletion stores no messages, although the first ones were sent and deleted.
        for each in messages:
            await state.outbox.drop(each)
        assert not await state.sessions.delete(made, messages)
        assert await ids(state, NOW + 1000, NOTICE) == []

    asyncio.run(scenario())


def test_sessions_that_expired_before_a_restart_are_found(store: Store) -> None:
    before, now = store.open(boot="before"), store.open(boot="now")

    async def scenario() -> None:
        await before.sessions.create(session("a", id="a", expires=NOW + 10))
        await now.sessions.create(session("b", id="b", expires=NOW + 20))
        assert [each.id for each in await now.sessions.expired(NOW + 9)] == []
        assert [each.id for each in await now.sessions.expired(NOW + 10)] == ["a"]
        assert [each.id for each in await now.sessions.expired(NOW + 20)] == ["a", "b"]
        assert [each.id for each in await now.sessions.expired(NOW + 20, most=1)] == ["a"]

    asyncio.run(scenario())


KILLED = """
import asyncio, os, sys
from pathlib import Path
from hanse.engine.state.open_state import open_state
from hanse.kit.randomness import SystemRandomness
from tests.conformance.state.example_rows import NOW, TestKeys, session
from tests.conformance.state.test_outbox import MAIL, NOTICE, message

async def main():
    state = open_state(Path(sys.argv[2]), sys.argv[1], keys=TestKeys(), randomness=SystemRandomness(), boot="b")
    await state.outbox.put(message("queued"))
    await state.outbox.put(message("taken", due=NOW - 1))
    assert [each.id for each in await state.outbox.take(MAIL, NOW, lease_seconds=60, most=1)] == ["taken"]
    await state.sessions.create(session())
    assert await state.sessions.delete(session(), [message("notice", NOTICE)])
    os.kill(os.getpid(), 9)

asyncio.run(main())
"""


def test_a_killed_process_loses_no_message(store: Store) -> None:
    died = subprocess.run([sys.executable, "-c", KILLED, store.url, str(store.folder)], cwd=ROOT, check=False)
    assert died.returncode == -9
    state = store.open()
    assert asyncio.run(ids(state, NOW)) == ["queued"]
    assert asyncio.run(ids(state, NOW, NOTICE)) == ["notice"]
    assert asyncio.run(ids(state, NOW + 60)) == ["queued", "taken"]
