"""Sessions of this server's own applications for users, such as the page of a user's grants.

The application session policy determines how long such an application can be used without signing in again. After that,
users return to their authentication sources, whose sessions may still avoid a page.
"""

from dataclasses import replace
from math import isfinite
from typing import Final

import msgspec
from msgspec import structs

from hanse.engine.http.answers import Header
from hanse.engine.http.request import Request
from hanse.engine.services import Services
from hanse.engine.signin.contracts import SignedIn, SignInRequest
from hanse.engine.signin.cookies import APPLICATION_COOKIE
from hanse.engine.signin.sessions.browser_names import browser_name
from hanse.engine.signin.sessions.browser_session import LONGEST_SECONDS
from hanse.engine.signin.sessions.session_rules import timeouts_in_seconds
from hanse.engine.signin.sessions.user_keys import stored_user_key
from hanse.engine.snapshot.configuration_parts import APPLICATION_SESSION_POLICY
from hanse.engine.snapshot.model import Snapshot
from hanse.engine.state.contracts import SsoSession, digest
from hanse.kit.randomness import new_id, new_token

# Activity is written at most at this interval, and before a tenth of the idle time has passed.
_WRITE_EVERY_SECONDS: Final = 60.0
_ATTEMPTS: Final = 5


class ApplicationBody(msgspec.Struct, frozen=True):
    """The user who signed in, and the issuer whose pages were used."""

    issuer: str
    result: SignedIn
    # The name of the browser, for the user.
    device: str = ""


class ApplicationSession(msgspec.Struct, frozen=True):
    """An active session: the user, and when it ends without further use."""

    result: SignedIn
    expires: float


_ENCODER: Final = msgspec.msgpack.Encoder()
_DECODER: Final = msgspec.msgpack.Decoder(ApplicationBody)


class ApplicationSessions:
    """The application sessions of all browsers. Each has a cookie and a row of its own beside the SSO session."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._sessions = services.state.sessions

    async def use(
        self, request: Request, wanted: SignInRequest, max_age: float | None = None
    ) -> ApplicationSession | None:
        """Return the session of the browser, and record its use; None if the user has to sign in.

        `max_age` is the maximum time since the authentication, in seconds.
        """
        stored = await self._of_browser(request)
        body = None if stored is None else application_of(stored)
        if stored is None or body is None or body.issuer != request.issuer.identifier:
            return None
        origin = body.result.origin
        if origin.type == "ADAPTER" and wanted.adapters and origin.id not in wanted.adapters:
            # The request names another adapter, or this one may not be used for the application any more.
            return None
        now = self._now()
        if max_age is not None and body.result.auth_time + max_age <= now:
            return None
        # The current policy applies, whatever it was at the sign-in.
        expires = _end(request.snapshot, stored.created, now)
        if _end(request.snapshot, stored.created, stored.updated) <= now:
            return None
        if now - stored.updated >= min(_WRITE_EVERY_SECONDS, (stored.expires - stored.updated) / 10):
            # If another request has changed it meanwhile, that was a use as well.
            await self._sessions.update(replace(stored, updated=now, expires=expires))
        return ApplicationSession(structs.replace(body.result, application_session=stored.id), expires)

    async def open(self, request: Request, result: SignedIn) -> tuple[ApplicationSession, Header]:
        """Begin a session in place of the browser's earlier one; return it with the cookie to set."""
        await self.end(request)
        now, value = self._now(), new_token(self._services.randomness)
        expires, id_ = _end(request.snapshot, now, now), new_id(self._services.randomness)
        await self._sessions.create(
            SsoSession(
                key=digest(value),
                id=id_,
                user_key=stored_user_key(request.snapshot, result.user_key),
                created=now,
                updated=now,
                expires=expires,
                persistent=False,
                body=_ENCODER.encode(ApplicationBody(request.issuer.identifier, result, browser_name(request))),
                local_user=result.local_user,
            )
        )
        opened = ApplicationSession(structs.replace(result, application_session=id_), expires)
        return opened, APPLICATION_COOKIE.header(request, value)

    async def end(self, request: Request) -> bool:
        """End the session of the browser. Returns False if it had none."""
        for _ in range(_ATTEMPTS):
            stored = await self._of_browser(request)
            # Another request may have recorded a use meanwhile, so its version is read again.
            if stored is None:
                return False
            if await self._sessions.delete(stored):
                return True
        return False

    async def _of_browser(self, request: Request) -> SsoSession | None:
        value = APPLICATION_COOKIE.read(request)
        return await self._sessions.get(digest(value), self._now()) if value else None

    def _now(self) -> float:
        return self._services.clock.now().timestamp()


def forget_application(request: Request) -> Header:
    """Return the header that removes the cookie."""
    return APPLICATION_COOKIE.header(request, "", 0)


def _end(snapshot: Snapshot, created: float, used: float) -> float:
    policy = snapshot.part(APPLICATION_SESSION_POLICY)
    idle, maximum = timeouts_in_seconds(policy.idle_timeout_mins, policy.max_timeout_mins)
    last = min(created + maximum, used + idle)
    return last if isfinite(last) else used + LONGEST_SECONDS


def application_of(stored: SsoSession) -> ApplicationBody | None:
    """Return the body; None for one of another version of the server, whose user signs in again."""
    try:
        return _DECODER.decode(stored.body)
    except msgspec.DecodeError:
        return None
