"""The frame in which clients check whether the user is still signed in (OpenID Connect Session Management 1.0, 3.2)."""

from html import escape
from http import HTTPStatus
from typing import Final

from hanse.engine.http.answers import Answer, html_answer
from hanse.engine.http.protocol_endpoint import Access, ProtocolEndpoint
from hanse.engine.http.request import Request
from hanse.engine.oauth.authorize.session_state import is_enabled
from hanse.engine.services import Services
from hanse.engine.signin.cookies import STATE_COOKIE
from hanse.engine.signin.endpoints import PageErrors

PATH: Final = "/idp/check_session.openid"
_SCRIPT: Final = "check-session.js"
_PAGE: Final = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Session</title></head>
<body><script src="{script}" integrity="{integrity}" data-cookie="{cookie}"></script></body>
</html>
"""
# Pages of all clients load it in a frame. It shows nothing and accepts no input, so that it needs no protection there.
_POLICY: Final = (
    b"default-src 'none'; script-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *; "
    b"require-trusted-types-for 'script'"
)


def check_session_endpoint(services: Services) -> ProtocolEndpoint:
    """Return the endpoint, which does not exist while session management is off, and is therefore not listed."""

    async def answer(request: Request) -> Answer:
        if not is_enabled(request.snapshot):
            return Answer(HTTPStatus.NOT_FOUND)
        pages = services.pages
        page = _PAGE.format(
            script=escape(pages.asset_address(request, _SCRIPT)),
            integrity=pages.assets.integrity(_SCRIPT),
            cookie=escape(STATE_COOKIE.name_at(request)),
        )
        return html_answer(page, HTTPStatus.OK, (b"content-security-policy", _POLICY))

    return ProtocolEndpoint(
        path=PATH,
        access=Access.BROWSER,
        methods={"GET": answer},
        render_error=PageErrors(services.pages),
    )
