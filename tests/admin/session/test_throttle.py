from datetime import timedelta
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import func, select

from hanse.admin.session.schema import known_address, login_failure
from hanse.admin.session.throttle import LoginLimit, LoginLimits, LoginThrottle, network_of
from hanse.config.database import Database
from hanse.kit.errors import NotAuthenticated, TooManyAttempts
from tests.admin.server import REMOTE_ADDRESS, Client, Server
from tests.admin.session.test_login import ACCOUNTS
from tests.support.clock import ManualClock
from tests.support.concurrency import succeed_at_once

OTHER_ADDRESS = "198.51.100.9"


def fail(throttle: LoginThrottle, times: int, username: str = "alice", address: str = REMOTE_ADDRESS) -> None:
    for _ in range(times):
        throttle.record_failure(throttle.begin(username, address))


def wait_after(throttle: LoginThrottle, username: str = "alice", address: str = REMOTE_ADDRESS) -> int:
    with pytest.raises(TooManyAttempts) as refusal:
        throttle.begin(username, address)
    return int(refusal.value.headers["Retry-After"])


def rows(database: Database) -> int:
    with database.reading() as connection:
        return int(connection.execute(select(func.count()).select_from(login_failure)).scalar_one())


def test_the_wait_doubles_with_each_failure_up_to_a_quarter_of_an_hour(database: Database, clock: ManualClock) -> None:
    throttle = LoginThrottle(database, clock)
    fail(throttle, 5)
    waits = []
    for _ in range(12):
        waits.append(wait_after(throttle))
        clock.advance(seconds=waits[-1])
        fail(throttle, 1)
    assert waits == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]


def test_attempts_during_the_wait_do_not_lengthen_it(database: Database, clock: ManualClock) -> None:
    throttle = LoginThrottle(database, clock)
    fail(throttle, 5)
    clock.advance(seconds=1)
    fail(throttle, 1)
    assert [wait_after(throttle) for _ in range(20)] == [2] * 20
    clock.advance(seconds=1, milliseconds=1)
    assert wait_after(throttle) == 1


def test_success_resets_the_failures_of_that_account_and_address(database: Database, clock: ManualClock) -> None:
    throttle = LoginThrottle(database, clock, LoginLimits(address=LoginLimit(1000, timedelta(minutes=15))))
    for _ in range(10):
        fail(throttle, 4)
        throttle.record_success(throttle.begin("alice", REMOTE_ADDRESS))


def test_success_does_not_reset_the_failures_of_the_address(database: Database, clock: ManualClock) -> None:
    throttle = LoginThrottle(database, clock)
    for number in range(29):
        fail(throttle, 1, f"victim{number}")
        throttle.record_success(throttle.begin("own-account", REMOTE_ADDRESS))
    fail(throttle, 1, "victim30")
    assert wait_after(throttle, "victim31") == 1


def test_an_address_that_tries_many_accounts_must_wait(database: Database, clock: ManualClock) -> None:
    throttle = LoginThrottle(database, clock)
    for number in range(30):
        fail(throttle, 1, f"user{number}")
    assert wait_after(throttle, "alice") == 1
    throttle.begin("alice", OTHER_ADDRESS)


def test_strangers_cannot_lock_an_administrator_out(database: Database, clock: ManualClock) -> None:
    throttle = LoginThrottle(database, clock)
    throttle.record_success(throttle.begin("alice", OTHER_ADDRESS))
    for number in range(100):
        fail(throttle, 1, address=f"203.0.113.{number}")
    assert wait_after(throttle, "alice", "203.0.113.200") == 1
    throttle.begin("alice", OTHER_ADDRESS)


def test_the_wait_for_an_account_across_addresses_stays_short(database: Database, clock: ManualClock) -> None:
    throttle = LoginThrottle(database, clock, LoginLimits(account=LoginLimit(2, timedelta(seconds=30))))
    for number in range(40):
        fail(throttle, 1, address=f"203.0.113.{number}")
        clock.advance(seconds=30)
    throttle.begin("alice", OTHER_ADDRESS)


def test_a_trusted_address_expires_after_a_month(database: Database, clock: ManualClock) -> None:
    throttle = LoginThrottle(database, clock)
    throttle.record_success(throttle.begin("alice", OTHER_ADDRESS))
    clock.advance(days=31)
    throttle.begin("bob", REMOTE_ADDRESS)
    with database.reading() as connection:
        assert connection.execute(select(known_address)).all() == []


def test_failures_expire_after_an_hour_and_are_deleted(database: Database, clock: ManualClock) -> None:
    throttle = LoginThrottle(database, clock)
    fail(throttle, 5)
    clock.advance(hours=1, seconds=1)
    throttle.begin("bob", OTHER_ADDRESS)
    assert rows(database) == 3
    fail(throttle, 5)


def test_the_table_is_bounded(database: Database, clock: ManualClock) -> None:
    throttle = LoginThrottle(database, clock, LoginLimits(most_rows=30))
    for number in range(50):
        fail(throttle, 1, f"user{number}", f"203.0.113.{number}")
        clock.advance(milliseconds=10)
    assert rows(database) <= 33


def test_waits_apply_on_every_node_and_after_a_restart(database: Database, clock: ManualClock) -> None:
    fail(LoginThrottle(database, clock), 5)
    assert wait_after(LoginThrottle(database, clock)) == 1


def test_concurrent_attempts_neither_deadlock_nor_lose_failures(database: Database, clock: ManualClock) -> None:
    throttle = LoginThrottle(
        database, clock, LoginLimits(pair=LoginLimit(1000, timedelta(1)), address=LoginLimit(1000, timedelta(1)))
    )

    def attempt_five_times(number: int) -> None:
        for turn in range(5):
            attempt = throttle.begin(f"user{(number + turn) % 3}", REMOTE_ADDRESS)
            (throttle.record_success if turn % 2 else throttle.record_failure)(attempt)

    succeed_at_once(*(partial(attempt_five_times, number) for number in range(8)))
    # Of 40 attempts from one address, 16 were successes and reset their own failure.
    with database.reading() as connection:
        assert connection.execute(select(func.max(login_failure.c.failures))).scalar_one() == 24


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
    ],
)
def test_ipv6_addresses_are_grouped_by_network(address: str, network: str) -> None:
    assert network_of(address) == network


@given(st.integers(0, 200), st.integers(0, 10**6))
def test_waits_never_decrease_and_never_exceed_the_maximum(free: int, failures: int) -> None:
    limit = LoginLimit(free, timedelta(minutes=15))
    assert limit.wait(failures) <= limit.wait(failures + 1) <= timedelta(minutes=15)
    assert (limit.wait(failures) == timedelta(0)) == (failures < free)


def test_log_in_and_basic_share_one_limit(server: Server) -> None:
    for _ in range(3):
        with pytest.raises(NotAuthenticated):
            server.sign_in(password="wrong")
    for _ in range(2):
        with pytest.raises(NotAuthenticated):
            server.call("GET", ACCOUNTS, by=Client.basic(password="wrong"))
    with pytest.raises(TooManyAttempts):
        server.sign_in()
    with pytest.raises(TooManyAttempts):
        server.call("GET", ACCOUNTS, by=Client.basic())
    server.sign_in(address=OTHER_ADDRESS)
    server.clock.advance(seconds=1)
    server.sign_in()


def test_unknown_accounts_are_throttled_like_known_ones(server: Server) -> None:
    for _ in range(5):
        with pytest.raises(NotAuthenticated):
            server.sign_in("nobody")
    with pytest.raises(TooManyAttempts, match=r"^Too many failed attempts\. Try again later\.$"):
        server.sign_in("nobody")
