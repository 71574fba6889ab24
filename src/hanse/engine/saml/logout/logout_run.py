"""A logout in progress, stored while the user's browser is at a partner."""

from dataclasses import dataclass
from hmac import compare_digest
from typing import Final

import msgspec

from hanse.engine.http.answers import Header
from hanse.engine.http.request import Request
from hanse.engine.saml.logout.openid_providers import ProviderSession
from hanse.engine.saml.logout.participants import Participant
from hanse.engine.services import Services
from hanse.engine.signin.cookies import FLOW_COOKIE
from hanse.engine.signin.flows.flow_store import browser_handle
from hanse.engine.state.contracts import Flow, digest
from hanse.kit.randomness import new_token


class LogoutState(msgspec.Struct, kw_only=True):
    """The stored state of a logout."""

    # Where the logout began: the name of the completion that answers at the end, and what it needs.
    purpose: str
    body: bytes
    begun_by_service_provider: bool
    # The partners that have not received a request yet, and the one that has.
    waiting: list[Participant]
    asked: Participant | None = None
    # The sessions at OpenID providers that have not ended yet, and the one at whose provider the browser is.
    providers: list[ProviderSession] = []
    provider: ProviderSession | None = None
    # The page that loads addresses of applications, until it is shown, and whether the browser is there.
    page: bytes = b""
    shows_page: bool = False
    requests: int = 0
    # True if a partner did not sign the user out, or could not be asked.
    is_partial: bool = False


_ENCODER: Final = msgspec.msgpack.Encoder()
_DECODER: Final = msgspec.msgpack.Decoder(LogoutState)


@dataclass
class LogoutRun:
    """A logout with the version that was read; None for one that is not stored yet."""

    id: str
    state: LogoutState
    browser: bytes
    expires: float
    version: int | None = None

    @property
    def waits(self) -> bool:
        """Return whether the browser is at a partner, a provider or a page, from which it returns."""
        state = self.state
        return state.asked is not None or state.provider is not None or state.shows_page

    @property
    def request_id(self) -> str:
        """Return the identifier of the current request, by which the response finds the run. It is hard to guess."""
        return f"_{self.id}.{self.state.requests}"


class LogoutRuns:
    """Stores logouts, each for the browser that began it."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._flows = services.state.flows

    def new(self, request: Request, state: LogoutState) -> tuple[LogoutRun, tuple[Header, ...]]:
        """Return a logout that is not stored, and the cookie to set if the browser has none yet."""
        browser, cookie = browser_handle(request, self._services.randomness)
        expires = self._now() + self._services.sign_in_timeout.total_seconds()
        run = LogoutRun(new_token(self._services.randomness, 16), state, digest(browser), expires)
        return run, () if cookie is None else (cookie,)

    async def load(self, request: Request, request_id: str) -> LogoutRun | None:
        """Return the logout of this browser that waits for the response to a request."""
        id_, browser = request_id.removeprefix("_").rpartition(".")[0], FLOW_COOKIE.read(request)
        found = await self._flows.get(id_, self._now())
        if found is None or not browser or not compare_digest(found.browser, digest(browser)):
            return None
        try:
            state = _DECODER.decode(found.body)
        except msgspec.DecodeError:
            # It is a sign-in, or was stored by another version of the server.
            return None
        run = LogoutRun(found.id, state, found.browser, found.expires, found.version)
        return run if run.request_id == request_id else None

    async def save(self, run: LogoutRun) -> bool:
        """Store a logout. Returns False if another request was faster."""
        body = _ENCODER.encode(run.state)
        flow = Flow(id=run.id, browser=run.browser, expires=run.expires, version=run.version or 0, body=body)
        if run.version is not None:
            return await self._flows.update(flow)
        await self._flows.create(flow)
        return True

    async def end(self, run: LogoutRun) -> bool:
        """Remove a logout. Returns False if another request was faster."""
        return run.version is None or await self._flows.delete(run.id)

    def _now(self) -> float:
        return self._services.clock.now().timestamp()
