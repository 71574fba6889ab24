"""The access token service for other parts of the engine; the interface is `contracts.AccessTokenIssuer`."""

from collections.abc import Iterable, Mapping
from typing import Self

from hanse.engine.attributes import AttributeFulfillment
from hanse.engine.http.request import Request
from hanse.engine.oauth.access_tokens.compiled_managers import Manager
from hanse.engine.oauth.access_tokens.session_validation import SessionValidation
from hanse.engine.oauth.access_tokens.token_inspection import TokenInspection
from hanse.engine.oauth.access_tokens.token_issuance import TokenIssuance
from hanse.engine.oauth.access_tokens.token_revocation import TokenRevocation
from hanse.engine.oauth.contracts import ActiveToken, IssuedToken, TokenRequest
from hanse.engine.services import Services
from hanse.engine.signin.contracts import Value


class AccessTokenService:
    """Issues, inspects and revokes."""

    def __init__(self, issuance: TokenIssuance, inspection: TokenInspection, revocation: TokenRevocation) -> None:
        self._issuance = issuance
        self._inspection = inspection
        self._revocation = revocation

    @classmethod
    def of(cls, services: Services, fulfillment: AttributeFulfillment) -> Self:
        """Return the access token service for the services of a process."""
        sessions = SessionValidation(services)
        inspection = TokenInspection(services, sessions)
        return cls(TokenIssuance(services, fulfillment), inspection, TokenRevocation(services, inspection))

    async def issue(self, request: Request, wanted: TokenRequest) -> IssuedToken:
        """Return a new access token. Raises OAuthError."""
        return await self._issuance.issue(request, wanted)

    async def attributes(self, request: Request, wanted: TokenRequest) -> Mapping[str, Value]:
        """Return the attributes that a token would carry, without issuing one. Raises OAuthError."""
        return await self._issuance.attributes(request, wanted)

    async def inspect(self, request: Request, token: str, managers: Iterable[Manager] | None = None) -> ActiveToken:
        """Return the content of a presented token. Raises InvalidToken if it is not valid.

        `managers` are those whose tokens are accepted; by default all.
        """
        return await self._inspection.inspect(request, token, managers)

    async def revoke(self, request: Request, token: str, client_id: str | None = None) -> bool:
        """Revoke an access token, only of the given client if there is one. Returns False for any other text.

        Raises UnsupportedTokenType.
        """
        return await self._revocation.revoke(request, token, client_id)
