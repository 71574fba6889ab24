"""Messages to users and to clients that are on their way."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol


class OutboxKind(StrEnum):
    """What is sent; each kind has its own limit, so that one cannot crowd out the other."""

    # E-mails and the like, by a notification publisher.
    USER_MESSAGE = "USER_MESSAGE"
    # Logout tokens (OpenID Connect Back-Channel Logout 1.0).
    LOGOUT_NOTICE = "LOGOUT_NOTICE"


@dataclass(frozen=True, kw_only=True)
class OutboxMessage:
    """One message. A second one with the same id is not stored. It is given up when it expires."""

    id: str
    kind: OutboxKind
    due: float
    expires: float
    # Number of attempts to send a message that has been taken from the outbox.
    attempts: int = 0
    body: bytes = field(repr=False, default=b"")


class Outbox(Protocol):
    """Messages that are kept until they are sent.

    Whoever sends a message takes it for a while first (a lease), so that of several processes and nodes one sends it.
    When that one dies, the message is due again at the end of the lease: it is sent at least once, and only twice if
    the process died, or its lease ended, between sending and `drop`.
    """

    async def put(self, message: OutboxMessage) -> bool:
        """Store a message (durable). Returns False when as many of its kind are waiting as may."""
        ...

    async def take(self, kind: OutboxKind, now: float, *, lease_seconds: float, most: int) -> Sequence[OutboxMessage]:
        """Take the messages that have been due for longest. Nobody else gets them until the lease ends."""
        ...

    async def put_off(self, message: OutboxMessage, due: float) -> None:
        """Have a message that was taken sent again at a time."""
        ...

    async def drop(self, message: OutboxMessage) -> None:
        """Remove a message, as it was sent or given up."""
        ...
