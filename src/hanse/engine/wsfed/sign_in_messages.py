"""Sign-in requests of partners: `wsignin1.0` (WS-Federation 1.2, section 13.2.2)."""

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from hanse.engine.http.parameters import Parameters
from hanse.engine.http.request import Request
from hanse.engine.saml.idp.partners import SP_PARTNERS
from hanse.engine.saml.idp.received_messages import CLOCK_DIFFERENCE, OLDEST_REQUEST
from hanse.engine.saml.idp.refusals import UnknownRequest
from hanse.engine.saml.idp.server_identity import server_identity
from hanse.engine.saml.idp.sp_partner import SpPartner
from hanse.engine.saml.idp.wanted_assertions import WantedAssertion
from hanse.engine.wsfed.reply_addresses import receives_tokens
from hanse.resources.federation.connections.endpoints import Protocol
from hanse.saml.errors import RequestDenied
from hanse.saml.saml11 import requested_class
from hanse.saml.values import LONGEST_URI, bounded, parse_instant

# The context is stored during the sign-in. Partners are known to send the whole state of their application.
LONGEST_CONTEXT: Final = 8192
_MINUTES: Final = re.compile(r"[0-9]{1,6}")


@dataclass(frozen=True)
class SignInMessage:
    """A request that was checked."""

    partner: SpPartner
    wanted: WantedAssertion
    # The greatest age of the user's authentication in seconds; 0 for a new one, None for any.
    max_age: int | None


def find_realm(request: Request, realm: str) -> SpPartner | None:
    """Return the partner with a realm (`wtrealm`), or None."""
    return request.snapshot.part(SP_PARTNERS).find(realm, Protocol.WSFED)


def read_sign_in(request: Request, parameters: Parameters, now: datetime) -> SignInMessage:
    """Return the request of a partner. Raises InvalidRequest and SamlRefused, which only the user sees."""
    partner = find_realm(request, parameters.required("wtrealm"))
    if partner is None:
        raise UnknownRequest("There is no active SP connection with WS-Federation and this realm.")
    reply = parameters.one("wreply") or partner.consumers[0].url
    if not receives_tokens(partner, reply):
        raise UnknownRequest("The connection has no such service URL.")
    context = parameters.one("wctx")
    if context is not None and len(context) > LONGEST_CONTEXT:
        raise RequestDenied("The context (wctx) is too long.")
    _check_time(parameters.one("wct"), now)
    method = parameters.one("wauth")
    identity = server_identity(request.snapshot, partner)
    wanted = WantedAssertion(
        connection=partner.id,
        partner=partner.entity_id,
        server=identity.entity_id,
        virtual_id=identity.virtual_id,
        consumer=reply,
        relay_state=context,
        contexts=(requested_class(bounded(method, "wauth", LONGEST_URI)),) if method else (),
    )
    return SignInMessage(partner, wanted, _max_age(parameters.one("wfresh")))


def _max_age(minutes: str | None) -> int | None:
    if minutes is None:
        return None
    if not _MINUTES.fullmatch(minutes):
        raise RequestDenied("The freshness (wfresh) is not a number of minutes.")
    return int(minutes) * 60


def _check_time(sent: str | None, now: datetime) -> None:
    if sent is None:
        return
    created = parse_instant(sent)
    if created > now + CLOCK_DIFFERENCE:
        raise RequestDenied("The request was issued in the future (wct).")
    if created < now - OLDEST_REQUEST:
        raise RequestDenied("The request is too old (wct).")
