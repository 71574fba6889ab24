"""Determines the caller from the credentials of a request."""

import base64
import binascii
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from hanse.admin.session import cookies
from hanse.admin.session.credentials import WRONG_CREDENTIALS, AdminCredentials
from hanse.admin.session.sessions import AdminSessions, handle_of
from hanse.config.declare.access import Principal
from hanse.kit.errors import NotAuthenticated


@dataclass(frozen=True)
class PresentedCredentials:
    """The credentials of a request."""

    authorization: str | None
    cookies: Mapping[str, str]
    # The peer's address.
    address: str
    # True if the caller is on the server's own machine (`kit.http.hosts` decides it).
    is_local: bool
    # True if the path is below /pf-admin-ui/. The session cookie is accepted only there.
    is_console_path: bool
    # True for methods that change something. Only these extend a session; reading, such as polling, does not.
    is_change: bool = False
    # The public name of the session in which the page was opened, if the caller is a page and sends it.
    page_session: str | None = None


class SetupAccess(Protocol):
    """Decides who may carry out the setup."""

    def principal(self, presented: PresentedCredentials) -> Principal | None:
        """Return the setup principal while the setup is incomplete and the caller may carry it out."""
        ...


class Authenticator:
    """Authenticates callers by session cookie, bearer token or HTTP Basic, and the setup principal by its own proof."""

    def __init__(self, sessions: AdminSessions, credentials: AdminCredentials, setup: SetupAccess) -> None:
        self._sessions = sessions
        self._credentials = credentials
        self._setup = setup

    def authenticate(self, presented: PresentedCredentials) -> Principal | None:
        """Return the caller, or None for an unauthenticated one.

        A stale session cookie is ignored, because browsers send cookies automatically. A wrong Authorization field
        raises NotAuthenticated, and TooManyAttempts if attempts come too fast.
        """
        if presented.is_console_path:
            principal = self._by_cookie(presented)
        elif presented.authorization is not None:
            return self._by_authorization(presented.authorization, presented)
        else:
            principal = None
        return principal or self._setup.principal(presented)

    def _by_cookie(self, presented: PresentedCredentials) -> Principal | None:
        secret = presented.cookies.get(cookies.SESSION)
        principal = self._sessions.find(secret) if secret else None
        if principal is None or principal.session_id is None:
            return None
        # The cookie may belong to a newer session than the one in which the page was opened, and to another person.
        # Actions on that page are not performed in that person's name.
        if presented.page_session not in {None, handle_of(principal.session_id)}:
            return None
        return principal

    def _by_authorization(self, authorization: str, presented: PresentedCredentials) -> Principal:
        scheme, _, value = authorization.partition(" ")
        if scheme.lower() == "bearer":
            return self._by_token(value.strip(), is_change=presented.is_change)
        if scheme.lower() == "basic":
            username, password = _decode_basic(value.strip())
            return self._credentials.verify_often(username, password, presented.address).principal
        raise NotAuthenticated("Authenticate with a bearer token or with HTTP Basic.")

    def _by_token(self, token: str, *, is_change: bool) -> Principal:
        principal = self._sessions.find_by_token(token)
        if principal is None or principal.session_id is None:
            raise NotAuthenticated("The access token is not valid, or its session has ended.")
        if is_change:
            self._sessions.note_activity(principal.session_id)
        return principal


def _decode_basic(value: str) -> tuple[str, str]:
    """Return user name and password (RFC 7617, section 2: UTF-8); raises NotAuthenticated."""
    try:
        text = base64.b64decode(value, validate=True).decode()
    except (binascii.Error, UnicodeDecodeError) as error:
        raise NotAuthenticated(WRONG_CREDENTIALS) from error
    username, colon, password = text.partition(":")
    if not colon:
        raise NotAuthenticated(WRONG_CREDENTIALS)
    return username, password
