"""Throttles guessing of client secrets and partners' passwords, without a database access for requests that succeed.

Wrong secrets are counted in the run-time state, for each client and network address, so that nobody can lock out a
client at another address. Locks are cached in the process, and a locked request is refused without a check.
"""

import ipaddress
from collections import OrderedDict
from typing import Final

import structlog

from hanse.engine.errors import InvalidClient
from hanse.engine.http.request import Request
from hanse.engine.state.contracts import Throttle, digest
from hanse.kit.clock import Clock
from hanse.kit.errors import Unavailable

LOG = structlog.stdlib.get_logger("hanse.oauth")
# A misconfigured client is noticed with fewer than 20 attempts a minute, and so few guesses are useless against a
# secret.
LIMIT: Final = 20
WINDOW_SECONDS: Final = 60.0
LOCK_SECONDS: Final = 60.0
_MOST_LOCKED: Final = 10_000


class FailedAttempts:
    """Counts wrong secrets and similar attempts. Each `purpose` has its own count."""

    def __init__(self, throttle: Throttle, clock: Clock, purpose: str = "client-secret") -> None:
        self._throttle = throttle
        self._purpose = purpose
        self._clock = clock
        # The times until which clients are refused from an address; the oldest is dropped if there are too many.
        self._locked: OrderedDict[tuple[str, str], float] = OrderedDict()

    def check(self, request: Request, client_id: str) -> None:
        """Raise InvalidClient while a client is locked for the address of the request."""
        seconds = self.locked_seconds(request, client_id)
        if seconds:
            retry = (b"retry-after", str(seconds).encode())
            raise InvalidClient("Too many failed attempts. Try again later.", (retry,))

    def locked_seconds(self, request: Request, client_id: str) -> int:
        """Return for how many seconds a client is locked for the address of the request; 0 if it is not."""
        if not self._locked:
            return 0
        key = client_id, network_of(request.client_address)
        until = self._locked.get(key)
        if until is None:
            return 0
        left = until - self._clock.now().timestamp()
        if left > 0:
            return int(left) + 1
        self._locked.pop(key, None)
        return 0

    async def add(self, request: Request, client_id: str, limit: int = LIMIT) -> None:
        """Count a failed attempt."""
        network, now = network_of(request.client_address), self._clock.now().timestamp()
        try:
            failures = await self._throttle.fail(
                digest(f"{self._purpose}\0{client_id}\0{network}"),
                now,
                window_seconds=WINDOW_SECONDS,
                limit=limit,
                lock_seconds=LOCK_SECONDS,
            )
        except Unavailable:
            # The attempt has failed even if it cannot be counted.
            LOG.warning("failed attempt not counted", client=client_id, purpose=self._purpose)
            return
        if failures.locked_until > now:
            LOG.warning("client locked for an address", client=client_id, network=network, purpose=self._purpose)
            self._locked[client_id, network] = failures.locked_until
            if len(self._locked) > _MOST_LOCKED:
                self._locked.popitem(last=False)


def network_of(address: str) -> str:
    """Return the network by which an address is counted: an IPv6 user has a whole /64 (RFC 6177)."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return address
    return str(ipaddress.ip_network((parsed, 64), strict=False))
