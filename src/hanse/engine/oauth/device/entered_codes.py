"""Finds the request of a code that a user entered, and slows down guessing (RFC 8628, section 5.1)."""

from dataclasses import dataclass
from typing import Final

import structlog

from hanse.engine.failed_attempts import network_of
from hanse.engine.http.request import Request
from hanse.engine.oauth.authorize.model import AuthorizationRequest
from hanse.engine.oauth.device.user_codes import normalized, user_code_key
from hanse.engine.services import Services
from hanse.engine.snapshot.clients import CLIENTS, RegisteredClient
from hanse.engine.state.contracts import digest
from hanse.resources.grants import GrantType

LOG = structlog.stdlib.get_logger("hanse.oauth")
# While a thousand codes are in use, guessing from one network at this rate finds one of them in about 24 years.
LIMIT: Final = 10
WINDOW_SECONDS: Final = 300.0
LOCK_SECONDS: Final = 300.0


class WrongCode(Exception):
    """A code is wrong, or was not checked after too many wrong ones. `message` is a key of the page texts."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


@dataclass(frozen=True)
class DeviceRequest:
    """The request that belongs to a user code. `key` is that of the pending authorization."""

    key: bytes
    code: str
    wanted: AuthorizationRequest
    client: RegisteredClient


class EnteredCodes:
    """Finds requests by their user codes."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def find(self, request: Request, entered: str, user_key: str = "") -> DeviceRequest:
        """Return the request of a code. Raises WrongCode.

        Wrong codes are counted for the network of the browser, and for the user who is signed in.
        """
        now = self._services.clock.now().timestamp()
        keys = _throttle_keys(request, user_key)
        for key in keys:
            if (await self._services.state.throttle.read_failures(key, now)).locked_until > now:
                raise WrongCode("device.too_many")
        found = await self.known(request, normalized(entered))
        if found is not None:
            return found
        counted = [
            await self._services.state.throttle.fail(
                key, now, window_seconds=WINDOW_SECONDS, limit=LIMIT, lock_seconds=LOCK_SECONDS
            )
            for key in keys
        ]
        if any(each.locked_until > now for each in counted):
            LOG.warning("too many wrong user codes", network=network_of(request.client_address))
        raise WrongCode("device.wrong")

    async def known(self, request: Request, code: str) -> DeviceRequest | None:
        """Return the request of a code that was found before, if it is still pending."""
        if not code:
            return None
        issuer, now = request.issuer.identifier, self._services.clock.now().timestamp()
        found = await self._services.state.pending.by_user_code(user_code_key(issuer, code), now)
        if found is None:
            return None
        client = request.snapshot.part(CLIENTS).get(found.client_id)
        if client is None or GrantType.DEVICE_CODE not in client.grant_types:
            return None
        return DeviceRequest(found.key, code, AuthorizationRequest.decode(found.body), client)


def _throttle_keys(request: Request, user_key: str) -> tuple[bytes, ...]:
    network = digest(f"user code\0network\0{network_of(request.client_address)}")
    return (network, digest(f"user code\0user\0{user_key}")) if user_key else (network,)
