"""Access to the setup until it is complete."""

import hashlib
import hmac
from typing import Any

from sqlalchemy import Connection, select, update

from hanse.admin.session import cookies
from hanse.admin.session.authentication import PresentedCredentials
from hanse.admin.setup.schema import setup_state
from hanse.config.database import Database
from hanse.config.declare.access import Principal
from hanse.kit.clock import Clock, to_text
from hanse.kit.randomness import Randomness, new_token
from hanse.resources.system.administrative_accounts.rules import SETUP_AUTHOR

_ROW = setup_state.c.id == 1


class SetupGate:
    """Stores the state of the setup in the database and admits callers to it."""

    def __init__(self, database: Database, clock: Clock, randomness: Randomness) -> None:
        self._database = database
        self._clock = clock
        self._randomness = randomness
        # The setup stays complete permanently, so this need not be queried again.
        self._seen_complete = False

    def is_complete(self) -> bool:
        """Return whether an administrator has ever signed in."""
        if not self._seen_complete:
            with self._database.reading() as connection:
                self._seen_complete = (
                    connection.execute(select(setup_state.c.completed).where(_ROW)).scalar() is not None
                )
        return self._seen_complete

    def complete(self) -> None:
        """Record that an administrator has signed in. After that there is no setup principal any more."""
        if self.is_complete():
            return
        with self._database.writing() as connection:
            self._set(connection, completed=to_text(self._clock.now()), link=None, holder=None, initial_account=None)
        self._seen_complete = True

    def issue_key(self) -> str | None:
        """Return the key for a new one-time link, which replaces older ones; None if the setup is complete."""
        if self.is_complete():
            return None
        key = new_token(self._randomness)
        with self._database.writing() as connection:
            self._set(connection, link=_digest(key))
        return key

    def exchange(self, key: str) -> str | None:
        """Invalidate the link's key and return the value of the cookie that replaces it; None for a wrong key."""
        holder = new_token(self._randomness)
        with self._database.writing() as connection:
            row = _locked(connection)
            if row is None or row.completed or not _equals(_digest(key), row.link):
                return None
            self._set(connection, link=None, holder=_digest(holder))
        return holder

    def principal(self, presented: PresentedCredentials) -> Principal | None:
        """Return the setup principal while the setup is incomplete and the caller may carry it out."""
        if self.is_complete() or not (presented.is_local or self._holds_cookie(presented)):
            return None
        return Principal(SETUP_AUTHOR, is_setup=True)

    def initial_account(self, connection: Connection) -> str | None:
        """Return the name of the account that the setup created before, or None."""
        row = _locked(connection)
        return None if row is None else row.initial_account

    def remember_initial_account(self, connection: Connection, username: str) -> None:
        """Record the account that the setup creates, in the same transaction."""
        self._set(connection, initial_account=username)

    def _holds_cookie(self, presented: PresentedCredentials) -> bool:
        value = presented.cookies.get(cookies.SETUP)
        if not value:
            return False
        with self._database.reading() as connection:
            return _equals(_digest(value), connection.execute(select(setup_state.c.holder).where(_ROW)).scalar())

    def _set(self, connection: Connection, **values: str | None) -> None:
        connection.execute(self._database.insert(setup_state).values(id=1).on_conflict_do_nothing())
        # If another node has completed the setup in the meantime, it stays complete.
        connection.execute(update(setup_state).where(_ROW, setup_state.c.completed.is_(None)).values(**values))


def _locked(connection: Connection) -> Any:
    return connection.execute(select(setup_state).where(_ROW).with_for_update()).one_or_none()


def _digest(value: str) -> str:
    return hashlib.sha256(value.encode("utf-8", "surrogatepass")).hexdigest()


def _equals(digest: str, stored: str | None) -> bool:
    return stored is not None and hmac.compare_digest(digest, stored)
