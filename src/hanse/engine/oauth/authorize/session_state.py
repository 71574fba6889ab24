"""The value `session_state` of authorization responses (OpenID Connect Session Management 1.0, section 2).

A client compares it in a hidden frame with the state of the browser at this server, and so learns that the user signed
out or that somebody else signed in. The state is a cookie that scripts of this server can read. It is a digest of the
session's identifier, so that it proves nothing.
"""

from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import Final
from urllib.parse import urlsplit

from hanse.engine.http.answers import Header
from hanse.engine.http.request import Request
from hanse.engine.oauth.authorize.model import AuthorizationRequest
from hanse.engine.oauth.contracts import GrantContext
from hanse.engine.signin.cookies import STATE_COOKIE
from hanse.engine.snapshot.configuration_parts import OPENID_SETTINGS
from hanse.engine.snapshot.model import Snapshot
from hanse.kit.randomness import Randomness, new_id

SESSION_STATE: Final = "session_state"
_PURPOSE: Final = "hanse browser state 1"
_DEFAULT_PORTS: Final = {"http": 80, "https": 443}


def is_enabled(snapshot: Snapshot) -> bool:
    """Return whether clients can check sessions."""
    return snapshot.part(OPENID_SETTINGS).session_settings.session_management


def session_state(
    request: Request, wanted: AuthorizationRequest, context: GrantContext, randomness: Randomness
) -> tuple[dict[str, str], tuple[Header, ...]]:
    """Return the parameter for a response, and the header that sets the state of the browser.

    Both are empty if the feature is off, without OpenID Connect, and for clients that are no web applications.
    """
    origin = _origin(wanted.redirect_uri)
    if not wanted.is_openid or not origin or not is_enabled(request.snapshot):
        return {}, ()
    before = STATE_COOKIE.read(request)
    state = _browser_state(context.session_id) if context.session_id else before
    salt = new_id(randomness)
    value = f"{_digest(f'{wanted.client_id} {origin} {state} {salt}')}.{salt}"
    cookies = (STATE_COOKIE.header(request, state),) if state != before else ()
    return {SESSION_STATE: value}, cookies


def _browser_state(session_id: str) -> str:
    return _digest(f"{_PURPOSE}\0{session_id}")


def _digest(text: str) -> str:
    return urlsafe_b64encode(sha256(text.encode()).digest()).rstrip(b"=").decode("ascii")


def _origin(redirect_uri: str) -> str:
    """Return the web origin of a client as browsers name it (RFC 6454, section 6.2); empty without one."""
    parts = urlsplit(redirect_uri)
    scheme, host = parts.scheme.lower(), (parts.hostname or "").lower()
    if scheme not in _DEFAULT_PORTS or not host:
        return ""
    host = f"[{host}]" if ":" in host else host
    is_usual = parts.port in (None, _DEFAULT_PORTS[scheme])
    return f"{scheme}://{host}" if is_usual else f"{scheme}://{host}:{parts.port}"
