"""The endpoint at which applications sign users out (OpenID Connect RP-Initiated Logout 1.0)."""

from dataclasses import dataclass
from typing import Final

from hanse.engine.http.answers import Answer
from hanse.engine.http.parameters import Parameters
from hanse.engine.http.request import Request
from hanse.engine.http.speculative_requests import is_speculative
from hanse.engine.oauth.contracts import IdTokenHints
from hanse.engine.oidc.logout.confirmation import confirmation_token, is_confirmed
from hanse.engine.oidc.logout.logout_end import LogoutEnd
from hanse.engine.oidc.logout.logout_request import LogoutRequest, read_logout_request
from hanse.engine.oidc.logout.pages import LogoutForm, LogoutPages
from hanse.engine.oidc.logout.sign_out import SignOut
from hanse.engine.signin.sessions.stored_session import live

PATH: Final = "/idp/init_logout.openid"
TOKEN_FIELD, ANSWER_FIELD, YES = "flow_token", "pf.logout", "yes"


@dataclass(frozen=True)
class RpInitiatedLogout:
    """Answers applications, and the form of the confirmation page."""

    sign_out: SignOut
    pages: LogoutPages
    hints: IdTokenHints

    async def answer(self, request: Request) -> Answer:
        """Sign the user out, or ask first if the request is not proven to come from the user's application."""
        parameters = await request.form() if request.method == "POST" else request.query
        wanted = read_logout_request(request, parameters, self.hints)
        browser = await self.sign_out.sessions.of_browser(request)
        if browser.stored is None:
            # There is no session; the application still gets its redirect.
            return await self._end(request, wanted, "")
        if TOKEN_FIELD in parameters:
            return await self._confirmed(request, parameters, wanted, browser.stored.id)
        session = live(browser.stored)
        if is_speculative(request) or not wanted.is_proven_for(session, request.issuer.identifier):
            return self._question(request, wanted)
        return await self._end(request, wanted, session.id)

    async def _confirmed(
        self, request: Request, parameters: Parameters, wanted: LogoutRequest, session_id: str
    ) -> Answer:
        token = parameters.one(TOKEN_FIELD) or ""
        if request.method != "POST" or not is_confirmed(request, token, *_shown(wanted)):
            return self._question(request, wanted)
        if parameters.one(ANSWER_FIELD) != YES:
            return self.pages.still_signed_in(request, wanted.address, wanted.ui_locales)
        return await self._end(request, wanted, session_id)

    async def _end(self, request: Request, wanted: LogoutRequest, session_id: str) -> Answer:
        # The application gets its redirect in any case (section 2).
        address = wanted.address
        end = LogoutEnd(address=address, failure_address=address, locales=wanted.ui_locales)
        return await self.sign_out.begin(request, session_id, end)

    def _question(self, request: Request, wanted: LogoutRequest) -> Answer:
        form = LogoutForm(f"{request.issuer.name.place.path}{PATH}", confirmation_token(request, *_shown(wanted)))
        fields = {
            "client_id": "" if wanted.client is None else wanted.client.id,
            "post_logout_redirect_uri": wanted.target,
            "state": wanted.state,
            "ui_locales": " ".join(wanted.ui_locales),
        }
        targets = (wanted.target,) if wanted.target else ()
        return self.pages.question(request, form, fields, wanted.client, wanted.ui_locales, targets)


def _shown(wanted: LogoutRequest) -> tuple[str, ...]:
    return ("rp", "" if wanted.client is None else wanted.client.id, wanted.target, wanted.state)
