"""Queued messages to users and to clients."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol


class OutboxKind(StrEnum):
    """The kind of a message; each has its own limit, so that one cannot crowd out the other."""

    # Messages to users, by a notification publisher.
    USER_MESSAGE = "USER_MESSAGE"
    # Logout tokens (OpenID Connect Back-Channel Logout 1.0).
    LOGOUT_NOTICE = "LOGOUT_NOTICE"
    # Logouts at applications of SP adapters.
    APPLICATION_LOGOUT = "APPLICATION_LOGOUT"
    # Ping callbacks (OpenID Connect CIBA Core 1.0, section 10.2).
    CIBA_PING = "CIBA_PING"
    # Links for local users, which an administrator has requested.
    ACCOUNT_LINK = "ACCOUNT_LINK"


@dataclass(frozen=True, kw_only=True)
class OutboxMessage:
    """A message. A second one with the same id is not stored. It is given up when it expires."""

    id: str
    kind: OutboxKind
    due: float
    expires: float
    # Number of attempts to send a message that has been taken from the outbox.
    attempts: int = 0
    body: bytes = field(repr=False, default=b"")


class Outbox(Protocol):
    """Messages that are stored until they are sent.

    A sender first takes a message for a limited time (a lease), so that only one of several processes and nodes sends
    it. If the sender fails, the message is due again at the end of the lease: it is sent at least once, and twice only
    if the process failed, or its lease ended, between sending and `drop`.
    """

    async def put(self, message: OutboxMessage) -> bool:
        """Store a message (durable). Returns False if the limit of its kind is reached."""
        ...

    async def take(self, kind: OutboxKind, now: float, *, lease_seconds: float, most: int) -> Sequence[OutboxMessage]:
        """Take the messages that have been due for the longest time. Nobody else gets them until the lease ends."""
        ...

    async def put_off(self, message: OutboxMessage, due: float) -> None:
        """Schedule the next attempt for a message that was taken."""
        ...

    async def drop(self, message: OutboxMessage) -> None:
        """Remove a message that was sent or given up."""
        ...
