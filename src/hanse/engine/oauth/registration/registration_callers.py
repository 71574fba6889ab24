"""The callers that may register clients: holders of an initial access token, or anybody if the settings allow it."""

from http import HTTPStatus
from typing import Final

import structlog

from hanse.engine.errors import InsufficientScope, InvalidRequest
from hanse.engine.http.request import Request
from hanse.engine.oauth.presented_tokens import PresentedTokens
from hanse.engine.oauth.pushed_requests.public_client_limit import PublicClientLimit
from hanse.engine.oauth.scopes import SCOPES
from hanse.engine.snapshot.configuration_parts import CLIENT_DEFAULTS
from hanse.kit.clock import Clock
from hanse.resources.applications.clients.registration import DynamicClientRegistration

LOG = structlog.stdlib.get_logger("hanse.oauth")
# Open registrations in a minute, for each network.
OPEN_LIMIT: Final = 30


class RegistrationDisabled(InvalidRequest):
    """The client settings disable registration."""

    status = HTTPStatus.NOT_FOUND

    def __init__(self) -> None:
        super().__init__("Dynamic client registration is disabled.")


def settings_of(request: Request) -> DynamicClientRegistration:
    """Return the settings. Raises RegistrationDisabled."""
    settings = request.snapshot.part(CLIENT_DEFAULTS).dynamic_client_registration
    if settings is None or not settings.is_available:
        raise RegistrationDisabled
    return settings


class RegistrationCallers:
    """Checks the initial access token of a registration (RFC 7591, section 3)."""

    def __init__(self, tokens: PresentedTokens, clock: Clock) -> None:
        self._tokens = tokens
        self._limit = PublicClientLimit(clock, OPEN_LIMIT)

    async def admit(self, request: Request, settings: DynamicClientRegistration) -> str:
        """Return the client to which the token was issued; an empty text for an open registration.

        Raises InvalidToken, InsufficientScope and TooManyRequests.
        """
        if settings.allow_open_registration and request.header(b"authorization") is None:
            self._limit.count(request, "")
            return ""
        active = await self._tokens.active(request)
        scope = settings.initial_access_token_scope
        granted = {*active.scopes, *request.snapshot.part(SCOPES).expand(active.scopes)}
        if not scope or scope not in granted:
            LOG.info("registration refused, as the token lacks the scope", client=active.client_id)
            raise InsufficientScope("The access token is not for the registration of clients.")
        return active.client_id
