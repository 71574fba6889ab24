"""Validates presented tokens with token processors, which are synchronous plug-ins and run on threads."""

import asyncio
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final, TypeVar

import structlog

from hanse.crypto.jwk_sets import JwkSet
from hanse.crypto.key_pairs import PublicKey
from hanse.engine.errors import InvalidRequest, InvalidToken, ServerError, TemporarilyUnavailable
from hanse.engine.http.request import Request
from hanse.engine.oauth.access_tokens.compiled_managers import TOKEN_MANAGERS
from hanse.engine.oauth.access_tokens.service import AccessTokenService
from hanse.engine.oauth.client_authentication.assertion import audiences
from hanse.engine.oauth.jose.client_keys import ClientKeys
from hanse.engine.oauth.token_exchange.compiled_policies import EXCHANGE_CONFIGURATION
from hanse.engine.oauth.token_exchange.exchange_request import PresentedToken
from hanse.engine.services import Purpose, Services
from hanse.engine.thread_calls import wait_for
from hanse.kit.errors import Unavailable
from hanse.plugins.contracts.token_processors import InspectedToken, ProcessedToken, TokenRefused

LOG = structlog.stdlib.get_logger("hanse.oauth")
T = TypeVar("T")
_SECONDS: Final = 15.0


@dataclass(frozen=True)
class TokenValidation:
    """Calls token processors."""

    services: Services
    access_tokens: AccessTokenService
    keys: ClientKeys

    async def process(self, request: Request, processor_id: str, token: PresentedToken, role: str) -> ProcessedToken:
        """Return the content of a token, with the attributes of the processor's contract.

        `role` is "subject" or "actor". Raises InvalidRequest for a token that is not valid (RFC 8693, section 2.2.2),
        ServerError for a processor that cannot be used, and TemporarilyUnavailable.
        """
        processor = request.snapshot.part(EXCHANGE_CONFIGURATION).processors.get(processor_id)
        if processor is None or processor.plugin is None:
            LOG.error("token processor not usable", id=processor_id)
            raise ServerError("The token processor is not usable.")
        support = EngineProcessorServices(self, request, asyncio.get_running_loop(), self.services.clock.now())
        try:
            found = await self.services.work.run(
                Purpose.EXCHANGES, processor.plugin.process, token.text, support, seconds=_SECONDS
            )
        except TokenRefused as refused:
            LOG.info("token refused", processor=processor_id, role=role, reason=str(refused))
            raise InvalidRequest(f"The {role} token is not valid.") from refused
        except (Unavailable, TemporarilyUnavailable):
            raise
        except Exception as error:
            # Processors may be third-party plug-ins; one that fails accepts no token.
            LOG.exception("token processor failed", id=processor_id)
            raise ServerError("The token processor failed.") from error
        attributes = {name: value for name, value in found.attributes.items() if name in processor.attributes}
        return replace(found, attributes=attributes)


class EngineProcessorServices:
    """The services for one call; the interface is `contracts.token_processors.TokenProcessorServices`."""

    def __init__(
        self, support: TokenValidation, request: Request, loop: asyncio.AbstractEventLoop, now: datetime
    ) -> None:
        """`loop` is the event loop of the state."""
        self._support = support
        self._request = request
        self._loop = loop
        self.now = now
        self.issuer = request.issuer.identifier
        self.audiences = audiences(request)

    def own_keys(self) -> JwkSet:
        """Return the public keys of the issuer."""
        return self._request.issuer.keys.published

    def keys_at(self, url: str, algorithm: str, key_id: str | None) -> Sequence[PublicKey]:
        """Return the keys at an address that may have signed a token."""
        return self._wait(self._support.keys.published_at(url, algorithm, key_id))

    def inspect(self, token: str, manager: str) -> InspectedToken | None:
        """Return the content of a valid access token of a manager."""
        known = self._request.snapshot.part(TOKEN_MANAGERS).by_id.get(manager)
        if known is None:
            return None
        try:
            active = self._wait(self._support.access_tokens.inspect(self._request, token, (known,)))
        except InvalidToken:
            return None
        return InspectedToken(
            claims=active.claims,
            client_id=active.client_id,
            subject=active.subject,
            scopes=active.scopes,
            expires=active.expires,
            grant_id=active.grant_id,
            session_id=active.session_id,
        )

    def _wait(self, coroutine: Coroutine[Any, Any, T]) -> T:
        return wait_for(coroutine, self._loop)
