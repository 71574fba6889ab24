"""Notifies users through the authenticator of the request policy."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from typing import Any, Final

import structlog

from hanse.engine.errors import ServerError, UnknownUserId
from hanse.engine.services import Purpose, Services
from hanse.engine.snapshot.configuration_parts import OUT_OF_BAND_AUTHENTICATORS
from hanse.engine.snapshot.model import Snapshot
from hanse.engine.user_messages import UserMessages
from hanse.kit.errors import Unavailable
from hanse.plugins.contracts.out_of_band import ApprovalNotice, UserNotReachable

LOG = structlog.stdlib.get_logger("hanse.oauth")
# The client waits for the answer meanwhile.
NOTIFY_SECONDS: Final = 15.0
_PATIENCE_SECONDS: Final = 10.0


@dataclass(frozen=True)
class _EngineAuthenticatorServices:
    """The services of an authenticator for one call on a thread; the interface is `AuthenticatorServices`.

    `loop` is the event loop on which `send` runs.
    """

    send: Callable[[str, str, str, Mapping[str, str]], Coroutine[Any, Any, bool]]
    loop: asyncio.AbstractEventLoop

    def send_email(self, publisher: str, to: str, template: str, values: Mapping[str, str]) -> bool:
        """Queue a message to a user."""
        future = asyncio.run_coroutine_threadsafe(self.send(publisher, to, template, values), self.loop)
        try:
            return future.result(_PATIENCE_SECONDS)
        except TimeoutError as error:
            future.cancel()
            raise Unavailable("The store of run-time state does not respond.") from error


@dataclass(frozen=True)
class UserNotification:
    """Calls authenticators."""

    services: Services

    async def notify(self, snapshot: Snapshot, authenticator: str, notice: ApprovalNotice) -> None:
        """Notify a user. Raises UnknownUserId if the user cannot be reached, ServerError and Unavailable."""
        instance = snapshot.part(OUT_OF_BAND_AUTHENTICATORS).get(authenticator)
        if instance is None or instance.plugin is None:
            LOG.error("CIBA authenticator not usable", authenticator=authenticator)
            raise ServerError("The authorization server cannot notify the user.")
        messages = UserMessages(self.services)

        async def send(publisher: str, to: str, template: str, values: Mapping[str, str]) -> bool:
            return await messages.send(snapshot, publisher, to, template, values)

        offered = _EngineAuthenticatorServices(send, asyncio.get_running_loop())
        try:
            await self.services.work.run(
                Purpose.ADAPTERS, instance.plugin.notify, notice, offered, seconds=NOTIFY_SECONDS
            )
        except UserNotReachable as error:
            LOG.info("user not notified", authenticator=authenticator, reason=str(error))
            raise UnknownUserId("The user cannot be notified.") from error
