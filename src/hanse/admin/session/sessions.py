"""The sessions of administrators and their tokens in the database."""

import hashlib
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import structlog
from sqlalchemy import Connection, delete, insert, or_, select, update
from sqlalchemy.sql import ColumnElement

from hanse.admin.session.accounts import Account, AdminAccounts, find_account
from hanse.admin.session.schema import admin_session, admin_token
from hanse.config.configuration import Configuration
from hanse.config.declare.access import Principal
from hanse.config.transaction_view import TransactionView
from hanse.kit.clock import Clock, to_text
from hanse.kit.randomness import Randomness, new_token

LOG = structlog.stdlib.get_logger("hanse.admin.session")
# Activity so soon after the last one is not recorded: otherwise each of several quick saves would need a second write.
_SAVES, _CLICKS = timedelta(seconds=10), timedelta(seconds=1)
_MOST_TOKENS = 16
_HANDLE_LENGTH = 20


@dataclass(frozen=True)
class SessionLifetimes:
    """The idle and maximum lifetimes of a session, and the lifetime of a token."""

    idle: timedelta = timedelta(minutes=30)
    absolute: timedelta = timedelta(hours=8)
    token: timedelta = timedelta(minutes=10)


@dataclass(frozen=True)
class ActiveAdministrator:
    """An account that has a session: its name and the time of its last activity, RFC 3339."""

    username: str
    last_seen: str


@dataclass(frozen=True)
class OpenSession:
    """An active session: the times of its start and of its last activity, RFC 3339, and the address of its start."""

    session_id: str
    created: str
    last_seen: str
    address: str

    @property
    def handle(self) -> str:
        """The public identifier. The internal one is not sent to clients."""
        return handle_of(self.session_id)


class AdminSessions:
    """Begins, finds and ends sessions. `session_id` is always the digest, never the value in the browser."""

    def __init__(
        self,
        configuration: Configuration,
        clock: Clock,
        randomness: Randomness,
        lifetimes: SessionLifetimes | None = None,
    ) -> None:
        self.lifetimes = lifetimes or SessionLifetimes()
        self._configuration = configuration
        self._accounts = AdminAccounts()
        self._database = configuration.database
        self._clock = clock
        self._randomness = randomness

    def begin(self, account: Account, address: str) -> str:
        """Start a session and return its secret id, which is stored in the browser only."""
        secret = new_token(self._randomness)
        now = self._clock.now()
        with self._database.writing() as connection:
            self._purge(connection, now)
            connection.execute(
                insert(admin_session).values(
                    digest=digest_of(secret),
                    username=account.principal.username,
                    stamp=account.stamp,
                    address=address,
                    created=to_text(now),
                    last_seen=to_text(now),
                )
            )
        LOG.debug("session begun", account=account.principal.username, session=handle_of(digest_of(secret)))
        return secret

    def find(self, secret: str) -> Principal | None:
        """Return the owner of a session id, if the session is active."""
        with self._configuration.reading() as view:
            return self._principal(view, digest_of(secret))

    def find_by_token(self, token: str) -> Principal | None:
        """Return the owner of a token, if it and its session are active."""
        query = select(admin_token.c.session).where(
            admin_token.c.digest == digest_of(token), admin_token.c.expires > to_text(self._clock.now())
        )
        with self._configuration.reading() as view:
            session_id = view.connection.execute(query).scalar()
            return None if session_id is None else self._principal(view, session_id)

    def extend(self, session_id: str) -> None:
        """Record activity: the idle time starts again, the absolute time does not."""
        self._note(session_id, _CLICKS)

    def note_activity(self, session_id: str) -> None:
        """Record activity like `extend`, for saves."""
        self._note(session_id, _SAVES)

    def issue_token(self, session_id: str) -> str:
        """Return a new token that ends with the session."""
        token, now = new_token(self._randomness), self._clock.now()
        mine = admin_token.c.session == session_id
        with self._database.writing() as connection:
            connection.execute(delete(admin_token).where(mine, admin_token.c.expires <= to_text(now)))
            newest = select(admin_token.c.digest).where(mine).order_by(admin_token.c.expires.desc()).limit(_MOST_TOKENS)
            connection.execute(delete(admin_token).where(mine, admin_token.c.digest.not_in(newest)))
            connection.execute(
                insert(admin_token).values(
                    digest=digest_of(token), session=session_id, expires=to_text(now + self.lifetimes.token)
                )
            )
        LOG.debug("access issued", session=handle_of(session_id), seconds=self.lifetimes.token.total_seconds())
        return token

    def end(self, session_id: str) -> None:
        """End a session and its tokens; it may have ended already."""
        with self._database.writing() as connection:
            # The session is deleted first, in the same order as in `sweep`: different orders could deadlock.
            connection.execute(delete(admin_session).where(admin_session.c.digest == session_id))
            connection.execute(delete(admin_token).where(admin_token.c.session == session_id))
        LOG.debug("session ended", session=handle_of(session_id))

    def of(self, view: TransactionView, username: str) -> tuple[OpenSession, ...]:
        """Return the active sessions of an account, the most recently used first."""
        account = self._accounts.find(view, username)
        if account is None:
            return ()
        mine = (admin_session.c.username == username) & (admin_session.c.stamp == account.stamp)
        query = select(admin_session).where(mine, self._is_alive(self._clock.now()))
        ordered = query.order_by(
            admin_session.c.last_seen.desc(), admin_session.c.created.desc(), admin_session.c.digest
        )
        return tuple(
            OpenSession(row.digest, row.created, row.last_seen, row.address)
            for row in view.connection.execute(ordered).all()
        )

    def end_all(self, username: str, *, but_for: str | None) -> None:
        """End the sessions of an account and their tokens, except for one."""
        ending = admin_session.c.username == username
        if but_for is not None:
            ending &= admin_session.c.digest != but_for
        with self._database.writing() as connection:
            # In one statement: a session that begins meanwhile is either ended with its tokens or keeps them.
            ended = (
                connection.execute(delete(admin_session).where(ending).returning(admin_session.c.digest))
                .scalars()
                .all()
            )
            connection.execute(delete(admin_token).where(admin_token.c.session.in_(ended)))
        LOG.debug("sessions ended", account=username, sessions=[handle_of(each) for each in ended])

    def keep(self, view: TransactionView, session_id: str) -> None:
        """Keep one session valid after a change of its account in the same transaction."""
        here = admin_session.c.digest == session_id
        username = view.connection.execute(select(admin_session.c.username).where(here)).scalar()
        account = None if username is None else find_account(view, username)
        if account is not None:
            view.connection.execute(update(admin_session).where(here).values(stamp=account.stamp))

    def active(self, view: TransactionView) -> tuple[ActiveAdministrator, ...]:
        """Return the accounts that have active sessions and may change something, by name."""
        query = select(admin_session).where(self._is_alive(self._clock.now())).order_by(admin_session.c.last_seen)
        found: dict[str, str] = {}
        for row in view.connection.execute(query).all():
            account = self._accounts.find(view, row.username)
            if account is not None and account.stamp == row.stamp and not account.principal.auditor:
                found[row.username] = row.last_seen
        return tuple(ActiveAdministrator(name, found[name]) for name in sorted(found))

    def _note(self, session_id: str, grain: timedelta) -> None:
        now = self._clock.now()
        mine = admin_session.c.digest == session_id
        with self._database.reading() as connection:
            seen = connection.execute(select(admin_session.c.last_seen).where(mine)).scalar()
        if seen is None or seen >= to_text(now - grain):
            return
        with self._database.writing() as connection:
            connection.execute(update(admin_session).where(mine, self._is_alive(now)).values(last_seen=to_text(now)))
        LOG.debug("session active", session=handle_of(session_id))

    def _principal(self, view: TransactionView, session_id: str) -> Principal | None:
        query = select(admin_session).where(admin_session.c.digest == session_id, self._is_alive(self._clock.now()))
        row = view.connection.execute(query).one_or_none()
        account = None if row is None else self._accounts.find(view, row.username)
        if row is None or account is None or account.stamp != row.stamp:
            LOG.debug("session not found", session=handle_of(session_id))
            return None
        return replace(account.principal, session_id=session_id)

    def _is_alive(self, now: datetime) -> ColumnElement[bool]:
        idle, absolute = now - self.lifetimes.idle, now - self.lifetimes.absolute
        return (admin_session.c.last_seen > to_text(idle)) & (admin_session.c.created > to_text(absolute))

    def _purge(self, connection: Connection, now: datetime) -> None:
        connection.execute(delete(admin_session).where(~self._is_alive(now)))
        orphaned = admin_token.c.session.not_in(select(admin_session.c.digest))
        connection.execute(delete(admin_token).where(or_(orphaned, admin_token.c.expires <= to_text(now))))


def handle_of(session_id: str) -> str:
    """Return the public name of a session. Logs, pages and addresses may contain it, because it gives no access."""
    return digest_of(session_id)[:_HANDLE_LENGTH]


def digest_of(secret: str) -> str:
    """Return the SHA-256 of a session id or token, in hexadecimal: 256 random bits need no slower hash."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
