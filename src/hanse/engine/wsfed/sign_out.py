"""Sign-out requests of partners: `wsignout1.0` and `wsignoutcleanup1.0` (WS-Federation 1.2, section 13.2.4)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import structlog

from hanse.engine.http.answers import Answer
from hanse.engine.http.parameters import Parameters
from hanse.engine.http.request import Request
from hanse.engine.oidc.logout.logout_end import LogoutEnd
from hanse.engine.oidc.logout.provider_initiated import ProviderInitiatedLogout
from hanse.engine.saml.idp.sp_partner import SpPartner
from hanse.engine.signin.sessions.sso_sessions import SsoSessions
from hanse.engine.signin.sessions.stored_session import live
from hanse.engine.wsfed.participants import partners_of
from hanse.engine.wsfed.reply_addresses import may_follow_sign_out
from hanse.engine.wsfed.sign_in_messages import find_realm
from hanse.saml.paths import WS_FEDERATION_PATH

LOG = structlog.stdlib.get_logger("hanse.wsfed")
SIGN_OUT: Final = "wsignout1.0"
CLEANUP: Final = "wsignoutcleanup1.0"


@dataclass(frozen=True)
class PartnerSignOut:
    """Ends the session of the browser, and signs the user out of all its partners and applications."""

    sessions: SsoSessions
    logout: ProviderInitiatedLogout

    async def answer(self, request: Request, action: str, parameters: Parameters) -> Answer:
        """Sign the user out, and redirect them to `wreply` if the connection allows the address.

        Users are asked first if the request does not come from themselves or from an application of their session.
        """
        reply = parameters.one("wreply") or ""
        realm = parameters.one("wtrealm") or ""
        if reply and not may_follow_sign_out(request.snapshot, await self._partners(request, realm), reply):
            LOG.warning("address after sign-out is not allowed", realm=realm[:200], address=reply[:200])
            reply = ""
        LOG.debug("sign-out requested", action=action, realm=realm[:200])
        end = LogoutEnd(address=reply, failure_address=reply)
        fields = {"wa": action, "wtrealm": realm, "wreply": reply}
        return await self.logout.answer(request, WS_FEDERATION_PATH, end, ("wsfed", reply), fields=fields)

    async def _partners(self, request: Request, realm: str) -> Iterable[SpPartner]:
        """Return the partner that a request names, or those of the session. The name only selects allowed addresses."""
        if realm:
            named = find_realm(request, realm)
            return () if named is None else (named,)
        browser = await self.sessions.of_browser(request)
        return () if browser.stored is None else list(partners_of(request, live(browser.stored)))
