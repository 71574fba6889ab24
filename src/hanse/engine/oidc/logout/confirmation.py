"""The token of the form with which a user confirms a logout.

It is an HMAC under the value of the session cookie, which other sites neither know nor can set: a site that sends a
browser here cannot confirm in the user's name (CSRF). It covers the content of the page, so that the form cannot be
changed to send the user elsewhere.
"""

import hmac
from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import Final

from hanse.engine.http.request import Request
from hanse.engine.signin.cookies import SESSION_COOKIE

_PURPOSE: Final = "hanse logout 1"


def confirmation_token(request: Request, *shown: str) -> str:
    """Return the token for a page of the browser's session."""
    message = "\0".join((_PURPOSE, request.issuer.identifier, *shown)).encode()
    mac = hmac.digest(SESSION_COOKIE.read(request).encode(), message, sha256)
    return urlsafe_b64encode(mac).rstrip(b"=").decode("ascii")


def is_confirmed(request: Request, token: str, *shown: str) -> bool:
    """Return whether a form has the token of the page that was shown to this browser."""
    if not SESSION_COOKIE.read(request):
        return False
    return hmac.compare_digest(token.encode(), confirmation_token(request, *shown).encode())
