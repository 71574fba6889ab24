"""Backchannel authentication requests that wait for their users."""

from dataclasses import dataclass

import msgspec

from hanse.engine.http.request import Request
from hanse.engine.oauth.authorize.model import AuthorizationRequest
from hanse.engine.services import Services
from hanse.engine.snapshot.clients import CLIENTS, RegisteredClient
from hanse.engine.state.contracts import PendingAuthorization, PendingKind, PendingStatus, digest
from hanse.kit.randomness import new_token
from hanse.resources.grants import GrantType


class BackchannelRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A request while its user has not decided; stored sealed.

    `user_key` is that of the user whom the client has named. The last two fields are for the ping callback, and empty
    for clients that only poll.
    """

    wanted: AuthorizationRequest
    user_key: str
    binding_message: str = ""
    auth_req_id: str = ""
    notification_token: str = ""

    def encode(self) -> bytes:
        """Return the stored form."""
        return msgspec.json.encode(self)

    @classmethod
    def decode(cls, body: bytes) -> "BackchannelRequest":
        """Return the request in a stored body."""
        return msgspec.json.decode(body, type=BackchannelRequest)


@dataclass(frozen=True)
class FoundRequest:
    """A request that still waits for its user. `key` is that of the pending authorization."""

    key: bytes
    ends: float
    content: BackchannelRequest
    client: RegisteredClient


class StoredBackchannelRequests:
    """Stores requests. Only digests of the two secrets are stored: the client's, and the one in the user's link."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def put(self, content: BackchannelRequest, auth_req_id: str, *, interval: int, seconds: int) -> str:
        """Store a request and return the secret of the user's link."""
        link, now = new_token(self._services.randomness), self._now()
        pending = PendingAuthorization(
            key=digest(auth_req_id),
            kind=PendingKind.CIBA,
            client_id=content.wanted.client_id,
            interval=interval,
            ends=now + seconds,
            user_code=_link_key(link),
            body=content.encode(),
        )
        await self._services.state.pending.create(pending, now)
        return link

    async def find(self, request: Request, link: str) -> FoundRequest | None:
        """Return the request of a link, if its user can still decide."""
        found = await self._services.state.pending.by_user_code(_link_key(link), self._now())
        if found is None or found.kind is not PendingKind.CIBA:
            return None
        content, client = BackchannelRequest.decode(found.body), request.snapshot.part(CLIENTS).get(found.client_id)
        if client is None or GrantType.CIBA not in client.grant_types:
            return None
        if content.wanted.issuer != request.issuer.identifier:
            return None
        return FoundRequest(found.key, found.ends, content, client)

    async def withdraw(self, auth_req_id: str) -> None:
        """Make a request unusable whose user could not be notified."""
        now = self._now()
        await self._services.state.pending.decide(digest(auth_req_id), PendingStatus.DENIED, b"", now, until=now)

    def _now(self) -> float:
        return self._services.clock.now().timestamp()


def _link_key(link: str) -> bytes:
    return digest(f"ciba link\0{link}")
