"""Creation, look-up, changes and end of SSO sessions."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import msgspec
import structlog

from hanse.engine.http.answers import Header
from hanse.engine.http.request import Request
from hanse.engine.services import Services
from hanse.engine.signin.contracts import SignInRequest
from hanse.engine.signin.cookies import SESSION_COOKIE, VISIT_COOKIE
from hanse.engine.signin.policies.position import PassedAdapter
from hanse.engine.signin.sessions.browser_names import browser_name
from hanse.engine.signin.sessions.browser_session import (
    BrowserSession,
    KeptSession,
    bind_sources,
    cookie_seconds,
    session_end,
    visit_digest,
    visit_of,
)
from hanse.engine.signin.sessions.quotas import UserQuota
from hanse.engine.signin.sessions.session_rules import session_rule
from hanse.engine.signin.sessions.stored_session import (
    ApplicationUse,
    ClientUse,
    LiveSession,
    SessionBody,
    SourceSession,
    client_user_source,
    decode,
    encode,
    is_of_another_user,
    live,
    local_user_of,
    of_one_local_user,
    remote_key,
    remote_keys_of,
    source_of,
)
from hanse.engine.signin.sessions.user_keys import stored_user_key
from hanse.engine.snapshot.configuration_parts import SESSIONS
from hanse.engine.snapshot.model import Snapshot
from hanse.engine.state.contracts import OutboxMessage, RevocationKind, SsoSession, digest
from hanse.kit.errors import Unavailable
from hanse.kit.randomness import new_id, new_token

LOG = structlog.stdlib.get_logger("hanse.signin")
# Activity is written at most at this interval, and before a tenth of the idle time has passed.
_WRITE_EVERY_SECONDS: Final = 60.0
_ATTEMPTS: Final = 5
_MINUTE: Final = 60.0
MOST_CLIENTS: Final = 500
# Returns the notices about the end of a session at a given time.
Notices = Callable[[Snapshot, LiveSession, float], Sequence[OutboxMessage]]


def no_notices(_snapshot: Snapshot, _session: LiveSession, _now: float) -> Sequence[OutboxMessage]:
    """Notify nobody; for callers that only read sessions."""
    return ()


class SsoSessions:
    """All sessions of the server."""

    def __init__(self, services: Services, notices: Notices = no_notices) -> None:
        """`notices` returns the messages that are sent when a session ends."""
        self._services = services
        self._sessions = services.state.sessions
        self._notices = notices

    async def of_browser(self, request: Request) -> BrowserSession:
        """Return the session of the browser that sent a request."""
        value = SESSION_COOKIE.read(request)
        stored = None if not value else await self._sessions.get(digest(value), self._now())
        if stored is None:
            return BrowserSession()
        return BrowserSession(stored, decode(stored), self._sessions.boot, visit_of(request))

    async def keep(
        self, request: Request, browser: BrowserSession, wanted: SignInRequest, passed: Sequence[PassedAdapter]
    ) -> KeptSession:
        """Store a sign-in in the browser's session, or in a new one, if the session policies allow it.

        Raises SessionQuotaReached.
        """
        now, snapshot = self._now(), request.snapshot
        rules = {each.adapter: session_rule(snapshot, each.adapter) for each in passed}
        kept = {
            rule.key: source_of(each, wanted, now)
            for each in passed
            if (rule := rules[each.adapter]) is not None
            and (each.from_session or (each.may_keep_session and rule.allows(each.shared_device)))
        }
        if not kept:
            return KeptSession()
        if browser.stored is not None and is_of_another_user(browser.body, kept):
            # Nothing of one user's session may be passed on to another user's.
            await self.end(snapshot, browser.stored.id)
            browser = BrowserSession()
        if all(each.from_session for each in passed):
            return await self._used(snapshot, browser, kept, now)
        user_key = next(each.user_key for each in reversed(passed) if rules[each.adapter] is not None)
        return await self._signed_in(request, browser, kept, user_key, now)

    async def find(self, session_id: str) -> LiveSession | None:
        """Return a session by its id."""
        stored = await self._sessions.by_id(session_id, self._now()) if session_id else None
        return None if stored is None else live(stored)

    async def of_user(self, snapshot: Snapshot, user_key: str, skip: int = 0) -> Sequence[LiveSession]:
        """Return some sessions of a user, the newest first, without the first `skip` ones."""
        found = await self._sessions.of_user(stored_user_key(snapshot, user_key), self._now(), skip=skip)
        return [live(each) for each in found]

    async def of_remote_session(self, adapter: str, remote_session: str, skip: int = 0) -> Sequence[LiveSession]:
        """Return some sessions that began with a session at an adapter's server, without the first `skip` ones."""
        found = await self._sessions.of_remote_session(remote_key(adapter, remote_session), self._now(), skip=skip)
        return [live(each) for each in found]

    async def touch(self, snapshot: Snapshot, session_id: str) -> bool:
        """Record activity outside of a browser, such as the use of a token; False if the session has ended."""
        stored, now = await self._sessions.by_id(session_id, self._now()), self._now()
        if stored is None:
            return False
        if now - stored.updated >= min(_WRITE_EVERY_SECONDS, (stored.expires - stored.updated) / 10):
            body = decode(stored)
            for source in body.sources.values():
                source.used = now
            await self._update(snapshot, stored, body, now)
        return True

    async def of_client_user(self, client: str, name: str, skip: int = 0) -> Sequence[LiveSession]:
        """Return some sessions of a user whose name at a client `note_client` recorded, without the first `skip`."""
        return await self.of_remote_session(client_user_source(client), name, skip)

    async def note_client(self, session_id: str, client: ClientUse, user_name: str = "") -> bool:
        """Record that the user signed in to a client; False if the session has ended.

        `user_name` is the user's name at the client if the client may end the session without a browser.
        """

        def change(body: SessionBody) -> None:
            key = f"{client.details.get('issuer', '')} {client.client_id}"
            body.clients.pop(key, None)
            while len(body.clients) >= MOST_CLIENTS:
                del body.clients[next(iter(body.clients))]
            body.clients[key] = client

        keys = (remote_key(client_user_source(client.client_id), user_name),) if user_name else ()
        return bool(session_id) and await self._changed(session_id, change, keys)

    async def note_application(self, session_id: str, use: ApplicationUse) -> None:
        """Record that an SP adapter hands the user over to an application."""
        if session_id:
            await self._changed(session_id, lambda body: body.applications.update({use.key: use}))

    async def end(self, snapshot: Snapshot, session_id: str) -> LiveSession | None:
        """End a session, and return its last state, with its clients. None if the session does not exist any more."""
        for _ in range(_ATTEMPTS):
            stored = await self._sessions.by_id(session_id, self._now()) if session_id else None
            if stored is None:
                return None
            # It may change meanwhile, for example by a sign-in to one more client, which must then be notified too.
            if await self._deleted(snapshot, stored):
                return live(stored)
        raise Unavailable("The session was changed concurrently too often. Try again.", retry_after=1)

    async def end_expired(self, snapshot: Snapshot, most: int = 1000) -> int:
        """Remove sessions that have expired, and notify their clients; return how many."""
        found = await self._sessions.expired(self._now(), most=most)
        return sum([await self._removed(snapshot, each) for each in found])

    async def _deleted(self, snapshot: Snapshot, stored: SsoSession) -> bool:
        settings = snapshot.part(SESSIONS)
        # First, so that a process that ends in between leaves no token that is valid without its session.
        if settings.revoke_user_session_on_logout:
            until = self._now() + settings.session_revocation_lifetime * _MINUTE
            await self._services.state.access_tokens.revoke(RevocationKind.SESSION, stored.id, until)
        return await self._removed(snapshot, stored)

    async def _removed(self, snapshot: Snapshot, stored: SsoSession) -> bool:
        messages = self._notices(snapshot, live(stored), self._now())
        if not await self._sessions.delete(stored, messages):
            return False
        for kind in {each.kind for each in messages}:
            self._services.bell.ring(kind)
        return True

    async def end_all(self, snapshot: Snapshot, user_key: str) -> int:
        """End all sessions of a user, for example after a change of password; return their number."""
        count = 0
        # The store returns some of them at a time.
        while found := await self.of_user(snapshot, user_key) if user_key else ():
            count += sum([await self.end(snapshot, each.id) is not None for each in found])
        return count

    async def end_of_local_user(self, snapshot: Snapshot, local_user: str) -> int:
        """End all sessions of a local user, whatever identifies the user to applications; return their number."""
        count, now = 0, self._now()
        while found := await self._sessions.of_local_user(local_user, now) if local_user else ():
            count += sum([await self.end(snapshot, each.id) is not None for each in found])
        return count

    def forget_cookie(self, request: Request) -> Header:
        """Return the header that removes the session cookie."""
        return SESSION_COOKIE.header(request, "", 0)

    async def _signed_in(
        self, request: Request, browser: BrowserSession, kept: dict[str, SourceSession], user_key: str, now: float
    ) -> KeptSession:
        """Store a sign-in. The cookie gets a new value, so that one that an attacker set before is useless."""
        snapshot, value = request.snapshot, new_token(self._services.randomness)
        before, visit = browser.stored, new_token(self._services.randomness)
        owner = stored_user_key(snapshot, user_key)
        quota = UserQuota(snapshot, self._sessions, owner, now, before)
        await quota.check()
        for _ in range(_ATTEMPTS):
            body = SessionBody() if before is None else decode(before)
            body.sources = of_one_local_user({**browser.sources(body), **kept})
            body.device = browser_name(request)
            is_mixed = bind_sources(snapshot, body, self._sessions.boot, visit_digest(visit))
            expires, persistent = session_end(snapshot, body.sources, now)
            session = SsoSession(
                key=digest(value),
                id=new_id(self._services.randomness) if before is None else before.id,
                user_key=owner,
                created=now if before is None else before.created,
                updated=now,
                expires=expires,
                persistent=persistent,
                version=0 if before is None else before.version,
                body=encode(body),
                local_user=local_user_of(body.sources.values()),
                remote_keys=remote_keys_of(body.sources.values()),
            )
            if before is None:
                await self._sessions.create(session)
            elif not await self._sessions.update(session):
                before = await self._sessions.by_id(before.id, now)
                continue
            for each in await quota.surplus(session.id):
                await self.end(snapshot, each.id)
            seconds = cookie_seconds(snapshot, body.sources, now)
            cookies: tuple[Header, ...] = (SESSION_COOKIE.header(request, value, seconds),)
            if is_mixed:
                cookies = (*cookies, VISIT_COOKIE.header(request, visit))
            return KeptSession(session.id, cookies)
        LOG.warning("session not stored because of concurrent changes")
        return KeptSession()

    async def _used(
        self, snapshot: Snapshot, browser: BrowserSession, kept: dict[str, SourceSession], now: float
    ) -> KeptSession:
        """Record the use of a session."""
        stored = browser.stored
        if stored is None:
            return KeptSession()
        idle = min(
            (rule.idle_seconds for each in kept.values() if (rule := session_rule(snapshot, each.adapter)) is not None),
            default=_WRITE_EVERY_SECONDS,
        )
        if now - stored.updated >= min(_WRITE_EVERY_SECONDS, idle / 10):
            body = decode(stored)
            for key, source in kept.items():
                if (known := body.sources.get(key)) is not None:
                    body.sources[key] = msgspec.structs.replace(
                        source, requested=known.requested, boot=known.boot, visit=known.visit
                    )
            await self._update(snapshot, stored, body, now)
        return KeptSession(stored.id)

    async def _update(self, snapshot: Snapshot, stored: SsoSession, body: SessionBody, now: float) -> None:
        """Store the use of a session."""
        alive = {key: each for key, each in body.sources.items() if each.boot in ("", self._sessions.boot)}
        expires, persistent = session_end(snapshot, alive, now)
        # If another request has changed it meanwhile, that was a use as well.
        await self._sessions.update(
            replace(stored, updated=now, expires=expires, persistent=persistent, body=encode(body))
        )

    async def _changed(
        self, session_id: str, change: Callable[[SessionBody], None], keys: tuple[bytes, ...] = ()
    ) -> bool:
        for _ in range(_ATTEMPTS):
            stored = await self._sessions.by_id(session_id, self._now())
            if stored is None:
                return False
            body = decode(stored)
            change(body)
            if await self._sessions.update(replace(stored, body=encode(body), remote_keys=keys)):
                return True
        return False

    def _now(self) -> float:
        return self._services.clock.now().timestamp()
