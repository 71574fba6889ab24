"""Logout that begins at this server: at its own address, and at the logout paths of adapters."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

import structlog

from hanse.engine.http.answers import Answer
from hanse.engine.http.redirect_validation import RedirectUse, is_allowed
from hanse.engine.http.request import Request
from hanse.engine.http.speculative_requests import is_speculative
from hanse.engine.oidc.logout.confirmation import confirmation_token, is_confirmed
from hanse.engine.oidc.logout.logout_end import LogoutEnd
from hanse.engine.oidc.logout.pages import LogoutForm, LogoutPages
from hanse.engine.oidc.logout.sign_out import SignOut
from hanse.engine.saml.idp.partners import SP_PARTNERS
from hanse.engine.signin.sessions.stored_session import LiveSession, live
from hanse.engine.snapshot.clients import CLIENTS
from hanse.engine.snapshot.configuration_parts import ADAPTERS, IDP_DEFAULTS, REDIRECTS, SP_DEFAULTS
from hanse.kit.errors import NotFound
from hanse.plugins.contracts.adapter_sessions import AdapterLogout

LOG = structlog.stdlib.get_logger("hanse.oidc")
PATH: Final = "/idp/startSLO.ping"
SP_PATH: Final = "/sp/startSLO.ping"
ADAPTER_PATH: Final = "/ext/{path}"
TARGET: Final = "TargetResource"
FAILURE: Final = "InErrorResource"
_TOKEN_FIELD, _ANSWER_FIELD, _YES = "flow_token", "pf.logout", "yes"
# Fetch Metadata values of a navigation from this server, or from the user.
_OWN_SITES: Final = frozenset({b"same-origin", b"none"})


@dataclass(frozen=True)
class ProviderInitiatedLogout:
    """Answers the addresses with which people and applications sign out."""

    sign_out: SignOut
    pages: LogoutPages

    async def start(self, request: Request) -> Answer:
        """Sign the user out of this server as the identity provider, and of all its partners.

        Users are redirected to `TargetResource`, or to `InErrorResource` if SAML partners have not signed them out.
        Without an address that redirect validation allows, the default URL and a page apply.
        """
        defaults = request.snapshot.part(IDP_DEFAULTS)
        return await self._start(request, PATH, defaults.idp_slo_success_url, asks_everybody=defaults.confirm_idp_slo)

    async def start_as_service_provider(self, request: Request) -> Answer:
        """Sign the user out like `start` does, with the default URLs of the service provider."""
        defaults = request.snapshot.part(SP_DEFAULTS)
        return await self._start(request, SP_PATH, defaults.slo_success_url, asks_everybody=defaults.confirm_slo)

    async def _start(self, request: Request, path: str, success_url: str | None, *, asks_everybody: bool) -> Answer:
        parameters = await request.form() if request.method == "POST" else request.query
        target = _allowed(request, parameters.one(TARGET) or parameters.one("TARGET"), RedirectUse.LOGOUT)
        failure = _allowed(request, parameters.one(FAILURE), RedirectUse.ERROR)
        end = LogoutEnd(address=target or success_url or "", failure_address=failure)
        return await self.answer(request, path, end, ("slo", end.address, failure), asks_everybody=asks_everybody)

    async def at_adapter(self, request: Request) -> Answer:
        """Sign the user out at the logout path of an adapter. Raises NotFound for an unknown path."""
        path = f"/{request.values['path']}"
        logout = next((each for each in _logouts(request) if each.path == path), None)
        if logout is None:
            raise NotFound("Page not found, or you do not have access to it.")
        end = LogoutEnd(address=logout.redirect, failure_address=logout.redirect, template=logout.template)
        return await self.answer(request, f"/ext{path}", end, ("adapter", path))

    async def answer(
        self,
        request: Request,
        path: str,
        end: LogoutEnd,
        shown: tuple[str, ...],
        *,
        asks_everybody: bool = False,
        fields: Mapping[str, str] | None = None,
    ) -> Answer:
        """Sign the user out, or ask first if the request is not known to come from the user or an application.

        `shown` are the values to which the form of the question is bound. `fields` are those that it sends to the path.
        """
        browser = await self.sign_out.sessions.of_browser(request)
        if browser.stored is None:
            return await self.sign_out.begin(request, "", end)
        parameters = await request.form() if request.method == "POST" else request.query
        token = parameters.one(_TOKEN_FIELD) or ""
        has_token = request.method == "POST" and is_confirmed(request, token, *shown)
        if has_token and parameters.one(_ANSWER_FIELD) != _YES:
            return self.pages.still_signed_in(request, end.address, ())
        session = live(browser.stored)
        if not has_token and (asks_everybody or is_speculative(request) or not _is_of_user(request, session)):
            form = LogoutForm(f"{request.issuer.name.place.path}{path}", confirmation_token(request, *shown))
            targets = tuple(filter(None, (end.address, end.failure_address)))
            kept = fields if fields is not None else {TARGET: end.address, FAILURE: end.failure_address}
            return self.pages.question(request, form, kept, None, (), targets)
        return await self.sign_out.begin(request, session.id, end)


def _allowed(request: Request, target: str | None, use: RedirectUse) -> str:
    """Return an address of a request if redirect validation allows it, or an empty text."""
    if not target or is_allowed(request.snapshot.part(REDIRECTS), target, use):
        return target or ""
    LOG.warning("address after logout is not allowed", use=use.value, address=target[:200])
    return ""


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
    """Return the origins of the OAuth clients and the service providers of a session."""
    clients, partners = request.snapshot.part(CLIENTS), request.snapshot.part(SP_PARTNERS)
    addresses: list[str] = []
    for use in session.clients:
        client, partner = clients.get(use.client_id), partners.find_any(use.client_id)
        addresses += () if client is None else client.settings.redirect_uris
        addresses += () if partner is None else [each.url for each in partner.consumers]
    uris = map(urlsplit, addresses)
    return {f"{each.scheme}://{each.netloc}" for each in uris if each.scheme in ("http", "https")}


def _logouts(request: Request) -> list[AdapterLogout]:
    plugins = (each.plugin for each in request.snapshot.part(ADAPTERS).values())
    found = (getattr(each, "logout", None) for each in plugins)
    return [each for each in found if isinstance(each, AdapterLogout)]
