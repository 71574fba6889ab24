"""Stores pushed requests until they are answered or expire (RFC 9126, sections 2.2 and 4)."""

from dataclasses import dataclass
from typing import Final

import msgspec
import structlog

from hanse.engine.errors import InvalidRequestUri
from hanse.engine.http.request import BodyTooLarge, Request
from hanse.engine.services import Services
from hanse.engine.snapshot.clients import RegisteredClient
from hanse.engine.snapshot.configuration_parts import AUTHORIZATION
from hanse.engine.state.contracts import OneTimeKind, digest
from hanse.kit.randomness import new_token

LOG = structlog.stdlib.get_logger("hanse.oauth")
PREFIX: Final = "urn:ietf:params:oauth:request_uri:"
# A stored request occupies space until it expires, so its limit is lower than that of other bodies.
MOST_BYTES: Final = 64 * 1024
_UNUSABLE: Final = "The request URI is invalid, expired or was used before."


class PushedRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A request as it is stored. `signed` means that a request object with a valid signature contained it."""

    client_id: str
    issuer: str
    parameters: tuple[tuple[str, str], ...]
    signed: bool = False


@dataclass(frozen=True)
class RequestReference:
    """The reference to a stored request, and its lifetime in seconds."""

    uri: str
    seconds: int


class StoredRequests:
    """Pushed requests in the run-time state, which removes those that have expired."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def put(self, request: Request, stored: PushedRequest) -> RequestReference:
        """Store a request. Raises BodyTooLarge."""
        settings = request.snapshot.part(AUTHORIZATION)
        body = msgspec.json.encode(stored)
        if len(body) > MOST_BYTES:
            raise BodyTooLarge
        uri = f"{PREFIX}{new_token(self._services.randomness, settings.par_reference_length)}"
        expires = self._now() + settings.par_reference_timeout
        await self._services.state.one_time.put(OneTimeKind.PUSHED_REQUEST, digest(uri), body, expires)
        return RequestReference(uri, settings.par_reference_timeout)

    async def find(self, request: Request, client: RegisteredClient, uri: str) -> PushedRequest:
        """Return a request of this client and this issuer. Raises InvalidRequestUri.

        The reference stays usable until it is answered, so that users can load the page again (FAPI 2.0 Security
        Profile, section 5.3.2.2).
        """
        body = await self._services.state.one_time.peek(OneTimeKind.PUSHED_REQUEST, digest(uri), self._now())
        if body is None:
            raise InvalidRequestUri(_UNUSABLE)
        stored = msgspec.json.decode(body, type=PushedRequest)
        if stored.client_id != client.id or stored.issuer != request.issuer.identifier:
            LOG.warning("pushed request of another client or issuer", client=client.id, pushed_by=stored.client_id)
            raise InvalidRequestUri(_UNUSABLE)
        return stored

    async def use(self, key: bytes, flow_id: str) -> None:
        """Make a reference unusable, as a flow grants its request; `key` is the digest of the reference.

        Raises InvalidRequestUri if another flow has used it. The same flow can, as it decides itself which of two
        simultaneous requests ends it.
        """
        one_time, now, kind = self._services.state.one_time, self._now(), OneTimeKind.USED_PUSHED_REQUEST
        # Flows that started with this reference end by then, and no further one can start.
        expires = now + self._services.sign_in_timeout.total_seconds()
        is_first = await one_time.claim(kind, key, expires, now, flow_id.encode())
        if not is_first and await one_time.peek(kind, key, now) != flow_id.encode():
            raise InvalidRequestUri(_UNUSABLE)
        await self.discard(key)

    async def discard(self, key: bytes) -> None:
        """Delete a request, whose client receives an error."""
        await self._services.state.one_time.take(OneTimeKind.PUSHED_REQUEST, key, self._now())

    def _now(self) -> float:
        return self._services.clock.now().timestamp()
