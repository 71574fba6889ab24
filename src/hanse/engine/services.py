"""Services of the engine's endpoints, from the composition root."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from enum import Enum
from typing import Any, Protocol, TypeVar

from hanse.config.declare.ports import Ports
from hanse.crypto.passwords import PasswordDigests
from hanse.engine.outbox import OutboxBell
from hanse.engine.signin.pages import PageRenderer
from hanse.engine.snapshot.model import Snapshot
from hanse.engine.state.contracts import State
from hanse.kit.clock import Clock
from hanse.kit.randomness import Randomness

T = TypeVar("T")


class Purpose(Enum):
    """Thread pools for blocking calls.

    Each purpose has threads of its own, so that a slow one does not delay others.
    """

    # Adapters, which show pages and may ask anybody.
    ADAPTERS = "adapters"
    # Passwords that clients and services send, by hashing or at a directory.
    PASSWORDS = "passwords"
    # Attribute sources: directories and databases.
    LOOKUPS = "lookups"
    # Access token managers that are not known to be quick.
    TOKENS = "tokens"
    # Notification publishers.
    MESSAGES = "messages"


class Work(Protocol):
    """Runs blocking functions on bounded pools of threads.

    Raises TemporarilyUnavailable when the queue of a purpose is full or the deadline passes; the function may still end
    later.
    """

    async def run(self, purpose: Purpose, function: Callable[..., T], *arguments: Any, seconds: float = 30.0) -> T:
        """Return what a function returns."""
        ...


class Outgoing(Protocol):
    """Requests to other servers: JWKS by URL, back-channel logout.

    Bounded in time, size and redirects (none). Refuses addresses of private and local networks unless an option of the
    process allows them, so that a registered address cannot reach what only this server reaches (SSRF).
    """

    async def get(self, url: str, *, most_bytes: int = 256 * 1024, seconds: float = 5.0) -> tuple[int, bytes]:
        """Return status and body. Raises `kit.errors.ExternalFailure`."""
        ...

    async def post_form(self, url: str, form: dict[str, str], *, seconds: float = 5.0) -> int:
        """Send a form and return the status. Raises `kit.errors.ExternalFailure`."""
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
    # What plug-ins and data stores need of other layers, such as `data_stores.client_pool.DataStoreClients`.
    ports: Ports
    # Wakes the sender of the outbox.
    bell: OutboxBell = field(default_factory=OutboxBell)
    # What users see.
    pages: PageRenderer = field(default_factory=PageRenderer)
    # How long users have for signing in, from the first page on.
    sign_in_timeout: timedelta = timedelta(minutes=10)
