"""Slows down guessing: exponential back-off for failed log-ins, kept in the database for all nodes and restarts.

Three limits count at once: for an account from one address, for an address whatever the account, and, much later and
milder, for an account from anywhere. Nobody elsewhere can lock an administrator out: the last limit does not apply to
addresses from which the account has signed in before, and its longest wait is short.

An attempt counts as failed before its password is checked and is forgiven when the password was right, so that
attempts made at the same moment cannot all pass before the first of them has failed.
"""

import hashlib
import ipaddress
import math
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, delete, func, select, update

from hanse.admin.session.schema import known_address, login_failure
from hanse.config.store.database import Database
from hanse.kit.clock import Clock, from_text, to_text
from hanse.kit.errors import TooManyAttempts

_LOCK = 0x6861_6E73_6502  # PostgreSQL's advisory locks have numbers; this one is the throttle's.


@dataclass(frozen=True)
class Limit:
    """How many failures cost nothing, and how long the wait, which doubles with each further one, may become."""

    free: int
    longest: timedelta

    def wait(self, failures: int) -> timedelta:
        """Return the wait after this many failures."""
        if failures < self.free:
            return timedelta(0)
        return min(self.longest, timedelta(seconds=2 ** min(failures - self.free, 20)))


@dataclass(frozen=True)
class Limits:
    """The three limits; a subject that did not fail for as long as `forget` starts anew."""

    pair: Limit = Limit(5, timedelta(minutes=15))
    address: Limit = Limit(30, timedelta(minutes=15))
    account: Limit = Limit(100, timedelta(seconds=30))
    forget: timedelta = timedelta(hours=1)
    known_for: timedelta = timedelta(days=30)
    most_rows: int = 50_000


@dataclass(frozen=True)
class Attempt:
    """An attempt that was let through, and what to put back when it turns out well."""

    pair: str
    known: str
    counted: tuple[str, ...]
    time: str


class Throttle:
    """Lets attempts through or makes them wait."""

    def __init__(self, database: Database, clock: Clock, limits: Limits | None = None) -> None:
        self._database = database
        self._clock = clock
        self._limits = limits or Limits()

    def begin(self, username: str, address: str) -> Attempt:
        """Count an attempt; raises TooManyAttempts when it comes too early, and then counts nothing."""
        now, place = self._clock.now(), network_of(address)
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
            self._check(connection, subjects, now)
            connection.execute(
                update(login_failure)
                .where(login_failure.c.subject.in_(subjects))
                .values(failures=login_failure.c.failures + 1, last_failure=to_text(now))
            )
        return Attempt(pair, known, tuple(subjects), to_text(now))

    def forgive(self, attempt: Attempt) -> None:
        """Take back an attempt whose password was right; what failed from there before is forgotten."""
        others = [subject for subject in attempt.counted if subject != attempt.pair]
        with self._alone() as connection:
            connection.execute(delete(login_failure).where(login_failure.c.subject == attempt.pair))
            connection.execute(
                update(login_failure)
                .where(login_failure.c.subject.in_(others), login_failure.c.failures > 0)
                .values(failures=login_failure.c.failures - 1)
            )
            connection.execute(
                self._database.insert(known_address)
                .values(subject=attempt.known, last_login=attempt.time)
                .on_conflict_do_update(index_elements=["subject"], set_={"last_login": attempt.time})
            )

    def clear(self, connection: Connection) -> None:
        """Forget every failure: whoever can write to the database directly need not wait."""
        connection.execute(delete(login_failure))

    @contextmanager
    def _alone(self) -> Iterator[Connection]:
        # Attempts are counted one after the other, on all nodes: that is quick beside checking a password. On SQLite
        # a writing transaction is alone anyway.
        with self._database.writing() as connection:
            if not self._database.is_sqlite:
                connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))
            yield connection

    def _check(self, connection: Connection, subjects: dict[str, Limit], now: datetime) -> None:
        fresh = [{"subject": subject, "failures": 0, "last_failure": to_text(now)} for subject in subjects]
        connection.execute(self._database.insert(login_failure).on_conflict_do_nothing(), fresh)
        rows = connection.execute(select(login_failure).where(login_failure.c.subject.in_(subjects))).all()
        wait = max(self._waits(rows, subjects, now))
        if wait > timedelta(0):
            raise TooManyAttempts(
                "Too many failed attempts. Try again later.", retry_after=math.ceil(wait.total_seconds())
            )

    def _waits(self, rows: Iterable[Any], subjects: dict[str, Limit], now: datetime) -> Iterator[timedelta]:
        for row in rows:
            yield from_text(row.last_failure) + subjects[row.subject].wait(row.failures) - now

    def _forget(self, connection: Connection, now: datetime) -> None:
        failures, limits = login_failure.c, self._limits
        old, long_ago = to_text(now - limits.forget), to_text(now - limits.known_for)
        connection.execute(delete(login_failure).where(failures.last_failure < old))
        connection.execute(delete(known_address).where(known_address.c.last_login < long_ago))
        # However many addresses an attacker has, the table stays small: the oldest failures give way.
        rows = int(connection.execute(select(func.count()).select_from(login_failure)).scalar_one())
        if rows > limits.most_rows:
            oldest = select(failures.subject).order_by(failures.last_failure).limit(rows - limits.most_rows)
            connection.execute(delete(login_failure).where(failures.subject.in_(oldest)))


def network_of(address: str) -> str:
    """Return whose address it is, for counting: an IPv4 address, or the /64 that one IPv6 host has to itself."""
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
    # Lengths are fixed and what a caller typed as its name is not kept: people type passwords there.
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
