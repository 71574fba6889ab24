"""Limits how many requests clients without authentication can store (RFC 9126, section 2.3, status 429).

A client ID is no secret, so anybody can push requests, or request device codes, in the name of a public client.
Requests are counted for each client and network, in the memory of each process. Counting needs no access to the
database, and the limit applies to each process.
"""

from collections import OrderedDict
from http import HTTPStatus
from typing import Final

import structlog

from hanse.engine.errors import InvalidRequest
from hanse.engine.failed_attempts import network_of
from hanse.engine.http.request import Request
from hanse.kit.clock import Clock

LOG = structlog.stdlib.get_logger("hanse.oauth")
WINDOW_SECONDS: Final = 60.0
# The users of a large office can share one address; 20 sign-ins a second of one application there are plenty.
LIMIT: Final = 1_200
_MOST_COUNTED: Final = 10_000


class TooManyRequests(InvalidRequest):
    """The client has sent too many requests."""

    status = HTTPStatus.TOO_MANY_REQUESTS


class PublicClientLimit:
    """Counts the requests of the last minute."""

    def __init__(self, clock: Clock, limit: int | None = None) -> None:
        """`limit` is the number of requests in a minute; LIMIT by default."""
        self._clock = clock
        self._own_limit = limit
        # The start of the window of a client and network, and the number of requests in it.
        self._windows: OrderedDict[tuple[str, str], tuple[float, int]] = OrderedDict()

    def count(self, request: Request, client_id: str) -> None:
        """Count a request. Raises TooManyRequests."""
        now, key = self._clock.now().timestamp(), (client_id, network_of(request.client_address))
        began, number = self._windows.pop(key, (now, 0))
        if now - began >= WINDOW_SECONDS:
            began, number = now, 0
        self._windows[key] = began, number + 1
        if len(self._windows) > _MOST_COUNTED:
            self._windows.popitem(last=False)
        if number >= (self._own_limit or LIMIT):
            LOG.warning("request of a public client refused, as there are too many", client=client_id, network=key[1])
            seconds = str(int(began + WINDOW_SECONDS - now) + 1).encode()
            raise TooManyRequests("Too many requests. Try again later.", ((b"retry-after", seconds),))
