"""Checks authentication requests, and finds the address for the answer (SAML profiles, section 4.1.4.1)."""

from dataclasses import dataclass
from datetime import datetime

from hanse.engine.http.request import Request
from hanse.engine.saml.idp.received_messages import check_header, receive_message
from hanse.engine.saml.idp.refusals import UnknownRequest
from hanse.engine.saml.idp.sp_partner import RESPONSE_BINDINGS, AssertionConsumer, SpPartner
from hanse.engine.services import Services
from hanse.saml.errors import RequestDenied
from hanse.saml.requests import AuthnRequest, read_authn_request


@dataclass(frozen=True)
class ReceivedRequest:
    """A request that was verified, with the partner and the address for the answer."""

    partner: SpPartner
    consumer: AssertionConsumer
    request: AuthnRequest
    relay_state: str | None


async def receive(services: Services, request: Request, address: str, now: datetime) -> ReceivedRequest:
    """Return the authentication request in an HTTP request to this address. Raises XmlRefused."""
    received = await receive_message(services, request)
    partner, is_signed = received.partner, received.body.is_signed
    if partner.sso.require_signed_authn_requests and not is_signed:
        raise RequestDenied("The connection requires signed requests, and the request has no signature.")
    wanted = read_authn_request(received.body)
    check_header(wanted.header, [address], now, is_signed=is_signed and not received.by_artifact)
    return ReceivedRequest(partner, _consumer(partner, wanted), wanted, received.relay_state)


def _consumer(partner: SpPartner, wanted: AuthnRequest) -> AssertionConsumer:
    """Return the registered consumer service that a request names, or the default one. Raises UnknownRequest."""
    binding = RESPONSE_BINDINGS.get(wanted.protocol_binding or "")
    if wanted.protocol_binding is not None and binding is None:
        raise UnknownRequest(f"Responses cannot be sent by the binding {wanted.protocol_binding}.")
    found = [
        each
        for each in partner.consumers
        if (wanted.acs_index is None or each.index == wanted.acs_index)
        and (wanted.acs_url is None or each.url == wanted.acs_url)
        and binding in (None, each.binding)
    ]
    if not found:
        raise UnknownRequest("The connection has no such assertion consumer service.")
    return found[0]
