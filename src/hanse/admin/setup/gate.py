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
    """Keeps the state of the set-up in the database and admits callers to it."""

    def __init__(self, database: Database, clock: Clock, randomness: Randomness) -> None:
        self._database = database
        self._clock = clock
        self._randomness = randomness
        # Complete is for good, so once seen it need not be looked up again.
        self._seen_complete = False

    def is_complete(self) -> bool:
        """Whether an administrator has ever signed in."""
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
        """Return the key for a new one-time link, which takes the place of older ones; None once set up."""
        if self.is_complete():
            return None
        key = new_token(self._randomness)
        with self._database.writing() as connection:
            self._set(connection, link=_digest(key))
        return key

    def exchange(self, key: str) -> str | None:
        """Use up the link's key and return the value of the cookie that stands for it; None for a wrong key."""
        holder = new_token(self._randomness)
        with self._database.writing() as connection:
            row = _locked(connection)
            if row is None or row.completed or not _equals(_digest(key), row.link):
                return None
            self._set(connection, link=None, holder=_digest(holder))
        return holder

    def principal(self, presented: PresentedCredentials) -> Principal | None:
        """Return the setup principal while the set-up is incomplete and the caller may carry it out."""
        if self.is_complete() or not (presented.is_local or self._holds_cookie(presented)):
            return None
        return Principal(SETUP_AUTHOR, is_setup=True)

    def initial_account(self, connection: Connection) -> str | None:
        """Return the name of the account that the set-up made before, if it did."""
        row = _locked(connection)
        return None if row is None else row.initial_account

    def remember_initial_account(self, connection: Connection, username: str) -> None:
        """Note the account that the set-up makes, in the transaction that makes it."""
        self._set(connection, initial_account=username)

    def _holds_cookie(self, presented: PresentedCredentials) -> bool:
        value = presented.cookies.get(cookies.SETUP)
        if not value:
            return False
        with self._database.reading() as connection:
            return _equals(_digest(value), connection.execute(select(setup_state.c.holder).where(_ROW)).scalar())

    def _set(self, connection: Connection, **values: str | None) -> None:
        connection.execute(self._database.insert(setup_state).values(id=1).on_conflict_do_nothing())
        # A set-up that another node has completed in the meantime stays so.
        connection.execute(update(setup_state).where(_ROW, setup_state.c.completed.is_(None)).values(**values))


def _locked(connection: Connection) -> Any:
    return connection.execute(select(setup_state).where(_ROW).with_for_update()).one_or_none()


def _digest(value: str) -> str:
    return hashlib.sha256(value.encode("utf-8", "surrogatepass")).hexdigest()


def _equals(digest: str, stored: str | None) -> bool:
    return stored is not None and hmac.compare_digest(digest, stored)
