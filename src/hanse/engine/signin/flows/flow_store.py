"""Storage of flows, and their binding to a browser."""

from dataclasses import dataclass
from hmac import compare_digest
from typing import Any, Final

import msgspec

from hanse.engine.http.answers import Answer, Header
from hanse.engine.http.request import Request
from hanse.engine.services import Services
from hanse.engine.signin.api.stored_states import StoredApiState
from hanse.engine.signin.contracts import FlowEnded, SignedIn, SignInRequest
from hanse.engine.signin.cookies import FLOW_COOKIE
from hanse.engine.signin.policies.position import PolicyPosition
from hanse.engine.state.contracts import Flow, digest
from hanse.kit.randomness import Randomness, new_token

# Time for which the answer to a flow's last form is repeated, so that a double click does not end in an error.
REPLAY_SECONDS: Final = 10.0
_TOKEN_LENGTH: Final = 43


class StoredAnswer(msgspec.Struct):
    """An answer that can be repeated."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes

    @classmethod
    def of(cls, answer: Answer) -> "StoredAnswer":
        """Return an answer in its stored form."""
        return cls(answer.status, list(answer.headers), answer.body)

    def answer(self) -> Answer:
        """Return the answer."""
        return Answer(self.status, tuple((name, value) for name, value in self.headers), self.body)


class FlowState(msgspec.Struct, kw_only=True):
    """The stored state of a flow."""

    issuer: str
    wanted: SignInRequest
    # The value with which forms prove that they belong to this flow, in addition to the browser's cookie.
    token: str
    # Increased with every page, so that a form of an earlier one is detected.
    step: int = 0
    position: PolicyPosition = msgspec.field(default_factory=PolicyPosition)
    # The stage of the completion, after the user has signed in; empty before.
    stage: str = ""
    stage_state: dict[str, Any] = {}
    result: SignedIn | None = None
    # The current page of the user.
    page: StoredAnswer | None = None
    # Set while the user may return by a link: from another server, or from an e-mail.
    accepts_link: bool = False
    # The state that an authentication application sees.
    api: StoredApiState | None = None
    # The name of the callback at which another server returns the user; empty if none is expected.
    callback: str = ""
    # The parameters with which it returned the user, until the flow continues.
    returned: dict[str, str] = {}
    # The answer that ended the flow.
    final: StoredAnswer | None = None


_ENCODER: Final = msgspec.msgpack.Encoder()
_DECODER: Final = msgspec.msgpack.Decoder(FlowState)


@dataclass
class LoadedFlow:
    """A flow with the version that was read; None for one that is not stored yet."""

    id: str
    state: FlowState
    browser: bytes
    expires: float
    version: int | None
    # The secret that binds the flow to its browser, or to a client without cookies.
    handle: str = ""


class FlowChanged(FlowEnded):
    """Another request has changed the flow in the meantime."""


def browser_handle(request: Request, randomness: Randomness) -> tuple[str, Header | None]:
    """Return the secret that binds flows to a browser, and the cookie to set if the browser has none yet."""
    browser = FLOW_COOKIE.read(request)
    if len(browser) == _TOKEN_LENGTH:
        return browser, None
    browser = new_token(randomness)
    return browser, FLOW_COOKIE.header(request, browser)


class FlowStore:
    """Stores flows, each for the browser that began it."""

    def __init__(self, services: Services, lifetime_seconds: float) -> None:
        self._services = services
        self._lifetime = lifetime_seconds

    def new(self, request: Request, wanted: SignInRequest) -> tuple[LoadedFlow, Header | None]:
        """Return a flow that is not stored, and the cookie to set if the browser has none yet.

        One cookie serves all flows of a browser, so that several tabs work independently.
        """
        randomness = self._services.randomness
        browser, header = (new_token(randomness), None) if wanted.cookieless else browser_handle(request, randomness)
        state = FlowState(issuer=request.issuer.identifier, wanted=wanted, token=new_token(randomness))
        expires = self._now() + self._lifetime
        return LoadedFlow(new_token(randomness, 16), state, digest(browser), expires, None, browser), header

    async def load(self, request: Request, flow_id: str, handle: str | None = None) -> LoadedFlow | None:
        """Return a flow of this browser and this issuer; None for any other, and for one that has expired.

        `handle` is that of a client without cookies.
        """
        browser = FLOW_COOKIE.read(request) if handle is None else handle
        found = await self._services.state.flows.get(flow_id, self._now())
        if found is None or not browser or not compare_digest(found.browser, digest(browser)):
            return None
        try:
            state = _DECODER.decode(found.body)
        except msgspec.DecodeError:
            # It was stored by another version of the server.
            return None
        if state.issuer != request.issuer.identifier or state.wanted.cookieless != (handle is not None):
            return None
        return LoadedFlow(found.id, state, found.browser, found.expires, found.version, browser)

    async def save(self, flow: LoadedFlow) -> None:
        """Store a flow. Raises FlowChanged if another request was faster."""
        body = _ENCODER.encode(flow.state)
        flows, version = self._services.state.flows, flow.version
        stored = Flow(id=flow.id, browser=flow.browser, expires=flow.expires, version=version or 0, body=body)
        if version is None:
            await flows.create(stored)
            flow.version = 0
        elif await flows.update(stored):
            flow.version = version + 1
        else:
            raise FlowChanged

    async def end(self, flow: LoadedFlow, answer: Answer) -> None:
        """End a flow. Of several simultaneous requests, all but one get FlowChanged."""
        state = flow.state
        # No data about the user is kept.
        wanted = SignInRequest(
            purpose="", body=b"", redirectless=state.wanted.redirectless, cookieless=state.wanted.cookieless
        )
        flow.state = FlowState(issuer=state.issuer, wanted=wanted, token=state.token, step=state.step)
        flow.state.final = StoredAnswer.of(answer)
        flow.expires = self._now() + REPLAY_SECONDS
        await self.save(flow)

    def _now(self) -> float:
        return self._services.clock.now().timestamp()
