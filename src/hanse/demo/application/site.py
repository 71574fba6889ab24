"""The pages of the sample application."""

import io
import json
import ssl
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qsl

import segno
from jinja2 import Environment, FileSystemLoader
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from hanse.demo.application.client import (
    DemoClientSettings,
    DemoSignInFailed,
    DeviceSignIn,
    OpenIdClient,
    PendingSignIn,
    Tokens,
    decoded,
)
from hanse.demo.planned_objects import PROFILE_ID
from hanse.kit.randomness import Randomness, new_token

# The page of this server on which local users change their data.
PROFILE_PAGE: Final = f"/pf/idprofile.ping?LocalIdentityProfileID={PROFILE_ID}"
COOKIE: Final = "demo_session"
MOST_SESSIONS: Final = 1_000
_MOST_FIELDS: Final = 10
_MOST_BODY: Final = 16 * 1024
_HERE: Final = Path(__file__).parent
_POLICY: Final = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'"
Headers = Mapping[str, str]
HEADERS: Final[Headers] = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}


@dataclass
class DemoSession:
    """The state of one browser's session."""

    form_token: str
    attempt: PendingSignIn | None = None
    tokens: Tokens | None = None
    device: DeviceSignIn | None = None
    # The access token of a device that was connected.
    device_token: str = ""
    userinfo: dict[str, Any] | None = None
    message: str = ""
    problem: str = ""
    refreshed: int = field(default=0)


class Site:
    """The application. It changes nothing on GET except to begin and finish a sign-in."""

    def __init__(
        self, settings: DemoClientSettings, trust: ssl.SSLContext, users: Mapping[str, str], randomness: Randomness
    ) -> None:
        """`users` are the sample users with their passwords, which the first page shows."""
        self._client = OpenIdClient(settings, trust)
        self._settings = settings
        self._users = users
        self._randomness = randomness
        self._sessions: OrderedDict[str, DemoSession] = OrderedDict()
        pages = Environment(loader=FileSystemLoader(_HERE / "templates"), autoescape=True, trim_blocks=True)
        pages.filters["pretty"] = lambda value: json.dumps(value, indent=2, ensure_ascii=False)
        self._page = pages.get_template("page.html")

    def application(self) -> Starlette:
        """Return the ASGI application."""
        return Starlette(
            max_body_size=_MOST_BODY,
            routes=[
                Route("/", self._show),
                Route("/sign-in", self._sign_in, methods=["POST"]),
                Route("/callback", self._callback),
                Route("/userinfo", self._userinfo, methods=["POST"]),
                Route("/refresh", self._refresh, methods=["POST"]),
                Route("/sign-out", self._sign_out, methods=["POST"]),
                Route("/device", self._begin_device, methods=["POST"]),
                Route("/device/poll", self._poll_device, methods=["POST"]),
                Route("/device.svg", self._qr_code),
                Route("/style.css", _style),
            ],
        )

    async def _show(self, request: Request) -> Response:
        id_, session = self._session(request)
        tokens = session.tokens
        page = self._page.render(
            session=session,
            users=self._users,
            issuer=self._settings.issuer,
            client_id=self._settings.client_id,
            profile=f"{self._settings.issuer}{PROFILE_PAGE}",
            access_token=None if tokens is None else decoded(tokens.access_token),
            device_token=decoded(session.device_token),
        )
        session.message = session.problem = ""
        answer = HTMLResponse(page, headers=HEADERS)
        # Plain HTTP on the loopback interface, so the cookie cannot be `Secure`.
        answer.set_cookie(COOKIE, id_, httponly=True, samesite="lax")
        return answer

    async def _sign_in(self, request: Request) -> Response:
        session = await self._posted(request)
        if session is None:
            return _home()
        state, nonce, verifier = (new_token(self._randomness, 32) for _ in range(3))
        try:
            url, session.attempt = await self._client.begin(state, nonce, verifier)
        except DemoSignInFailed as failure:
            session.problem = str(failure)
            return _home()
        return RedirectResponse(url, 303, headers=HEADERS)

    async def _callback(self, request: Request) -> Response:
        _, session = self._session(request)
        attempt, session.attempt = session.attempt, None
        if attempt is None:
            session.problem = "No sign-in was under way in this browser."
            return _home()
        try:
            session.tokens = await self._client.finish(attempt, dict(request.query_params))
            session.userinfo, session.refreshed = None, 0
            session.message = "Signed in. The ID token was verified with the server's published keys."
        except DemoSignInFailed as failure:
            session.problem = str(failure)
        return _home()

    async def _userinfo(self, request: Request) -> Response:
        async def read_userinfo(session: DemoSession, tokens: Tokens) -> str:
            session.userinfo = await self._client.userinfo(tokens)
            return "The userinfo endpoint answered."

        return await self._use_tokens(request, read_userinfo)

    async def _refresh(self, request: Request) -> Response:
        async def exchange(session: DemoSession, tokens: Tokens) -> str:
            session.tokens = await self._client.refresh(tokens)
            session.refreshed += 1
            return "The refresh token was exchanged for new tokens."

        return await self._use_tokens(request, exchange)

    async def _use_tokens(self, request: Request, use: Callable[[DemoSession, Tokens], Awaitable[str]]) -> Response:
        """Perform the action of a signed-in user's form, and show the result on the first page."""
        session = await self._posted(request)
        if session is not None and session.tokens is not None:
            try:
                session.message = await use(session, session.tokens)
            except DemoSignInFailed as failure:
                session.problem = str(failure)
        return _home()

    async def _begin_device(self, request: Request) -> Response:
        """Act as a device without a browser, which shows a code and a QR code."""
        session = await self._posted(request)
        if session is not None:
            try:
                session.device, session.device_token = await self._client.begin_device(), ""
            except DemoSignInFailed as failure:
                session.problem = str(failure)
        return _home()

    async def _poll_device(self, request: Request) -> Response:
        session = await self._posted(request)
        if session is None or session.device is None:
            return _home()
        try:
            token = await self._client.poll_device(session.device)
        except DemoSignInFailed as failure:
            session.device, session.problem = None, str(failure)
            return _home()
        if token is None:
            session.message = "The user has not decided yet."
        else:
            session.device, session.device_token = None, token
            session.message = "The device is connected."
        return _home()

    async def _qr_code(self, request: Request) -> Response:
        session = self._sessions.get(request.cookies.get(COOKIE, ""))
        if session is None or session.device is None:
            return Response(status_code=404, headers=HEADERS)
        drawn = io.BytesIO()
        # White around the code, as readers need it, also on a dark page.
        segno.make(session.device.page_with_code, micro=False).save(drawn, kind="svg", scale=6, border=4, light="#fff")
        return Response(drawn.getvalue(), media_type="image/svg+xml", headers=HEADERS)

    async def _sign_out(self, request: Request) -> Response:
        session = await self._posted(request)
        if session is None or session.tokens is None:
            return _home()
        try:
            url = await self._client.sign_out_url(session.tokens, new_token(self._randomness, 16))
        except DemoSignInFailed as failure:
            session.problem = str(failure)
            return _home()
        session.tokens = session.userinfo = None
        session.message = "Signed out."
        return RedirectResponse(url, 303, headers=HEADERS)

    def _session(self, request: Request) -> tuple[str, DemoSession]:
        id_ = request.cookies.get(COOKIE, "")
        session = self._sessions.get(id_)
        if session is None:
            id_, session = new_token(self._randomness, 32), DemoSession(new_token(self._randomness, 16))
            self._sessions[id_] = session
            if len(self._sessions) > MOST_SESSIONS:
                self._sessions.popitem(last=False)
        return id_, session

    async def _posted(self, request: Request) -> DemoSession | None:
        """Return the session of a form that this application rendered; None for any other (CSRF)."""
        session = self._sessions.get(request.cookies.get(COOKIE, ""))
        form = dict(parse_qsl((await request.body()).decode("ascii", "replace"), max_num_fields=_MOST_FIELDS))
        return session if session is not None and form.get("form_token") == session.form_token else None


def _home() -> Response:
    return RedirectResponse("/", 303, headers=HEADERS)


async def _style(_request: Request) -> Response:
    return FileResponse(_HERE / "style.css", media_type="text/css", headers=HEADERS)
