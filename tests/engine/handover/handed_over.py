"""The application that receives users, as an application in the field would be written: with PyJWT."""

from typing import Any
from urllib.parse import urlencode

import httpx
import jwt

from tests.engine.server import JWKS
from tests.engine.signin.site import SignInSite, Visitor, form_of
from tests.support.sp_adapters import APPLICATION, AUDIENCE

START = "/pf/adapter2adapter.ping"


def start(visitor: Visitor, **parameters: str) -> httpx.Response:
    """Follow a link of the application."""
    return visitor.browser.get(f"{START}?{urlencode(parameters)}")


def posted(page: httpx.Response, application: str = APPLICATION, parameter: str = "token") -> str:
    """Return the token that the browser posts to the application."""
    assert page.status_code == 200, (page.status_code, page.text)
    assert page.headers["cache-control"] == "no-store"
    action, hidden = form_of(page)
    assert action == application
    assert list(hidden) == [parameter]
    return hidden[parameter]


def verified(site: SignInSite, token: str, algorithm: str = "RS256", key: str | None = None) -> dict[str, Any]:
    """Return the claims of a token, which PyJWT verifies at the time of the server."""
    verifying: Any = key
    if key is None:
        keys = jwt.PyJWKSet.from_dict(site.engine.get(JWKS).json())
        verifying = keys[jwt.get_unverified_header(token)["kid"]]
    required: Any = {"require": ["iss", "aud", "exp", "iat", "jti", "sub"], "verify_exp": False, "verify_iat": False}
    claims: dict[str, Any] = jwt.decode(token, verifying, [algorithm], required, audience=AUDIENCE)
    assert claims["iat"] <= site.engine.now() < claims["exp"]
    return claims
