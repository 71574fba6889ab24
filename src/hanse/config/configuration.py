"""The configuration of a server: the layers above read and change it only through this class."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Protocol, TypeVar

from sqlalchemy import Connection

from hanse.config.change.change import Change
from hanse.config.change.write_transaction import Author
from hanse.config.database import Database
from hanse.config.declare.ports import Ports
from hanse.config.declare.registry import Registry
from hanse.config.secrets.digests import Digests, MissingDigest
from hanse.config.secrets.keyring import Keyring
from hanse.config.secrets.secret_fields import SecretFields
from hanse.config.transaction_view import TransactionView
from hanse.kit.clock import Clock
from hanse.kit.randomness import Randomness

T = TypeVar("T")


class Overseer(Protocol):
    """Checks every change of the configuration, inside its transaction: the cluster, if there is one."""

    def admit(self, change: Change) -> None:
        """Raise NotAllowed if this process may not change anything now; called under the writers' lock."""
        ...

    def saved(self, change: Change) -> None:
        """React to a change that has saved something, before it is committed."""
        ...


class Configuration:
    """Opens transactions on the configuration; safe to share between threads."""

    def __init__(
        self,
        database: Database,
        registry: Registry,
        secrets: SecretFields,
        ports: Ports,
        clock: Clock,
        randomness: Randomness,
    ) -> None:
        self.database = database
        self.registry = registry
        self.ports = ports
        self._secrets = secrets
        self._clock = clock
        self.randomness = randomness
        self._listeners: list[Callable[[int], None]] = []
        self._overseer: Overseer | None = None

    def oversee(self, overseer: Overseer) -> None:
        """Register an overseer of every change."""
        self._overseer = overseer

    def after_commit(self, listener: Callable[[int], None]) -> None:
        """Register a function that is called with the number of each revision of this process after its commit.

        It is called in the thread that saved, before the answer: it must be fast and must not raise. It is not called
        for revisions of other processes; for those, callers check the newest number.
        """
        self._listeners.append(listener)

    @contextmanager
    def reading(self) -> Iterator[TransactionView]:
        """Yield a view of one consistent state."""
        with self.database.reading() as connection:
            yield self.view(connection)

    def view(self, connection: Connection) -> TransactionView:
        """Return a view of a transaction that the caller has opened."""
        return TransactionView(connection, self.registry, self._secrets)

    @contextmanager
    def changing(self, author: Author) -> Iterator[Change]:
        """Yield a change; if the block succeeds everything in it is one revision, otherwise nothing has changed.

        Passwords are hashed within it, while all other writers wait; callers that set passwords use `change` instead.
        """
        with self._changing(author, self._secrets) as change:
            yield change

    def change_keys(self, author: Author, act: Callable[[Change, Keyring], T]) -> T:
        """Like `change`, with a keyring as in `changing_keys`, and without a limit for the number of passwords.

        `act` calls `settle` of the change's secrets after it has sealed all of them.
        """
        digests = Digests(self._secrets.digests, is_bounded=False)
        while True:
            secrets = self._secrets.fork().attempting(digests.attempt(), settles_each_document=False)
            try:
                with self._changing_keys(author, secrets) as change:
                    return act(change, secrets.keyring)
            except MissingDigest as lacking:
                wanted = lacking.wanted
            digests.compute(wanted)

    def change(self, author: Author, act: Callable[[Change], T]) -> T:
        """Call a function that makes a change, and return its result. No password is hashed while other writers wait.

        The function is called again, in a new transaction, after the digests that it needs were computed; it must have
        no effects other than the change. Raises ValidationFailed also if it sets too many passwords.
        """
        digests = Digests(self._secrets.digests)
        while True:
            try:
                with self._changing(author, self._secrets.attempting(digests.attempt())) as change:
                    return act(change)
            except MissingDigest as lacking:
                wanted = lacking.wanted
            digests.compute(wanted)

    @contextmanager
    def _changing(self, author: Author, secrets: SecretFields) -> Iterator[Change]:
        with self.database.writing() as connection:
            change = Change(connection, self.registry, secrets, self.ports, author, self._clock, self.randomness)
            with self._overseen(change):
                yield change
        self._report(change)

    @contextmanager
    def changing_keys(self, author: Author) -> Iterator[tuple[Change, Keyring]]:
        """Yield a change and a keyring that accepts new keys; the keys become available to others after the commit."""
        secrets = self._secrets.fork()
        with self._changing_keys(author, secrets) as change:
            yield change, secrets.keyring

    @contextmanager
    def _changing_keys(self, author: Author, secrets: SecretFields) -> Iterator[Change]:
        with self.database.writing() as connection:
            change = Change(connection, self.registry, secrets, self.ports, author, self._clock, self.randomness)
            with self._overseen(change):
                yield change
        with self.database.reading() as connection:
            self._secrets.keyring.load(connection)
        self._report(change)

    @contextmanager
    def _overseen(self, change: Change) -> Iterator[None]:
        if self._overseer is None:
            yield
            return
        self._overseer.admit(change)
        change.followed_by(partial(self._overseer.saved, change))
        yield
        change.follow_up()

    def _report(self, change: Change) -> None:
        if change.number is not None:
            for listener in self._listeners:
                listener(change.number)
