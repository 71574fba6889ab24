"""Reads and verifies requests of partners (SAML bindings, sections 3.4 and 3.5).

The order of the checks is that of this module: partner, binding, profile, signature. Until they have passed, nothing is
sent to anybody but the user.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from hanse.engine.http.request import Request
from hanse.engine.saml.idp.partners import SP_PARTNERS, SpPartner
from hanse.engine.saml.idp.refusals import UnknownRequest
from hanse.resources.federation.connections.endpoints import Binding, Profile
from hanse.saml.bindings import (
    RELAY_STATE,
    SAML_REQUEST,
    RedirectMessage,
    checked_relay_state,
    read_post,
    read_redirect,
)
from hanse.saml.envelopes import Body, Envelope, Header, check_destination, open_envelope
from hanse.saml.errors import RequestDenied

# A request is sent as soon as it was made. Clocks may differ by a few minutes.
OLDEST_REQUEST: Final = timedelta(minutes=15)
CLOCK_DIFFERENCE: Final = timedelta(minutes=5)


@dataclass(frozen=True)
class ReceivedMessage:
    """A message that was verified, with its sender."""

    partner: SpPartner
    body: Body
    relay_state: str | None


async def receive_message(
    request: Request, tag: str, profile: Profile, now: datetime, *, must_be_signed: bool = False
) -> ReceivedMessage:
    """Return the message in an HTTP request, by the element that it is. Raises XmlRefused."""
    binding = Binding.POST if request.method == "POST" else Binding.REDIRECT
    message: RedirectMessage | None = None
    if binding is Binding.POST:
        form = await request.form()
        envelope = open_envelope(read_post(form.required(SAML_REQUEST)), [tag])
        state = form.one(RELAY_STATE)
        relay_state = None if state is None else checked_relay_state(state)
    else:
        message = read_redirect(request.scope["query_string"].decode("latin-1"))
        if message.parameter != SAML_REQUEST:
            raise UnknownRequest("The query has no SAMLRequest.")
        envelope = open_envelope(message.xml, [tag])
        relay_state = message.relay_state
    partner = request.snapshot.part(SP_PARTNERS).find(envelope.issuer)
    if partner is None:
        raise UnknownRequest(f"There is no active SP connection with the entity ID {envelope.issuer}.")
    if profile not in partner.sso.enabled_profiles:
        raise UnknownRequest(f"{profile.label} is not enabled for the connection.")
    if binding not in partner.sso.incoming_bindings:
        raise UnknownRequest(f"The connection does not accept requests by the binding {binding.value}.")
    return ReceivedMessage(partner, _verified(partner, envelope, message, now, must_be_signed), relay_state)


def check_header(header: Header, address: str, now: datetime, *, is_signed: bool) -> None:
    """Check the destination and the age of a request. Raises RequestDenied."""
    check_destination(header, [address], is_signed=is_signed)
    if header.issue_instant > now + CLOCK_DIFFERENCE:
        raise RequestDenied("The request was issued in the future.")
    if header.issue_instant < now - OLDEST_REQUEST:
        raise RequestDenied("The request is too old.")


def _verified(
    partner: SpPartner, envelope: Envelope, message: RedirectMessage | None, now: datetime, must_be_signed: bool
) -> Body:
    """Return the content to read: that which a valid signature covers, or an unsigned message if that is allowed."""
    if not partner.has_certificates and not must_be_signed:
        # Without a certificate, a signature cannot be verified. It is ignored unless the connection requires one.
        return Body(envelope.document.root, is_signed=False)
    trust = partner.trust(now)
    body = envelope.body(trust) if message is None else message.body(envelope, trust)
    if must_be_signed and not body.is_signed:
        raise RequestDenied("The request must be signed, and has no signature.")
    return body
