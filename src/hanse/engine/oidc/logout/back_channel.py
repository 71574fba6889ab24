"""Logout tokens for clients, sent by this server (OpenID Connect Back-Channel Logout 1.0)."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final

import structlog

from hanse.engine.errors import OAuthError
from hanse.engine.oauth.jose.encryption import JwtEncryption
from hanse.engine.oauth.jose.names import NONE
from hanse.engine.oauth.jose.signing import sign
from hanse.engine.oidc.algorithms import DEFAULT, id_token_algorithm, id_token_encryption
from hanse.engine.services import Services
from hanse.engine.snapshot.clients import RegisteredClient
from hanse.engine.snapshot.model import Issuer
from hanse.kit.errors import ExternalFailure
from hanse.kit.randomness import new_id

LOG = structlog.stdlib.get_logger("hanse.oidc")
EVENT: Final = "http://schemas.openid.net/event/backchannel-logout"
# Section 2.4 recommends at most two minutes.
LIFETIME_SECONDS: Final = 120
# The pauses before the second and the third attempt; together they fit into the lifetime of a token.
PAUSES: Final = (2.0, 20.0)
MOST_WAITING: Final = 2_000
MOST_AT_ONCE: Final = 20
_ACCEPTED: Final = frozenset({200, 204})
_CLIENT_ERROR, _SERVER_ERROR = 400, 500


@dataclass(frozen=True)
class LogoutNotice:
    """One client to notify: whose session ended, for which issuer."""

    issuer: Issuer
    client: RegisteredClient
    address: str
    session_id: str
    subject: str


class BackChannel:
    """Sends logout tokens in the background, so that no user waits for a client that does not answer."""

    def __init__(
        self,
        services: Services,
        encryption: JwtEncryption,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._services = services
        self._encryption = encryption
        self._pause = pause
        self._running: set[asyncio.Task[None]] = set()
        self._places = asyncio.Semaphore(MOST_AT_ONCE)

    def send(self, notice: LogoutNotice) -> None:
        """Begin to notify a client."""
        if len(self._running) >= MOST_WAITING:
            LOG.error("back-channel logout not sent, as too many are waiting", client_id=notice.client.id)
            return
        task = asyncio.get_running_loop().create_task(self._deliver(notice))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def finished(self) -> None:
        """Wait until every notice was delivered or given up."""
        while self._running:
            await asyncio.wait(tuple(self._running))

    async def _deliver(self, notice: LogoutNotice) -> None:
        async with self._places:
            try:
                token = await self.logout_token(notice)
            except OAuthError as error:
                LOG.error("logout token not made", client_id=notice.client.id, reason=error.description)  # noqa: TRY400 - the reason says all.
                return
            for attempt, pause in enumerate((0.0, *PAUSES), start=1):
                if pause:
                    await self._pause(pause)
                if await self._attempt(notice, token, attempt):
                    return
        LOG.error("back-channel logout failed", client_id=notice.client.id, session_id=notice.session_id)

    async def _attempt(self, notice: LogoutNotice, token: str, attempt: int) -> bool:
        """Return whether there is nothing more to do."""
        about = {"client_id": notice.client.id, "url": notice.address, "attempt": attempt}
        try:
            status = await self._services.outgoing.post_form(notice.address, {"logout_token": token})
        except ExternalFailure as failure:
            LOG.warning("back-channel logout not answered", reason=failure.message, **about)
            return False
        if status in _ACCEPTED:
            LOG.info("back-channel logout accepted", status=status, **about)
            return True
        LOG.warning("back-channel logout refused", status=status, **about)
        # Section 2.8: a client that answers 400 has understood the request and will not understand it better later.
        return _CLIENT_ERROR <= status < _SERVER_ERROR

    async def logout_token(self, notice: LogoutNotice) -> str:
        """Return a logout token (section 2.4), signed and perhaps encrypted as the client's ID tokens are."""
        now = self._services.clock.now()
        issued = int(now.timestamp())
        claims: dict[str, Any] = {
            "iss": notice.issuer.identifier,
            "aud": notice.client.id,
            "iat": issued,
            "exp": issued + LIFETIME_SECONDS,
            "jti": new_id(self._services.randomness),
            "events": {EVENT: {}},
        }
        claims |= {"sid": notice.session_id} if notice.session_id else {}
        claims |= {"sub": notice.subject} if notice.subject else {}
        algorithm = id_token_algorithm(notice.client)
        if algorithm == NONE:
            algorithm = DEFAULT  # Section 2.6: a logout token is never unsigned.
        token = sign(notice.issuer, notice.client, algorithm, claims, {"typ": "logout+jwt"}, now)
        encryption = id_token_encryption(notice.client)
        if encryption is None:
            return token
        return await self._encryption.encrypt(notice.client, encryption, token.encode("ascii"), now)
