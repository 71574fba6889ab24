"""SSO sessions, and flows in progress."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import structlog

from hanse.engine.state.contracts import Flow, OutboxMessage, RevocationKind, SsoSession
from hanse.engine.state.outbox import steps_for_session
from hanse.engine.state.sealing import SealedValueBroken, Sealer
from hanse.engine.state.statements import Row, Statement, StatementRunner

LOG = structlog.stdlib.get_logger("hanse.state")
_COLUMNS: Final = "id, key, user_key, created, updated, expires, boot, version, body, local_user"
# A session that is not persistent belongs to one start of the server; `boot` is empty in persistent ones.
_IS_VALID: Final = "expires > :now AND boot IN ('', :boot)"
_CREATE: Final = Statement(
    f"""INSERT INTO state_session ({_COLUMNS})
        VALUES (:id, :key, :user_key, :created, :updated, :expires, :boot, :version, :body, :local_user)"""
)
_GET: Final = Statement(f"SELECT {_COLUMNS} FROM state_session WHERE key = :key AND {_IS_VALID}")
_BY_ID: Final = Statement(f"SELECT {_COLUMNS} FROM state_session WHERE id = :id AND {_IS_VALID}")
_OF_USER: Final = Statement(
    f"""SELECT {_COLUMNS} FROM state_session WHERE user_key = :user_key AND {_IS_VALID}
        ORDER BY created DESC, id LIMIT :most OFFSET :skip"""
)
_OF_REMOTE_SESSION: Final = Statement(
    f"""SELECT {_COLUMNS} FROM state_session
        WHERE id IN (SELECT session_id FROM state_remote_session WHERE key = :remote_key) AND {_IS_VALID}
        ORDER BY created DESC, id LIMIT :most OFFSET :skip"""
)
# The session may have ended meanwhile.
_LINK: Final = Statement(
    """INSERT INTO state_remote_session (key, session_id) SELECT :remote_key, id FROM state_session WHERE id = :id
       ON CONFLICT (key, session_id) DO NOTHING"""
)
_OF_LOCAL_USER: Final = Statement(
    f"""SELECT {_COLUMNS} FROM state_session WHERE local_user = :local_user AND local_user <> '' AND {_IS_VALID}
        ORDER BY created DESC, id LIMIT :most"""
)
_BEGUN_OF_LOCAL_USER: Final = Statement(
    """SELECT created FROM state_session WHERE local_user = :local_user AND local_user <> '' AND expires > :now
       ORDER BY created DESC, id LIMIT :most"""
)
# First, so that no token of a session is valid after the session.
_REVOKE_OF_LOCAL_USER: Final = Statement(
    """INSERT INTO state_revocation (kind, id, expires) SELECT :kind, id, :until FROM state_session
       WHERE local_user = :local_user AND local_user <> '' AND expires > :now
       ON CONFLICT (kind, id) DO UPDATE SET expires =
       CASE WHEN excluded.expires > state_revocation.expires THEN excluded.expires ELSE state_revocation.expires END"""
)
# The version increases, so that a request that uses the session at the same moment cannot extend it again.
_EXPIRE_OF_LOCAL_USER: Final = Statement(
    """UPDATE state_session SET expires = :now, version = version + 1
       WHERE local_user = :local_user AND local_user <> '' AND expires > :now RETURNING 1"""
)
_UPDATE: Final = Statement(
    """UPDATE state_session SET key = :key, user_key = :user_key, updated = :updated, expires = :expires, boot = :boot,
       version = version + 1, body = :body, local_user = :local_user
       WHERE id = :id AND version = :version RETURNING 1"""
)
# On PostgreSQL it locks the row, so that only one of several that end a session stores messages.
_LOCK: Final = Statement("UPDATE state_session SET version = version WHERE id = :id")
_DELETE: Final = Statement("DELETE FROM state_session WHERE id = :id AND version = :version RETURNING 1")
_EXPIRED: Final = Statement(
    f"SELECT {_COLUMNS} FROM state_session WHERE expires <= :now ORDER BY expires, id LIMIT :most"
)

_CREATE_FLOW: Final = Statement(
    """INSERT INTO state_flow (id, browser, expires, version, body)
       VALUES (:id, :browser, :expires, :version, :body)"""
)
_GET_FLOW: Final = Statement("SELECT browser, expires, version, body FROM state_flow WHERE id = :id AND expires > :now")
_UPDATE_FLOW: Final = Statement(
    """UPDATE state_flow SET browser = :browser, expires = :expires, version = version + 1, body = :body
       WHERE id = :id AND version = :version RETURNING 1"""
)
_DELETE_FLOW: Final = Statement("DELETE FROM state_flow WHERE id = :id RETURNING 1")


class StoredSessions:
    """SSO sessions in a database; implements `contracts.SessionStore`."""

    def __init__(self, runner: StatementRunner, sealer: Sealer, boot: str) -> None:
        """`boot` identifies this start of the server, for all of its processes."""
        self._runner = runner
        self._sealer = sealer
        self._boot = boot

    @property
    def boot(self) -> str:
        """Return the identifier of this start of the server."""
        return self._boot

    async def create(self, session: SsoSession) -> None:
        """Store a new session."""
        await self._runner.write((_CREATE, self._values(session)), *_links(session), durable=False)

    async def get(self, key: bytes, now: float) -> SsoSession | None:
        """Return a session that has not expired."""
        found = await self._runner.read(_GET, {"key": key, "now": now, "boot": self._boot})
        return self._session(found[0]) if found else None

    async def by_id(self, session_id: str, now: float) -> SsoSession | None:
        """Return a session by the identifier in tokens."""
        found = await self._runner.read(_BY_ID, {"id": session_id, "now": now, "boot": self._boot})
        return self._session(found[0]) if found else None

    async def update(self, session: SsoSession) -> bool:
        """Store a changed session and raise its version."""
        return bool((await self._runner.write((_UPDATE, self._values(session)), *_links(session), durable=False))[0])

    async def delete(self, session: SsoSession, messages: Sequence[OutboxMessage] = ()) -> bool:
        """End a session, and put messages about that into the outbox."""
        lock = (_LOCK, {"id": session.id})
        put = steps_for_session(messages, session.id, session.version, self._sealer)
        end = (_DELETE, {"id": session.id, "version": session.version})
        *stored, deleted = await self._runner.write(*((lock, *put) if put else ()), end, durable=True)
        lacking = len(put) - sum(bool(each) for each in stored[1:])
        if deleted and lacking:
            LOG.error("messages not sent, as too many are queued", session_id=session.id, messages=lacking)
        return bool(deleted)

    async def expired(self, now: float, *, most: int = 1000) -> Sequence[SsoSession]:
        """Return sessions that have expired. Those that cannot be opened are left to `sweep`."""
        found = []
        for row in await self._runner.read(_EXPIRED, {"now": now, "most": most}):
            try:
                found.append(self._session(row))
            except SealedValueBroken:
                LOG.warning("an expired session cannot be opened", session_id=row[0])
        return found

    async def of_user(self, user_key: str, now: float, *, most: int = 50, skip: int = 0) -> Sequence[SsoSession]:
        """Return the sessions of a user, the newest first."""
        values = {"user_key": user_key, "now": now, "boot": self._boot, "most": most, "skip": skip}
        return [self._session(row) for row in await self._runner.read(_OF_USER, values)]

    async def of_remote_session(self, key: bytes, now: float, *, most: int = 50, skip: int = 0) -> Sequence[SsoSession]:
        """Return the sessions that began with a session at another server, the newest first."""
        values = {"remote_key": key, "now": now, "boot": self._boot, "most": most, "skip": skip}
        return [self._session(row) for row in await self._runner.read(_OF_REMOTE_SESSION, values)]

    async def of_local_user(self, local_user: str, now: float, *, most: int = 50) -> Sequence[SsoSession]:
        """Return the sessions of a local user, the newest first."""
        values = {"local_user": local_user, "now": now, "boot": self._boot, "most": most}
        return [self._session(row) for row in await self._runner.read(_OF_LOCAL_USER, values)]

    async def begun_of_local_user(self, local_user: str, now: float, *, most: int) -> Sequence[float]:
        """Return when the sessions of a local user began."""
        rows = await self._runner.read(_BEGUN_OF_LOCAL_USER, {"local_user": local_user, "now": now, "most": most})
        return [created for (created,) in rows]

    async def expire_of_local_user(self, local_user: str, now: float, *, revoked_until: float | None) -> int:
        """End the sessions of a local user."""
        expire = (_EXPIRE_OF_LOCAL_USER, {"local_user": local_user, "now": now})
        if revoked_until is None:
            return len((await self._runner.write(expire, durable=True))[0])
        revoked = {"kind": RevocationKind.SESSION.value, "until": revoked_until, "local_user": local_user, "now": now}
        return len((await self._runner.write((_REVOKE_OF_LOCAL_USER, revoked), expire, durable=True))[1])

    def _values(self, session: SsoSession) -> Mapping[str, Any]:
        return {
            "id": session.id,
            "key": session.key,
            "user_key": session.user_key,
            "created": session.created,
            "updated": session.updated,
            "expires": session.expires,
            "boot": "" if session.persistent else self._boot,
            "version": session.version,
            # Bound to the id, because the key changes when a user signs in.
            "body": self._sealer.seal(session.body, b"session\0" + session.id.encode()),
            "local_user": session.local_user,
        }

    def _session(self, row: Row) -> SsoSession:
        id_, key, user_key, created, updated, expires, boot, version, body, local_user = row
        return SsoSession(
            id=id_,
            key=bytes(key),
            user_key=user_key,
            created=created,
            updated=updated,
            expires=expires,
            persistent=not boot,
            version=version,
            body=self._sealer.open(body, b"session\0" + id_.encode()),
            local_user=local_user,
        )


def _links(session: SsoSession) -> list[tuple[Statement, Mapping[str, Any]]]:
    return [(_LINK, {"remote_key": key, "id": session.id}) for key in session.remote_keys]


class StoredFlows:
    """Flows in a database; implements `contracts.Flows`."""

    def __init__(self, runner: StatementRunner, sealer: Sealer) -> None:
        self._runner = runner
        self._sealer = sealer

    async def create(self, flow: Flow) -> None:
        """Store a new flow."""
        await self._runner.write((_CREATE_FLOW, self._values(flow)), durable=False)

    async def get(self, flow_id: str, now: float) -> Flow | None:
        """Return a flow that has not expired."""
        found = await self._runner.read(_GET_FLOW, {"id": flow_id, "now": now})
        if not found:
            return None
        browser, expires, version, body = found[0]
        opened = self._sealer.open_if_kept(body, b"flow\0" + flow_id.encode())
        if opened is None:
            return None
        return Flow(id=flow_id, browser=bytes(browser), expires=expires, version=version, body=opened)

    async def update(self, flow: Flow) -> bool:
        """Store a changed flow and raise its version."""
        return bool((await self._runner.write((_UPDATE_FLOW, self._values(flow)), durable=False))[0])

    async def delete(self, flow_id: str) -> bool:
        """End a flow."""
        return bool((await self._runner.write((_DELETE_FLOW, {"id": flow_id}), durable=False))[0])

    def _values(self, flow: Flow) -> Mapping[str, Any]:
        sealed = self._sealer.seal(flow.body, b"flow\0" + flow.id.encode())
        return {
            "id": flow.id,
            "browser": flow.browser,
            "expires": flow.expires,
            "version": flow.version,
            "body": sealed,
        }
