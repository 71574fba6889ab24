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
from hanse.engine.oidc.logout.logout_posts import ANSWER_SECONDS, MOST_AT_ONCE, LogoutPost
from hanse.engine.outbox import Delivery
from hanse.engine.services import Services
from hanse.engine.snapshot.clients import CLIENTS, RegisteredClient
from hanse.engine.snapshot.model import PublishedIssuer
from hanse.engine.state.contracts import OutboxMessage
from hanse.kit.randomness import new_id

LOG = structlog.stdlib.get_logger("hanse.oidc")
EVENT: Final = "http://schemas.openid.net/event/backchannel-logout"
# Section 2.4 recommends at most two minutes.
LIFETIME_SECONDS: Final = 120


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
        return await LogoutPost(self._services, {"client_id": client.id, "session_id": notice.session_id}).send(
            address, {"logout_token": token}, message.attempts
        )

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
