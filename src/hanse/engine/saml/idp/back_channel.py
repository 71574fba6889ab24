"""SOAP requests that partners send to this server without a browser (SAML bindings, section 3.2).

The sender is authenticated as the connection requires: by the signature of the message, by HTTP Basic authentication,
by a TLS client certificate, or by several of these. Senders that are not authenticated receive only a SOAP fault.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final
from urllib.parse import urlsplit

import structlog

from hanse.crypto.xml.elements import XmlElement
from hanse.crypto.xml.errors import XmlRefused
from hanse.engine.anchored_signers import with_trust
from hanse.engine.errors import OAuthError, TemporarilyUnavailable
from hanse.engine.http.answers import NO_STORE, Answer, Header
from hanse.engine.http.request import Request
from hanse.engine.mutual_tls.presented_certificate import presented_certificate
from hanse.engine.saml.idp.partners import SP_PARTNERS
from hanse.engine.saml.idp.received_messages import check_header
from hanse.engine.saml.idp.refusals import UnknownRequest
from hanse.engine.saml.idp.sender_authentication import (
    BackChannelSender,
    SenderAuthentication,
    SenderLocked,
    SenderRefused,
    sender_authentication,
)
from hanse.engine.saml.idp.sp_partner import SpPartner
from hanse.engine.services import Services
from hanse.kit.errors import Unavailable
from hanse.saml.envelopes import Body, Envelope, envelope_of, read_header
from hanse.saml.errors import InvalidMessage, RequestDenied
from hanse.saml.soap import CONTENT_TYPE, read_soap, soap_fault, soap_message

LOG = structlog.stdlib.get_logger("hanse.saml")
_MEDIA_TYPE: Final = b"text/xml"
_CHALLENGE: Final[Header] = (b"www-authenticate", b'Basic realm="SAML", charset="UTF-8"')


@dataclass(frozen=True)
class BackChannelRequest:
    """A message whose sender was authenticated."""

    partner: SpPartner
    body: Body


async def open_soap(request: Request, tag: str) -> Envelope:
    """Return the message in a SOAP request, not verified. `tag` is that of its element. Raises XmlRefused."""
    media_type = (request.header(b"content-type") or b"").partition(b";")[0].strip().lower()
    if media_type != _MEDIA_TYPE:
        raise InvalidMessage("The content type of a SOAP message must be text/xml.")
    return envelope_of(read_soap(await request.body()), [tag])


@dataclass(frozen=True)
class PartnerBackChannel:
    """Receives messages, and authenticates their senders."""

    services: Services
    senders: SenderAuthentication

    async def receive(self, request: Request, tag: str, path: str) -> BackChannelRequest:
        """Return the authenticated message in a SOAP request. `tag` is that of its element. Raises XmlRefused."""
        envelope = await open_soap(request, tag)
        partner = request.snapshot.part(SP_PARTNERS).find(envelope.issuer)
        if partner is None:
            raise UnknownRequest(f"There is no active SP connection with the entity ID {envelope.issuer}.")
        return BackChannelRequest(partner, await self.verified(request, envelope, partner, path))

    async def verified(self, request: Request, envelope: Envelope, partner: BackChannelSender, path: str) -> Body:
        """Return the message of a partner that has authenticated as its connection requires. Raises XmlRefused."""
        required = partner.inbound
        if required.require_ssl and request.scope.get("scheme") != "https":
            raise RequestDenied("The connection requires TLS on the back channel.")
        await self.senders.check(request, partner)
        body = Body(envelope.document.root, is_signed=False)
        if required.requires_signature or partner.verifies_signatures:
            body = await with_trust(self.services, request, partner, envelope.body)
        if required.requires_signature and not body.is_signed:
            raise RequestDenied("The connection requires signed messages on the back channel.")
        check_header(
            read_header(body.element), list(soap_addresses(request, path)), self.services.clock.now(), is_signed=False
        )
        return body


def back_channel(services: Services) -> PartnerBackChannel:
    """Return the back channel with the services of an engine."""
    return PartnerBackChannel(services, sender_authentication(services))


def soap_answer(message: XmlElement) -> Answer:
    """Return the answer with a message."""
    return _answer(HTTPStatus.OK, soap_message(message))


def render_soap_error(request: Request, error: Exception) -> Answer:
    """Return the fault that answers a refused request (SOAP 1.1, section 6.2). The reason stays in the log."""
    if isinstance(error, XmlRefused | OAuthError):
        reason = error.description if isinstance(error, OAuthError) else str(error)
        LOG.warning("SAML message refused", path=request.path, reason=reason)
        fault = soap_fault("The message is refused.")
        if isinstance(error, SenderLocked):
            retry = (b"retry-after", str(error.seconds).encode())
            return _answer(HTTPStatus.TOO_MANY_REQUESTS, fault).with_headers(retry)
        if isinstance(error, SenderRefused):
            return _answer(HTTPStatus.UNAUTHORIZED, fault).with_headers(_CHALLENGE)
        if isinstance(error, OAuthError) and error.status is HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
            return _answer(error.status, fault)
        if not isinstance(error, TemporarilyUnavailable):
            return _answer(HTTPStatus.INTERNAL_SERVER_ERROR, fault)
    fault = soap_fault("The server cannot answer at the moment.", by_sender=False)
    if isinstance(error, Unavailable | TemporarilyUnavailable):
        return _answer(HTTPStatus.SERVICE_UNAVAILABLE, fault).with_headers((b"retry-after", b"30"))
    LOG.error("SAML message failed", exc_info=error)
    return _answer(HTTPStatus.INTERNAL_SERVER_ERROR, fault)


def _answer(status: HTTPStatus, content: bytes) -> Answer:
    return Answer(int(status), ((b"content-type", CONTENT_TYPE.encode()), *NO_STORE), content)


def soap_addresses(request: Request, path: str) -> Iterator[str]:
    """Yield the addresses of an endpoint: that of the issuer, and its address at the mutual TLS listener.

    That listener has another port, which is part of the address that the partner has sent its message to.
    """
    address = f"{request.issuer.identifier}{path}"
    yield address
    if presented_certificate(request) is not None:
        host, parts = (request.header(b"host") or b"").decode("latin-1"), urlsplit(address)
        if urlsplit(f"//{host}").hostname == parts.hostname:
            yield parts._replace(netloc=host).geturl()
