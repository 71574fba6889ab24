"""The sender of outbox messages, on a real store."""

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
import structlog

from hanse.engine.outbox import Delivery, OutboxBell, OutboxSender
from hanse.engine.state.contracts import OutboxKind, OutboxMessage
from hanse.engine.state.open_state import open_state
from hanse.engine.state.store import StoredState
from hanse.kit.errors import Unavailable
from tests.conformance.state.example_rows import TestKeys
from tests.support.clock import ManualClock
from tests.support.randomness import SeededRandomness

MAIL, NOTICE = OutboxKind.USER_MESSAGE, OutboxKind.LOGOUT_NOTICE


@pytest.fixture
def state(tmp_path: Path, randomness: SeededRandomness) -> Iterator[StoredState]:
    made = open_state(tmp_path, keys=TestKeys(), randomness=randomness, boot="boot-1")
    yield made
    made.close_blocking()


def message(id_: str, kind: OutboxKind, clock: ManualClock) -> OutboxMessage:
    now = clock.now().timestamp()
    return OutboxMessage(id=id_, kind=kind, due=now, expires=now + 3600)


class Receiver:
    """Records messages, and returns or raises planned results, by default None for success."""

    def __init__(self) -> None:
        self.received: list[tuple[str, int]] = []
        self.answers: list[float | Exception | None] = []
        self.arrived = asyncio.Event()
        self.gate = asyncio.Event()
        self.gate.set()

    async def send(self, message: OutboxMessage) -> float | None:
        self.received.append((message.id, message.attempts))
        self.arrived.set()
        await self.gate.wait()
        answer = self.answers.pop(0) if self.answers else None
        if isinstance(answer, Exception):
            raise answer
        return answer


def sender_of(state: StoredState, clock: ManualClock, bell: OutboxBell, **receivers: Receiver) -> OutboxSender:
    deliveries = {
        OutboxKind[kind]: Delivery(receiver.send, lease_seconds=60, most_at_once=2)
        for kind, receiver in receivers.items()
    }
    return OutboxSender(state.outbox, bell, clock, deliveries)


def test_failed_messages_are_retried_and_sent_ones_are_not(state: StoredState, clock: ManualClock) -> None:
    async def scenario() -> None:
        receiver = Receiver()
        receiver.answers += [5.0, Unavailable("away"), ValueError("a defect of a plug-in")]
        sender = sender_of(state, clock, OutboxBell(), USER_MESSAGE=receiver)
        await state.outbox.put(message("m", MAIL, clock))
        with structlog.testing.capture_logs() as logged:
            # A new attempt follows after the pause, then after the lease. Then the message is discarded.
            for seconds, attempts in ((0, 1), (4, 1), (1, 2), (59, 2), (1, 3), (3000, 3)):
                clock.advance(seconds=seconds)
                await sender.send_due()
                assert receiver.received[-1] == ("m", attempts)
        assert len(receiver.received) == 3
        assert [each["event"] for each in logged] == ["message kept in the outbox", "message discarded"]

    asyncio.run(scenario())


def test_messages_are_sent_at_once_and_a_slow_kind_does_not_delay_others(
    state: StoredState, clock: ManualClock
) -> None:
    async def scenario() -> None:
        slow, fast, bell = Receiver(), Receiver(), OutboxBell()
        slow.gate.clear()
        running = asyncio.create_task(sender_of(state, clock, bell, USER_MESSAGE=slow, LOGOUT_NOTICE=fast).run())
        for number in range(5):
            await state.outbox.put(message(f"m{number}", MAIL, clock))
        bell.ring(MAIL)
        await slow.arrived.wait()
        await state.outbox.put(message("n", NOTICE, clock))
        bell.ring(NOTICE)
        await fast.arrived.wait()
        # At most two messages of a kind are sent at the same time.
        assert len(slow.received) == 2
        slow.arrived.clear()
        slow.gate.set()
        while len(slow.received) < 5:
            slow.arrived.clear()
            await slow.arrived.wait()
        assert sorted(slow.received) == [(f"m{number}", 1) for number in range(5)]
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    asyncio.run(asyncio.wait_for(scenario(), 30))


def test_several_senders_send_each_message_once(state: StoredState, clock: ManualClock) -> None:
    async def scenario() -> None:
        receiver = Receiver()
        senders = [sender_of(state, clock, OutboxBell(), USER_MESSAGE=receiver) for _ in range(5)]
        for number in range(30):
            await state.outbox.put(message(f"m{number}", MAIL, clock))
        await asyncio.gather(*(each.send_due() for each in senders))
        assert sorted(receiver.received) == sorted((f"m{number}", 1) for number in range(30))

    asyncio.run(scenario())


def test_an_unavailable_store_does_not_stop_a_sender(
    state: StoredState, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    failures: list[Exception] = [Unavailable("away"), RuntimeError("a defect")]
    take, bell = state.outbox.take, OutboxBell()

    async def taken(kind: OutboxKind, now: float, *, lease_seconds: float, most: int) -> Sequence[OutboxMessage]:
        if failures:
            bell.ring(kind)
            raise failures.pop(0)
        return await take(kind, now, lease_seconds=lease_seconds, most=most)

    monkeypatch.setattr(state.outbox, "take", taken)

    async def scenario() -> None:
        receiver = Receiver()
        await state.outbox.put(message("m", MAIL, clock))
        running = asyncio.create_task(sender_of(state, clock, bell, USER_MESSAGE=receiver).run())
        await receiver.arrived.wait()
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    with structlog.testing.capture_logs() as logged:
        asyncio.run(asyncio.wait_for(scenario(), 30))
    assert [(each["event"], each["job"]) for each in logged] == [
        ("background job failed", f"outbox {MAIL.value}"),
        ("job failed", f"outbox {MAIL.value}"),
    ]


def test_messages_are_sent_seconds_after_an_outage_of_the_store(
    state: StoredState, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []

    async def away(*_given: object, **_named: object) -> Sequence[OutboxMessage]:
        raise Unavailable("away")

    class RecordingBell(OutboxBell):
        async def wait(self, _kind: OutboxKind, seconds: float) -> None:
            pauses.append(seconds)
            if len(pauses) == 8:
                raise asyncio.CancelledError

    monkeypatch.setattr(state.outbox, "take", away)
    sender = sender_of(state, clock, RecordingBell(), USER_MESSAGE=Receiver())
    # A task group ends when its task is cancelled.
    asyncio.run(asyncio.wait_for(sender.run(), 30))
    assert pauses == [2, 4, 5, 5, 5, 5, 5, 5]
