"""SOAP requests that service providers send to this server without a browser (SAML bindings, section 3.2).

The sender is authenticated as the connection requires: by the signature of the message, by HTTP Basic authentication,
or by both. Nobody is answered before that with more than a SOAP fault.
"""

from base64 import b64decode
from dataclasses import dataclass, field
from datetime import datetime
from hmac import compare_digest
from http import HTTPStatus
from typing import Final

import structlog

from hanse.crypto.xml.elements import XmlElement
from hanse.crypto.xml.errors import XmlRefused
from hanse.engine.errors import OAuthError, TemporarilyUnavailable
from hanse.engine.http.answers import NO_STORE, Answer, Header
from hanse.engine.http.request import Request
from hanse.engine.saml.idp.partners import SP_PARTNERS, SpPartner
from hanse.engine.saml.idp.received_messages import check_header
from hanse.engine.saml.idp.refusals import UnknownRequest
from hanse.kit.errors import Unavailable
from hanse.resources.federation.connections.back_channel import InboundBackChannelAuth
from hanse.saml.envelopes import Body, Envelope, SignatureTrust, envelope_of, read_header
from hanse.saml.errors import InvalidMessage, RequestDenied
from hanse.saml.soap import CONTENT_TYPE, read_soap, soap_fault, soap_message

LOG = structlog.stdlib.get_logger("hanse.saml")
_MEDIA_TYPE: Final = b"text/xml"
_SCHEME: Final = b"basic "
_CHALLENGE: Final[Header] = (b"www-authenticate", b'Basic realm="SAML", charset="UTF-8"')


class SenderRefused(RequestDenied):
    """The sender has not authenticated with the user name and the password of the connection."""


@dataclass(frozen=True)
class BackChannelRequest:
    """A message whose sender was authenticated."""

    partner: SpPartner
    body: Body


async def open_soap(request: Request, tag: str) -> Envelope:
    """Return the message in a SOAP request, by the element that it is, not verified. Raises XmlRefused."""
    media_type = (request.header(b"content-type") or b"").partition(b";")[0].strip().lower()
    if media_type != _MEDIA_TYPE:
        raise InvalidMessage("The content type of a SOAP message must be text/xml.")
    return envelope_of(read_soap(await request.body()), [tag])


async def receive_soap(request: Request, tag: str, path: str, now: datetime) -> BackChannelRequest:
    """Return the message in a SOAP request, by the element that it is. Raises XmlRefused."""
    envelope = await open_soap(request, tag)
    partner = request.snapshot.part(SP_PARTNERS).find(envelope.issuer)
    if partner is None:
        raise UnknownRequest(f"There is no active SP connection with the entity ID {envelope.issuer}.")
    required = RequiredAuthentication(partner.inbound, partner.password)
    trust = partner.trust(now) if partner.has_certificates else None
    return BackChannelRequest(partner, authenticated(request, envelope, required, trust, path, now))


@dataclass(frozen=True)
class RequiredAuthentication:
    """The authentication that a connection requires of senders; the password is empty if none is required."""

    settings: InboundBackChannelAuth
    password: str = field(default="", repr=False)


def authenticated(
    request: Request,
    envelope: Envelope,
    required: RequiredAuthentication,
    trust: SignatureTrust | None,
    path: str,
    now: datetime,
) -> Body:
    """Return the content of a message whose sender has authenticated. Raises XmlRefused.

    `trust` is None for a connection without certificates.
    """
    settings = required.settings
    if settings.require_ssl and request.scope.get("scheme") != "https":
        raise RequestDenied("The connection requires TLS on the back channel.")
    if settings.has_password:
        _check_password(request, required)
    body = Body(envelope.document.root, is_signed=False)
    if settings.requires_signature or trust is not None:
        body = envelope.body(trust or SignatureTrust(()))
    if settings.requires_signature and not body.is_signed:
        raise RequestDenied("The connection requires signed messages on the back channel.")
    check_header(read_header(body.element), f"{request.issuer.identifier}{path}", now, is_signed=False)
    return body


def soap_answer(message: XmlElement) -> Answer:
    """Return the answer with a message."""
    return _answer(HTTPStatus.OK, soap_message(message))


def render_soap_error(request: Request, error: Exception) -> Answer:
    """Return the fault that answers a refused request (SOAP 1.1, section 6.2). The reason stays in the log."""
    if isinstance(error, XmlRefused | OAuthError):
        reason = error.description if isinstance(error, OAuthError) else str(error)
        LOG.warning("SAML message refused", path=request.path, reason=reason)
        fault = soap_fault("The message is refused.")
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


def _check_password(request: Request, required: RequiredAuthentication) -> None:
    """Compare user name and password in constant time. Raises SenderRefused."""
    sent = request.header(b"authorization") or b""
    credentials = required.settings.http_basic_credentials
    username = "" if credentials is None else credentials.username or ""
    expected = f"{username}:{required.password}".encode()
    try:
        presented = b64decode(sent[len(_SCHEME) :].strip(), validate=True)
    except ValueError:
        presented = b""
    is_basic = sent[: len(_SCHEME)].lower() == _SCHEME
    if not (is_basic and required.password and compare_digest(presented, expected)):
        raise SenderRefused("The user name or the password on the back channel is wrong.")
