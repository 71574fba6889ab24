"""Services of the engine's endpoints, from the composition root."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from enum import Enum
from functools import cached_property
from typing import Any, Protocol, TypeVar

from hanse.config.configuration import Configuration
from hanse.config.declare.ports import Ports
from hanse.crypto.breached_passwords import BreachedPasswords
from hanse.crypto.passwords import PasswordDigests
from hanse.engine.figures.counters import EngineCounters
from hanse.engine.local_users import BlockingLocalUsers
from hanse.engine.mutual_tls.revocation_checks import RevocationChecks
from hanse.engine.outbox import OutboxBell
from hanse.engine.outgoing import Outgoing
from hanse.engine.signin.pages import PageRenderer
from hanse.engine.snapshot.model import Snapshot
from hanse.engine.state.contracts import State
from hanse.engine.trace.trace_queue import TraceQueue
from hanse.kit.clock import Clock
from hanse.kit.local_users import EmbeddedLocalUsers
from hanse.kit.randomness import Randomness
from hanse.kit.spans import Spans

T = TypeVar("T")


class Purpose(Enum):
    """Thread pools for blocking calls.

    Each purpose has threads of its own, so that a slow one does not delay others.
    """

    # Adapters, which show pages, and out-of-band authenticators. They may call any system.
    ADAPTERS = "adapters"
    # Passwords that clients and services send, by hashing or at a directory.
    PASSWORDS = "passwords"
    # Attribute sources: directories and databases.
    LOOKUPS = "lookups"
    # Access token managers that may block.
    TOKENS = "tokens"
    # Token processors, which may fetch keys.
    EXCHANGES = "exchanges"
    # Notification publishers.
    MESSAGES = "messages"
    # Clients that register themselves: policies, and saves of the configuration.
    REGISTRATIONS = "registrations"


class Work(Protocol):
    """Runs blocking functions on limited thread pools.

    Raises TemporarilyUnavailable if the queue of a purpose is full or the deadline passes; the function may still end
    later.
    """

    async def run(self, purpose: Purpose, function: Callable[..., T], *arguments: Any, seconds: float = 30.0) -> T:
        """Return the result of a function."""
        ...


@dataclass(frozen=True)
class Services:
    """The services, shared by all endpoints of a process."""

    snapshot: Callable[[], Snapshot]
    state: State
    clock: Clock
    randomness: Randomness
    # Blocking calls run here, never on the event loop.
    work: Work
    outgoing: Outgoing
    passwords: PasswordDigests
    # Implementations from other layers for plug-ins and data stores, such as
    # `data_stores.client_pool.DataStoreClients`.
    ports: Ports
    # The saved configuration, in which clients that register themselves are stored. On an engine of a cluster it is the
    # shared database, not the copy from which the node serves.
    configuration: Configuration
    # Waits until the snapshot in use has a property, for at most some seconds, and returns whether it has.
    wait_for_snapshot: Callable[[Callable[[Snapshot], bool], float], bool]
    # Wakes the sender of the outbox.
    bell: OutboxBell = field(default_factory=OutboxBell)
    # Traces that wait to be written.
    traces: TraceQueue = field(default_factory=TraceQueue)
    # Events of this process, for metrics and the figures of all engines.
    counters: EngineCounters = field(default_factory=EngineCounters)
    # Records requests as spans of distributed traces; None unless an option names a receiver.
    spans: Spans | None = None
    # The pages for users.
    pages: PageRenderer = field(default_factory=PageRenderer)
    # Time limit for a sign-in, from its first page.
    sign_in_timeout: timedelta = timedelta(minutes=10)
    # Passwords that users must not choose.
    breached: BreachedPasswords = field(default_factory=BreachedPasswords)

    @cached_property
    def revocation(self) -> RevocationChecks:
        """The checks of certificates for revocation, which share their answers."""
        return RevocationChecks(self.outgoing, self.clock, self.randomness)

    @property
    def local_users(self) -> EmbeddedLocalUsers:
        """Return the users whom the server stores itself, for functions that block."""
        return BlockingLocalUsers(lambda: self.state.local_users)
