"""Reads and checks authentication requests (SAML profiles, section 4.1.4.1).

The order of the checks is that of this module: partner, binding, profile, signature, form, destination, age, consumer
service. Until the consumer service is known, nothing is sent to anybody but the user.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from hanse.crypto.xml.elements import XmlElement
from hanse.engine.http.request import Request
from hanse.engine.saml.idp.partners import SP_PARTNERS, AssertionConsumer, SpPartner
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
from hanse.saml.envelopes import Body, Envelope, check_destination, open_envelope
from hanse.saml.errors import RequestDenied
from hanse.saml.requests import AUTHN_REQUEST, AuthnRequest, read_authn_request
from hanse.saml.xml_names import BINDING_POST

# A request is sent as soon as it was made. Clocks may differ by a few minutes.
OLDEST_REQUEST: Final = timedelta(minutes=15)
CLOCK_DIFFERENCE: Final = timedelta(minutes=5)


@dataclass(frozen=True)
class ReceivedRequest:
    """A request that was verified, with the partner and the address for the answer."""

    partner: SpPartner
    consumer: AssertionConsumer
    request: AuthnRequest
    relay_state: str | None


async def receive(request: Request, address: str, now: datetime) -> ReceivedRequest:
    """Return the authentication request in an HTTP request to this address. Raises XmlRefused."""
    binding = Binding.POST if request.method == "POST" else Binding.REDIRECT
    message: RedirectMessage | None = None
    if binding is Binding.POST:
        form = await request.form()
        envelope = open_envelope(read_post(form.required(SAML_REQUEST)), [AUTHN_REQUEST])
        state = form.one(RELAY_STATE)
        relay_state = None if state is None else checked_relay_state(state)
    else:
        message = read_redirect(request.scope["query_string"].decode("latin-1"))
        if message.parameter != SAML_REQUEST:
            raise UnknownRequest("The query has no SAMLRequest.")
        envelope = open_envelope(message.xml, [AUTHN_REQUEST])
        relay_state = message.relay_state
    partner = request.snapshot.part(SP_PARTNERS).find(envelope.issuer)
    if partner is None:
        raise UnknownRequest(f"There is no active SP connection with the entity ID {envelope.issuer}.")
    _check_enabled(partner, binding)
    body = _verified(partner, envelope, message, now)
    wanted = read_authn_request(body)
    check_destination(wanted.header, [address], is_signed=body.is_signed)
    _check_age(wanted.header.issue_instant, now)
    return ReceivedRequest(partner, _consumer(partner, wanted), wanted, relay_state)


def _check_enabled(partner: SpPartner, binding: Binding) -> None:
    if Profile.SP_INITIATED_SSO not in partner.sso.enabled_profiles:
        raise UnknownRequest("SP-initiated SSO is not enabled for the connection.")
    if binding not in partner.sso.incoming_bindings:
        raise UnknownRequest(f"The connection does not accept requests by the binding {binding.value}.")


def _verified(partner: SpPartner, envelope: Envelope, message: RedirectMessage | None, now: datetime) -> Body:
    """Return the content to read: that which a valid signature covers, or an unsigned message if that is allowed."""
    must_be_signed = partner.sso.require_signed_authn_requests
    if not partner.has_certificates and not must_be_signed:
        # A signature that nobody can verify proves nothing, and is not required.
        return Body(_root(envelope), is_signed=False)
    trust = partner.trust(now)
    body = envelope.body(trust) if message is None else message.body(envelope, trust)
    if must_be_signed and not body.is_signed:
        raise RequestDenied("The connection requires signed requests, and the request has no signature.")
    return body


def _root(envelope: Envelope) -> XmlElement:
    return envelope.document.root


def _check_age(issued: datetime, now: datetime) -> None:
    if issued > now + CLOCK_DIFFERENCE:
        raise RequestDenied("The request was issued in the future.")
    if issued < now - OLDEST_REQUEST:
        raise RequestDenied("The request is too old.")


def _consumer(partner: SpPartner, wanted: AuthnRequest) -> AssertionConsumer:
    """Return the registered consumer service that a request names, or the default one. Raises UnknownRequest."""
    if wanted.protocol_binding not in (None, BINDING_POST):
        raise UnknownRequest(f"Responses cannot be sent by the binding {wanted.protocol_binding}.")
    found = [
        each
        for each in partner.consumers
        if (wanted.acs_index is None or each.index == wanted.acs_index)
        and (wanted.acs_url is None or each.url == wanted.acs_url)
    ]
    if not found:
        raise UnknownRequest("The connection has no such assertion consumer service.")
    return found[0]
