"""Logout that begins at this server: at its own address, and at the logout paths of adapters."""

from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

import structlog

from hanse.engine.http.answers import Answer
from hanse.engine.http.redirect_validation import RedirectUse, is_allowed
from hanse.engine.http.request import Request
from hanse.engine.oidc.logout.confirmation import confirmation_token, is_confirmed
from hanse.engine.oidc.logout.front_channel import FrontChannel
from hanse.engine.oidc.logout.pages import LogoutForm, LogoutPages
from hanse.engine.oidc.logout.sign_out import SignOut
from hanse.engine.signin.sessions.stored_session import LiveSession, live
from hanse.engine.snapshot.clients import CLIENTS
from hanse.engine.snapshot.configuration_parts import ADAPTERS, IDP_DEFAULTS, REDIRECTS
from hanse.kit.errors import NotFound
from hanse.plugins.contracts.adapter_sessions import AdapterLogout

LOG = structlog.stdlib.get_logger("hanse.oidc")
PATH: Final = "/idp/startSLO.ping"
ADAPTER_PATH: Final = "/ext/{path}"
TARGET: Final = "TargetResource"
_TOKEN_FIELD, _ANSWER_FIELD, _YES = "flow_token", "pf.logout", "yes"
# Fetch Metadata values of a navigation from this server, or from the user.
_OWN_SITES: Final = frozenset({b"same-origin", b"none"})


@dataclass(frozen=True)
class ProviderInitiatedLogout:
    """Answers the addresses with which people and applications sign out."""

    sign_out: SignOut
    pages: LogoutPages

    async def start(self, request: Request) -> Answer:
        """Sign the user out and redirect to `TargetResource`, if redirect validation allows it.

        Without an address that is allowed, the default URL applies.
        """
        parameters = await request.form() if request.method == "POST" else request.query
        target = parameters.one(TARGET) or ""
        if target and not is_allowed(request.snapshot.part(REDIRECTS), target, RedirectUse.LOGOUT):
            LOG.warning("target after logout is not allowed", target=target[:200])
            target = ""
        defaults = request.snapshot.part(IDP_DEFAULTS)
        target = target or defaults.idp_slo_success_url or ""
        shown = ("slo", target)
        return await self._answer(request, PATH, target, shown, "", asks_everybody=defaults.confirm_idp_slo)

    async def at_adapter(self, request: Request) -> Answer:
        """Sign the user out at the logout path of an adapter. Raises NotFound for an unknown path."""
        path = f"/{request.values['path']}"
        logout = next((each for each in _logouts(request) if each.path == path), None)
        if logout is None:
            raise NotFound("Page not found, or you do not have access to it.")
        return await self._answer(request, f"/ext{path}", logout.redirect, ("adapter", path), logout.template)

    async def _answer(
        self,
        request: Request,
        path: str,
        target: str,
        shown: tuple[str, ...],
        template: str,
        *,
        asks_everybody: bool = False,
    ) -> Answer:
        browser = await self.sign_out.sessions.of_browser(request)
        if browser.stored is None:
            return await self._done(request, FrontChannel(), target, template)
        parameters = await request.form() if request.method == "POST" else request.query
        token = parameters.one(_TOKEN_FIELD) or ""
        has_token = request.method == "POST" and is_confirmed(request, token, *shown)
        if has_token and parameters.one(_ANSWER_FIELD) != _YES:
            return self.pages.still_signed_in(request, target, ())
        session = live(browser.stored)
        if not has_token and (asks_everybody or is_speculative(request) or not _is_of_user(request, session)):
            form = LogoutForm(f"{request.issuer.name.place.path}{path}", confirmation_token(request, *shown))
            targets = (target,) if target else ()
            return self.pages.question(request, form, {TARGET: target}, None, (), targets)
        return await self._done(request, await self.sign_out.end(request, session.id), target, template)

    async def _done(self, request: Request, loads: FrontChannel, target: str, template: str) -> Answer:
        answer = self.pages.signed_out(request, loads, target, (), template)
        return answer.with_headers(*await self.sign_out.forget_browser(request))


def is_speculative(request: Request) -> bool:
    """Return whether a browser only prefetches the page, or requests headers alone."""
    purpose = (request.header(b"sec-purpose") or request.header(b"purpose") or b"").lower()
    return request.method == "HEAD" or b"prefetch" in purpose or b"prerender" in purpose


def _is_of_user(request: Request, session: LiveSession) -> bool:
    """Return whether a navigation comes from the user, this server, or an application of the user's session.

    Any other site could send a browser here to sign the user out; then the user must confirm.
    """
    if request.header(b"sec-fetch-site") in _OWN_SITES:
        return True
    referrer = urlsplit((request.header(b"referer") or b"").decode("latin-1"))
    if not referrer.hostname:
        return False
    origin = f"{referrer.scheme}://{referrer.netloc}"
    return origin in _origins_of(request, session)


def _origins_of(request: Request, session: LiveSession) -> set[str]:
    registered = request.snapshot.part(CLIENTS)
    clients = (client for use in session.clients if (client := registered.get(use.client_id)) is not None)
    uris = (urlsplit(uri) for client in clients for uri in client.settings.redirect_uris)
    return {f"{each.scheme}://{each.netloc}" for each in uris if each.scheme in ("http", "https")}


def _logouts(request: Request) -> list[AdapterLogout]:
    plugins = (each.plugin for each in request.snapshot.part(ADAPTERS).values())
    found = (getattr(each, "logout", None) for each in plugins)
    return [each for each in found if isinstance(each, AdapterLogout)]
