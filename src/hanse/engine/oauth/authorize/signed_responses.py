"""Authorization responses as signed JWTs (JWT Secured Authorization Response Mode for OAuth 2.0, JARM).

By the claims `iss`, `aud` and `exp` a client notices a response that another server has sent, that is for another
client, or that has expired (section 2.1). The JWT is encrypted for clients that are configured so (section 2.2).
"""

from collections.abc import Mapping
from typing import Final

from hanse.engine.errors import ServerError
from hanse.engine.http.request import Request
from hanse.engine.oauth.authorize.model import AuthorizationRequest
from hanse.engine.oauth.jose.encryption import Encryption, JwtEncryption
from hanse.engine.oauth.jose.signing import sign
from hanse.engine.snapshot.clients import CLIENTS, RegisteredClient
from hanse.engine.snapshot.configuration_parts import AUTHORIZATION
from hanse.kit.clock import Clock

# JARM, section 3: the default of `authorization_signed_response_alg`.
_DEFAULT_ALGORITHM: Final = "RS256"


class SignedResponses:
    """Creates the JWTs."""

    def __init__(self, encryption: JwtEncryption, clock: Clock) -> None:
        self._encryption = encryption
        self._clock = clock

    async def encode(self, request: Request, wanted: AuthorizationRequest, parameters: Mapping[str, str]) -> str:
        """Return the parameters of a response as a JWT for the client. Raises ServerError."""
        client = request.snapshot.part(CLIENTS).get(wanted.client_id)
        if client is None:
            raise ServerError("The client is not registered any more.")
        now = self._clock.now()
        lifetime = request.snapshot.part(AUTHORIZATION).jwt_secured_authorization_response_mode_lifetime
        claims = {**parameters, "iss": wanted.issuer, "aud": client.id, "exp": int(now.timestamp()) + lifetime}
        chosen = client.settings.jwt_secured_authorization_response_mode_signing_algorithm
        algorithm = _DEFAULT_ALGORITHM if chosen is None else chosen.value
        token = sign(request.issuer, client, algorithm, claims, {"typ": "JWT"}, now)
        encryption = response_encryption(client)
        if encryption is None:
            return token
        return await self._encryption.encrypt(client, encryption, token.encode("ascii"), now)


def response_encryption(client: RegisteredClient) -> Encryption | None:
    """Return how the client's authorization responses are encrypted, if they are."""
    key = client.settings.jwt_secured_authorization_response_mode_encryption_algorithm
    content = client.settings.jwt_secured_authorization_response_mode_content_encryption_algorithm
    return None if key is None or content is None else Encryption(key, content)
