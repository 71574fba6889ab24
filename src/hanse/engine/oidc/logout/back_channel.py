"""Logout tokens for clients, sent by this server (OpenID Connect Back-Channel Logout 1.0)."""

from typing import Any, Final

import msgspec
import structlog

from hanse.engine.errors import OAuthError
from hanse.engine.oauth.jose.algorithm_names import NONE
from hanse.engine.oauth.jose.encryption import JwtEncryption
from hanse.engine.oauth.jose.signing import sign
from hanse.engine.oidc.algorithms import DEFAULT, id_token_algorithm, id_token_encryption
from hanse.engine.oidc.logout.logout_notices import LogoutNotice
from hanse.engine.outbox import TEMPORARY, Delivery
from hanse.engine.services import Services
from hanse.engine.snapshot.clients import CLIENTS, RegisteredClient
from hanse.engine.snapshot.model import PublishedIssuer
from hanse.engine.state.contracts import OutboxMessage
from hanse.kit.errors import ExternalFailure
from hanse.kit.randomness import new_id

LOG = structlog.stdlib.get_logger("hanse.oidc")
EVENT: Final = "http://schemas.openid.net/event/backchannel-logout"
# Section 2.4 recommends at most two minutes.
LIFETIME_SECONDS: Final = 120
# The delays before the second attempt, the third, and so on.
PAUSES: Final = (2.0, 20.0, 120.0, 600.0, 1800.0)
MOST_AT_ONCE: Final = 20
ANSWER_SECONDS: Final = 5.0
_ACCEPTED: Final = frozenset({200, 204})
_CLIENT_ERROR, _SERVER_ERROR = 400, 500


class BackChannel:
    """Sends logout tokens, with retries."""

    def __init__(self, services: Services, encryption: JwtEncryption) -> None:
        self._services = services
        self._encryption = encryption

    @property
    def delivery(self) -> Delivery:
        """Return the delivery of notices, for the outbox."""
        # Encryption may have to fetch the client's keys first.
        return Delivery(self.send, lease_seconds=10 * ANSWER_SECONDS, most_at_once=MOST_AT_ONCE)

    async def send(self, message: OutboxMessage) -> float | None:
        """Notify a client once. Returns the delay before the next attempt; None if there is none."""
        notice = msgspec.msgpack.decode(message.body, type=LogoutNotice)
        snapshot = self._services.snapshot()
        client, issuer = snapshot.part(CLIENTS).get(notice.client_id), snapshot.issuer(notice.issuer)
        address = None if client is None else client.settings.oidc_policy.back_channel_logout_uri
        if client is None or issuer is None or not address:
            LOG.warning("client not notified of logout", client_id=notice.client_id, reason="no issuer or no address")
            return None
        try:
            # A token of an earlier attempt may have expired.
            token = await self.logout_token(issuer, client, notice)
        except OAuthError as error:
            LOG.error("logout token not created", client_id=client.id, reason=error.description)  # noqa: TRY400 - the reason says all.
            return None
        if await self._attempt(client, address, token, message.attempts):
            return None
        if message.attempts > len(PAUSES):
            LOG.error("back-channel logout failed", client_id=client.id, session_id=notice.session_id)
            return None
        return PAUSES[message.attempts - 1]

    async def _attempt(self, client: RegisteredClient, address: str, token: str, attempt: int) -> bool:
        """Return whether no further attempt is needed."""
        about = {"client_id": client.id, "url": address, "attempt": attempt}
        try:
            status = await self._services.outgoing.post_form(address, {"logout_token": token}, seconds=ANSWER_SECONDS)
        except ExternalFailure as failure:
            LOG.warning("back-channel logout not answered", reason=failure.message, **about)
            return False
        if status in _ACCEPTED:
            LOG.info("back-channel logout accepted", status=status, **about)
            return True
        LOG.warning("back-channel logout refused", status=status, **about)
        # Section 2.8: with 400 a client refuses the token, and would refuse it again.
        return _CLIENT_ERROR <= status < _SERVER_ERROR and status not in TEMPORARY

    async def logout_token(self, issuer: PublishedIssuer, client: RegisteredClient, notice: LogoutNotice) -> str:
        """Return a logout token (section 2.4), signed and possibly encrypted like the client's ID tokens."""
        now = self._services.clock.now()
        issued = int(now.timestamp())
        claims: dict[str, Any] = {
            "iss": issuer.identifier,
            "aud": client.id,
            "iat": issued,
            "exp": issued + LIFETIME_SECONDS,
            "jti": new_id(self._services.randomness),
            "events": {EVENT: {}},
        }
        claims |= {"sid": notice.session_id} if notice.session_id else {}
        claims |= {"sub": notice.subject} if notice.subject else {}
        algorithm = id_token_algorithm(client)
        if algorithm == NONE:
            algorithm = DEFAULT  # Section 2.6: a logout token is never unsigned.
        token = sign(issuer, client, algorithm, claims, {"typ": "logout+jwt"}, now)
        encryption = id_token_encryption(client)
        if encryption is None:
            return token
        return await self._encryption.encrypt(client, encryption, token.encode("ascii"), now)
