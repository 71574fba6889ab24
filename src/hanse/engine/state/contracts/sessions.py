"""SSO sessions."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from hanse.engine.state.contracts.outbox import OutboxMessage


@dataclass(frozen=True, kw_only=True)
class SsoSession:
    """A user's session at this server, known to the browser by a cookie whose digest is `key`.

    `id` is the session identifier that tokens may carry. `body` holds the authentication sources with their times and
    attributes, and the clients the user signed in to. `persistent` sessions survive a restart; others end with it.
    """

    key: bytes
    id: str
    user_key: str
    created: float
    updated: float
    expires: float
    persistent: bool
    version: int = 0
    body: bytes = field(repr=False, default=b"")
    # The ID of the local user who signed in; empty for other users.
    local_user: str = ""
    # Digests of the sessions at other servers with which it began. Sessions that are read do not have them.
    remote_keys: Sequence[bytes] = ()


class SessionStore(Protocol):
    """SSO sessions."""

    @property
    def boot(self) -> str:
        """Return the identifier of this run of the server. Everything that is not persistent ends with the run."""
        ...

    async def create(self, session: SsoSession) -> None:
        """Store a new session."""
        ...

    async def get(self, key: bytes, now: float) -> SsoSession | None:
        """Return a session that has not expired."""
        ...

    async def by_id(self, session_id: str, now: float) -> SsoSession | None:
        """Return a session by the identifier in tokens."""
        ...

    async def update(self, session: SsoSession) -> bool:
        """Store a changed session and increase its version. Returns False if another request changed it first.

        `session.version` is the version that was read. The key may have changed, for example after a sign-in; then
        `session.id` identifies the row.
        """
        ...

    async def delete(self, session: SsoSession, messages: Sequence[OutboxMessage] = ()) -> bool:
        """End a session, and put messages about that into the outbox, all or nothing (durable).

        Returns False if the session does not exist any more in the version that was read.
        """
        ...

    async def expired(self, now: float, *, most: int = 1000) -> Sequence[SsoSession]:
        """Return sessions that have expired and were not removed yet, also those of earlier starts of the server."""
        ...

    async def of_user(self, user_key: str, now: float, *, most: int = 50, skip: int = 0) -> Sequence[SsoSession]:
        """Return sessions of a user, the newest first, without the first `skip` ones."""
        ...

    async def of_remote_session(self, key: bytes, now: float, *, most: int = 50, skip: int = 0) -> Sequence[SsoSession]:
        """Return sessions begun with a session at another server, the newest first, without the first `skip` ones."""
        ...

    async def of_local_user(self, local_user: str, now: float, *, most: int = 50) -> Sequence[SsoSession]:
        """Return the sessions of a local user, the newest first."""
        ...

    async def begun_of_local_user(self, local_user: str, now: float, *, most: int) -> Sequence[float]:
        """Return when the sessions of a local user began, newest first, including those of earlier server starts."""
        ...

    async def expire_of_local_user(self, local_user: str, now: float, *, revoked_until: float | None) -> int:
        """End the sessions of a local user, including those of earlier server starts; return their number (durable).

        Their clients are notified when the expired sessions are removed. With a time, tokens of the sessions are
        revoked until then.
        """
        ...
