"""Throttling of failed log-ins: exponential back-off, stored in the database for all nodes and restarts.

Three limits apply at once: for an account from one address, for an address with any account, and, much later and
milder, for an account from any address. Nobody elsewhere can lock an administrator out: the last limit does not apply
to addresses from which the account has signed in before, and its longest wait is short.

Attempts are *undecided* while their password is checked. At most as many can be undecided at a time as failures are
free; further attempts wait until one is decided. So attempts made at the same moment cannot all pass before the first
of them has failed, and a correct password is not refused because of another correct one.
"""

import hashlib
import ipaddress
import math
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Row, case, delete, func, select, update

from hanse.admin.session.schema import known_address, login_failure
from hanse.config.database import Database
from hanse.kit.clock import Clock, from_text, to_text
from hanse.kit.errors import TooManyAttempts

# If a check takes longer, its node has failed. The attempt is then treated as a failure, because otherwise somebody who
# can stop nodes could continue to guess.
_LONGEST_CHECK = timedelta(seconds=10)
# Interval in seconds, and maximum number, of checks whether another node has decided.
_CHECK_SECONDS, _MAX_CHECKS = 0.025, 400
_REFUSAL = "Too many failed attempts. Try again later."
_LOCK = 0x6861_6E73_6502  # PostgreSQL's advisory locks have numbers; this is the throttle's.


@dataclass(frozen=True)
class LoginLimit:
    """The number of failures without a wait, and the maximum wait, which doubles with each further failure."""

    free: int
    longest: timedelta

    def wait(self, failures: int) -> timedelta:
        """Return the wait after this many failures."""
        if failures < self.free:
            return timedelta(0)
        return min(self.longest, timedelta(seconds=2 ** min(failures - self.free, 20)))


@dataclass(frozen=True)
class LoginLimits:
    """The three limits; a subject without failures for `forget` starts at zero."""

    pair: LoginLimit = LoginLimit(5, timedelta(minutes=15))
    address: LoginLimit = LoginLimit(30, timedelta(minutes=15))
    account: LoginLimit = LoginLimit(100, timedelta(seconds=30))
    forget: timedelta = timedelta(hours=1)
    known_for: timedelta = timedelta(days=30)
    most_rows: int = 50_000


@dataclass(frozen=True)
class LoginAttempt:
    """An attempt that was admitted and must be decided: succeeded, failed or given up."""

    pair: str
    known: str
    counted: tuple[str, ...]


class LoginThrottle:
    """Admits attempts or makes them wait."""

    def __init__(self, database: Database, clock: Clock, limits: LoginLimits | None = None) -> None:
        self._database = database
        self._clock = clock
        self._limits = limits or LoginLimits()
        self._decided = threading.Condition()

    def begin(self, username: str, address: str) -> LoginAttempt:
        """Admit an attempt; raises TooManyAttempts if it comes too early; such an attempt is not counted.

        If the decision depends on attempts whose passwords are being checked, it waits for them.
        """
        for _ in range(_MAX_CHECKS):
            attempt = self._begin(username, network_of(address))
            if attempt is not None:
                return attempt
            with self._decided:
                self._decided.wait(_CHECK_SECONDS)
        raise TooManyAttempts(_REFUSAL, retry_after=1)

    def _begin(self, username: str, place: str) -> LoginAttempt | None:
        """Admit an attempt, or return None if undecided attempts must be decided first."""
        now = self._clock.now()
        subjects = {
            _subject("pair", username, place): self._limits.pair,
            _subject("address", place): self._limits.address,
            _subject("account", username): self._limits.account,
        }
        pair, _, account = subjects
        known = _subject("known", username, place)
        with self._alone() as connection:
            self._forget(connection, now)
            if connection.execute(select(known_address.c.subject).where(known_address.c.subject == known)).first():
                del subjects[account]
            rows = self._rows(connection, subjects, now)
            wait = max(from_text(row.last_failure) + subjects[row.subject].wait(row.failures) - now for row in rows)
            if wait > timedelta(0):
                raise TooManyAttempts(_REFUSAL, retry_after=math.ceil(wait.total_seconds()))
            if any(row.undecided and row.failures + row.undecided >= subjects[row.subject].free for row in rows):
                return None
            connection.execute(
                update(login_failure)
                .where(login_failure.c.subject.in_(subjects))
                .values(undecided=login_failure.c.undecided + 1, last_attempt=to_text(now))
            )
        return LoginAttempt(pair, known, tuple(subjects))

    def record_success(self, attempt: LoginAttempt) -> None:
        """Remove an attempt whose password was correct, and earlier failures from there."""
        now = to_text(self._clock.now())
        with self._alone() as connection:
            self._decide(connection, attempt)
            mine = login_failure.c.subject == attempt.pair
            connection.execute(update(login_failure).where(mine).values(failures=0))
            connection.execute(delete(login_failure).where(mine, login_failure.c.undecided == 0))
            connection.execute(
                self._database.insert(known_address)
                .values(subject=attempt.known, last_login=now)
                .on_conflict_do_update(index_elements=["subject"], set_={"last_login": now})
            )
        self._wake_waiting()

    def record_failure(self, attempt: LoginAttempt) -> None:
        """Count an attempt whose password was wrong."""
        with self._alone() as connection:
            values = {"failures": login_failure.c.failures + 1, "last_failure": to_text(self._clock.now())}
            self._decide(connection, attempt, **values)
        self._wake_waiting()

    def give_up(self, attempt: LoginAttempt) -> None:
        """Remove an attempt whose password could not be checked, because it revealed nothing."""
        with self._alone() as connection:
            self._decide(connection, attempt)
        self._wake_waiting()

    def clear(self, connection: Connection) -> None:
        """Remove all failures: a caller who can write to the database directly need not wait."""
        connection.execute(delete(login_failure))

    @contextmanager
    def _alone(self) -> Iterator[Connection]:
        # Attempts are counted one after the other, on all nodes; this is fast compared with checking a password. On
        # SQLite a writing transaction is the only one anyway.
        with self._database.writing() as connection:
            if not self._database.is_sqlite:
                connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))
            yield connection

    def _decide(self, connection: Connection, attempt: LoginAttempt, **values: Any) -> None:
        left = login_failure.c.undecided
        connection.execute(
            update(login_failure)
            .where(login_failure.c.subject.in_(attempt.counted))
            .values(undecided=case((left > 0, left - 1), else_=0), **values)
        )

    def _wake_waiting(self) -> None:
        with self._decided:
            self._decided.notify_all()

    def _rows(self, connection: Connection, subjects: Iterable[str], now: datetime) -> Sequence[Row[Any]]:
        """Return the counters of each subject."""
        failures = login_failure.c
        fresh = {"failures": 0, "last_failure": to_text(now), "undecided": 0, "last_attempt": to_text(now)}
        connection.execute(
            self._database.insert(login_failure).on_conflict_do_nothing(),
            [{"subject": each, **fresh} for each in subjects],
        )
        connection.execute(
            update(login_failure)
            .where(failures.subject.in_(subjects), failures.undecided > 0)
            .where(failures.last_attempt < to_text(now - _LONGEST_CHECK))
            .values(failures=failures.failures + failures.undecided, last_failure=failures.last_attempt, undecided=0)
        )
        return connection.execute(select(login_failure).where(failures.subject.in_(subjects))).all()

    def _forget(self, connection: Connection, now: datetime) -> None:
        failures, limits = login_failure.c, self._limits
        old, long_ago = to_text(now - limits.forget), to_text(now - limits.known_for)
        connection.execute(
            delete(login_failure).where(
                failures.last_failure < old, failures.last_attempt < to_text(now - _LONGEST_CHECK)
            )
        )
        connection.execute(delete(known_address).where(known_address.c.last_login < long_ago))
        # The size of the table is limited, however many addresses an attacker has: the oldest failures are deleted.
        rows = int(connection.execute(select(func.count()).select_from(login_failure)).scalar_one())
        if rows > limits.most_rows:
            oldest = select(failures.subject).order_by(failures.last_failure).limit(rows - limits.most_rows)
            connection.execute(delete(login_failure).where(failures.subject.in_(oldest)))


def network_of(address: str) -> str:
    """Return the network of an address for counting: an IPv4 address, or the /64 that one IPv6 host usually has."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped is None:
            return str(ipaddress.ip_network((parsed, 64), strict=False))
        parsed = parsed.ipv4_mapped
    return str(parsed)


def _subject(*parts: str) -> str:
    # The digest has a fixed length and does not reveal what was typed as a name: people type passwords there.
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
