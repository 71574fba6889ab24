"""Simultaneous attempts: correct passwords are all accepted, and wrong ones are limited (specification 2)."""

import threading
from functools import partial

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import delete, select

from hanse.admin.session.schema import known_address, login_failure
from hanse.admin.session.throttle import LoginThrottle
from hanse.config.database import Database
from hanse.crypto.passwords import PasswordDigests
from hanse.kit.errors import NotAuthenticated, TooManyAttempts
from tests.admin.server import REMOTE_ADDRESS, Server
from tests.support.clock import ManualClock
from tests.support.concurrency import succeed_at_once

FREE = 5


def delete_all_failures(database: Database) -> None:
    with database.writing() as connection:
        connection.execute(delete(login_failure))
        connection.execute(delete(known_address))


@given(failed=st.integers(0, FREE - 1), times=st.integers(2, 16), nodes=st.integers(1, 2))
@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_simultaneous_correct_passwords_are_all_accepted(
    database: Database, clock: ManualClock, failed: int, times: int, nodes: int
) -> None:
    delete_all_failures(database)
    throttles = [LoginThrottle(database, clock) for _ in range(nodes)]
    for _ in range(failed):
        throttles[0].record_failure(throttles[0].begin("alice", REMOTE_ADDRESS))

    def try_correct(number: int) -> None:
        throttle = throttles[number % nodes]
        throttle.record_success(throttle.begin("alice", REMOTE_ADDRESS))

    succeed_at_once(*(partial(try_correct, number) for number in range(times)))
    with database.reading() as connection:
        left = connection.execute(select(login_failure.c.failures, login_failure.c.undecided)).all()
    assert {tuple(row) for row in left} <= {(0, 0), (failed, 0)}


@given(failed=st.integers(0, FREE), times=st.integers(2, 16), nodes=st.integers(1, 2))
@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_simultaneous_wrong_passwords_are_limited_like_sequential_ones(
    database: Database, clock: ManualClock, failed: int, times: int, nodes: int
) -> None:
    delete_all_failures(database)
    throttles = [LoginThrottle(database, clock) for _ in range(nodes)]
    for _ in range(failed):
        throttles[0].record_failure(throttles[0].begin("alice", REMOTE_ADDRESS))
    checked: list[int] = []
    refused: list[int] = []

    def try_wrong(number: int) -> None:
        throttle = throttles[number % nodes]
        try:
            attempt = throttle.begin("alice", REMOTE_ADDRESS)
        except TooManyAttempts:
            refused.append(number)
        else:
            checked.append(number)
            throttle.record_failure(attempt)

    succeed_at_once(*(partial(try_wrong, number) for number in range(times)))
    assert len(checked) == min(times, FREE - failed)
    assert len(checked) + len(refused) == times


def test_after_the_wait_one_attempt_at_a_time_is_allowed(database: Database, clock: ManualClock) -> None:
    throttle = LoginThrottle(database, clock)
    for _ in range(FREE):
        throttle.record_failure(throttle.begin("alice", REMOTE_ADDRESS))
    clock.advance(seconds=1)
    first = throttle.begin("alice", REMOTE_ADDRESS)
    outcome: list[str] = []

    def second(_number: int) -> None:
        try:
            throttle.record_success(throttle.begin("alice", REMOTE_ADDRESS))
            outcome.append("let through")
        except TooManyAttempts:
            outcome.append("refused")

    waiting = threading.Thread(target=second, args=(0,))
    waiting.start()
    throttle.record_failure(first)
    waiting.join()
    assert outcome == ["refused"]


def test_an_attempt_whose_node_was_killed_is_a_failure(database: Database, clock: ManualClock) -> None:
    throttle = LoginThrottle(database, clock)
    for _ in range(FREE):
        throttle.begin("alice", REMOTE_ADDRESS)
    clock.advance(seconds=10, milliseconds=1)
    # By now the wait after that failure has passed too, and one more attempt is allowed.
    throttle.record_failure(throttle.begin("alice", REMOTE_ADDRESS))
    with pytest.raises(TooManyAttempts) as refusal:
        throttle.begin("alice", REMOTE_ADDRESS)
    assert refusal.value.headers["Retry-After"] == "2"


def test_an_attempt_whose_check_failed_is_not_recorded(database: Database, clock: ManualClock) -> None:
    throttle = LoginThrottle(database, clock)
    for _ in range(3 * FREE):
        throttle.give_up(throttle.begin("alice", REMOTE_ADDRESS))
    throttle.record_failure(throttle.begin("alice", REMOTE_ADDRESS))


def test_one_account_can_sign_in_many_times_at_once(server: Server) -> None:
    for _ in range(FREE - 1):
        with pytest.raises(NotAuthenticated):
            server.sign_in(password="wrong")
    succeed_at_once(*[server.sign_in] * 12)


def test_simultaneous_attempts_are_limited_before_a_password_is_checked(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    checks: list[str] = []
    real = PasswordDigests.matches

    def counted(self: PasswordDigests, password: str, digest: str | None) -> bool:
        checks.append(password)
        return real(self, password, digest)

    monkeypatch.setattr(PasswordDigests, "matches", counted)

    def guess(number: int) -> None:
        with pytest.raises((NotAuthenticated, TooManyAttempts)):
            server.sign_in(password=f"guess {number}")

    succeed_at_once(*(partial(guess, number) for number in range(24)))
    assert len(checks) == FREE
