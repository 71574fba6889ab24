"""Reads request objects from addresses that clients have registered (RFC 9101, section 5.2; OIDC Core, section 6.2).

Only an address that is registered for the client is requested, so that nobody can make the server call others (RFC
9101, section 10.4.1). The size of an answer is limited. Answers and failures are cached in each process, so the number
of users who sign in does not determine how often an address is called.
"""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Final

import structlog

from hanse.crypto.jws_verification import MOST_CHARACTERS
from hanse.engine.errors import InvalidRequestUri
from hanse.engine.services import Services
from hanse.engine.snapshot.clients import RegisteredClient
from hanse.kit.errors import HanseError

LOG = structlog.stdlib.get_logger("hanse.oauth")
MOST_ADDRESSES: Final = 1_000
# A client that changes an object also changes the fragment of its address (OpenID Connect Core 1.0, section 6.2).
FRESH_SECONDS: Final = 60.0
# Time after which an address that failed is called again.
RETRY_SECONDS: Final = 5.0


@dataclass
class _Answer:
    """The cached answer of an address, and the time until which it is not requested again."""

    text: str | None = None
    until: float = float("-inf")
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class RequestObjectReferences:
    """Reads and caches request objects. One instance for each process."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._answers: OrderedDict[str, _Answer] = OrderedDict()

    async def read(self, client: RegisteredClient, uri: str) -> str:
        """Return the request object at an address of this client. Raises InvalidRequestUri."""
        address = uri.partition("#")[0]
        if not {uri, address} & set(client.settings.request_uris):
            raise InvalidRequestUri("The request URI is not registered for this client.")
        known = self._answers.setdefault(uri, _Answer())
        self._answers.move_to_end(uri)
        while len(self._answers) > MOST_ADDRESSES:
            self._answers.popitem(last=False)
        # Simultaneous requests cause one call: those that waited use the answer that the first one received.
        async with known.lock:
            now = self._services.clock.now().timestamp()
            if now >= known.until:
                known.text = await self._fetch(client, address)
                known.until = now + (RETRY_SECONDS if known.text is None else FRESH_SECONDS)
            if known.text is None:
                raise InvalidRequestUri("The request URI does not answer with a request object.")
            return known.text

    async def _fetch(self, client: RegisteredClient, address: str) -> str | None:
        try:
            status, body = await self._services.outgoing.get(address, most_bytes=MOST_CHARACTERS)
            if status == HTTPStatus.OK:
                return body.decode("ascii").strip()
            reason = f"The status is {status}."
        except (HanseError, UnicodeDecodeError) as error:
            reason = str(error)
        LOG.warning("request object not fetched", client=client.id, url=address, reason=reason)
        return None
