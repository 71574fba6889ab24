"""Requests that users decide on elsewhere, while their clients ask again and again: of devices, and of CIBA."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from hanse.engine.state.contracts.outbox import OutboxMessage


class PendingKind(StrEnum):
    """The protocol of a request."""

    # RFC 8628.
    DEVICE = "DEVICE"
    # OpenID Connect Client-Initiated Backchannel Authentication Flow.
    CIBA = "CIBA"


class PendingStatus(StrEnum):
    """Status of a request."""

    PENDING = "PENDING"
    APPROVED = "APPROVED"
    DENIED = "DENIED"
    # The tokens have been issued.
    REDEEMED = "REDEEMED"


@dataclass(frozen=True, kw_only=True)
class PendingAuthorization:
    """One request.

    `key` is the digest of what the client polls with, `user_code` that of what the user enters, if anything. `interval`
    are the seconds between two polls. After `ends` nobody can decide, and no token is issued; the request is known for
    some time longer, so that the client learns why.
    """

    key: bytes
    kind: PendingKind
    client_id: str
    interval: float
    ends: float
    user_code: bytes | None = None
    status: PendingStatus = PendingStatus.PENDING
    # True if a poll came before the interval was over.
    is_early: bool = False
    body: bytes = field(repr=False, default=b"")


class PendingAuthorizations(Protocol):
    """Pending requests. `Grants.redeem_pending` exchanges an approved one for its grant."""

    async def create(self, pending: PendingAuthorization, now: float) -> bool:
        """Store a request. Returns False if its user code or its key belongs to another request."""
        ...

    async def get(self, key: bytes, now: float) -> PendingAuthorization | None:
        """Return a request on which a user can still decide."""
        ...

    async def by_user_code(self, user_code: bytes, now: float) -> PendingAuthorization | None:
        """Return the request of a user code on which a user can still decide."""
        ...

    async def poll(self, key: bytes, client_id: str, now: float) -> PendingAuthorization | None:
        """Record that a client polls, and return its request in any status; None if there is none.

        A poll that comes too early raises the interval by five seconds (RFC 8628, section 3.5).
        """
        ...

    async def decide(
        self,
        key: bytes,
        status: PendingStatus,
        body: bytes,
        now: float,
        *,
        until: float,
        message: OutboxMessage | None = None,
    ) -> bool:
        """Approve or deny a request that is pending. The client has time at least `until` then to fetch the tokens.

        Of any number of callers exactly one gets True (durable). Its message is put into the outbox, unless the limit
        of the message's kind is reached.
        """
        ...
