"""Callers of the grant services: programs with an accepted password, and holders of an access token."""

from base64 import b64decode
from binascii import Error as NotBase64
from dataclasses import dataclass
from http import HTTPStatus
from math import ceil
from typing import Final

import structlog

from hanse.engine.credentials import PasswordChecks
from hanse.engine.errors import InsufficientScope, OAuthError
from hanse.engine.http.request import Request
from hanse.engine.oauth.presented_tokens import PresentedTokens
from hanse.engine.oauth.scopes import SCOPES
from hanse.engine.services import Purpose, Services
from hanse.engine.snapshot.configuration_parts import AUTHORIZATION
from hanse.engine.state.contracts import digest

LOG = structlog.stdlib.get_logger("hanse.oauth")
_CHALLENGE: Final = (b"www-authenticate", b'Basic realm="Hanse", charset="UTF-8"')
_MOST_FIELD: Final = 8_192
# The same as for client secrets: enough for mistakes, useless for guessing.
_LIMIT: Final = 20
_WINDOW_SECONDS: Final = 60.0
_LOCK_SECONDS: Final = 60.0


class CallerNotAuthenticated(OAuthError):
    """The caller is unknown, or its password is wrong (RFC 9110, section 15.5.2)."""

    code = "unauthorized"
    status = HTTPStatus.UNAUTHORIZED

    def __init__(self, *headers: tuple[bytes, bytes]) -> None:
        super().__init__("HTTP Basic authentication is required.", (_CHALLENGE, *headers))


class HeaderMissing(OAuthError):
    """The request lacks the header field that protects against cross-site requests (CSRF)."""

    code = "forbidden"
    status = HTTPStatus.FORBIDDEN

    def __init__(self) -> None:
        super().__init__("The X-XSRF-Header header field is missing.")


def check_header(request: Request) -> None:
    """Raise HeaderMissing for a request that another site's page may have caused."""
    if not request.header(b"x-xsrf-header"):
        raise HeaderMissing


@dataclass(frozen=True)
class ServiceCallers:
    """Authenticates programs by HTTP Basic, with the validator of the authorization server settings."""

    services: Services
    credentials: PasswordChecks

    async def authenticate(self, request: Request) -> str:
        """Return the name of the caller.

        Raises CallerNotAuthenticated, and Unavailable if the validator cannot be called.
        """
        username, password = _basic(request)
        validator = request.snapshot.part(AUTHORIZATION).admin_web_service_pcv_ref
        if validator is None:
            LOG.warning("no password credential validator for administrative web services")
            raise CallerNotAuthenticated
        throttle, now = self.services.state.throttle, self.services.clock.now().timestamp()
        key = digest(f"web-service\0{username}\0{request.client_address}")
        locked = (await throttle.read_failures(key, now)).locked_until - now
        if locked > 0:
            raise CallerNotAuthenticated((b"retry-after", str(ceil(locked)).encode()))
        result = await self.services.work.run(
            Purpose.PASSWORDS, self.credentials.check, request.snapshot, validator.id, username, password
        )
        if not result.valid or result.expired or result.locked or result.disabled:
            await throttle.fail(key, now, window_seconds=_WINDOW_SECONDS, limit=_LIMIT, lock_seconds=_LOCK_SECONDS)
            raise CallerNotAuthenticated
        return username


@dataclass(frozen=True)
class TokenCallers:
    """Authenticates clients that act for a user, with an access token of the configured scope and manager."""

    services: Services
    tokens: PresentedTokens

    async def authenticate(self, request: Request) -> str:
        """Return the key of the user. Raises InvalidToken and InsufficientScope (RFC 6750, section 3.1)."""
        settings = request.snapshot.part(AUTHORIZATION)
        scope, manager = settings.scope_for_oauth_grant_management, settings.atm_id_for_oauth_grant_management
        token = await self.tokens.active(request)
        granted = {*token.scopes, *request.snapshot.part(SCOPES).expand(token.scopes)}
        if not scope or not manager or token.manager_id != manager or scope not in granted:
            raise InsufficientScope("The access token is not for the management of grants.")
        now = self.services.clock.now().timestamp()
        grant = await self.services.state.grants.get(token.grant_id, now) if token.grant_id else None
        if grant is None:
            # Only the grant identifies its owner reliably: the attributes of a token depend on a mapping.
            raise InsufficientScope("The access token does not belong to a grant of a user.")
        return grant.user_key


def _basic(request: Request) -> tuple[str, str]:
    field = request.header(b"authorization") or b""
    if field[:6].lower() != b"basic " or len(field) > _MOST_FIELD:
        raise CallerNotAuthenticated
    try:
        username, colon, password = b64decode(field[6:].strip(), validate=True).decode().partition(":")
    except (NotBase64, UnicodeDecodeError) as error:
        raise CallerNotAuthenticated from error
    if not colon or not username or not password:
        raise CallerNotAuthenticated
    return username, password
