"""Logout messages of partners for tests, and those that the server sends them."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

import httpx

from hanse.crypto.xml.elements import XmlElement
from hanse.crypto.xml.signatures import XmlSigningKey, sign_enveloped
from hanse.saml.bindings import SAML_REQUEST, SAML_RESPONSE, post_value, read_post, read_redirect, redirect_query
from hanse.saml.envelopes import Body, DecryptionKeys, Header, SignatureTrust, open_envelope
from hanse.saml.logout import (
    LOGOUT_REQUEST,
    LOGOUT_RESPONSE,
    SamlLogoutRequest,
    SamlLogoutResponse,
    read_logout_request,
    read_logout_response,
)
from hanse.saml.name_ids import ENCRYPTED_ID, NameId
from hanse.saml.statuses import Status
from tests.engine.saml.idp.service_provider import SERVER_PAIR, STATE
from tests.engine.server import BASE_URL
from tests.engine.signin.site import Visitor, continues_at, form_of
from tests.support.certified_keys import certificate, private_key

ALGORITHM = "SHA256withRSA"


@dataclass
class SentMessage:
    """A message that the server sends to a partner; its signature was verified."""

    url: str
    body: Body
    relay_state: str | None
    decryption: DecryptionKeys | None = None

    @property
    def request(self) -> SamlLogoutRequest:
        return read_logout_request(self.body, self.decryption)

    def decrypted(self, key: str) -> "SentMessage":
        """Return the message, whose name identifier must be encrypted, with the key of its recipient."""
        assert self.body.element.child(ENCRYPTED_ID) is not None
        return replace(self, decryption=DecryptionKeys([private_key(key)]))  # type: ignore[list-item]  # The key is an RSA key.

    @property
    def response(self) -> SamlLogoutResponse:
        return read_logout_response(self.body)


def sent_by_server(answer: httpx.Response) -> SentMessage:
    """Return the message in a redirect, in a page that leads to one, or in a form."""
    trust = SignatureTrust([certificate(SERVER_PAIR)])
    tags = [LOGOUT_REQUEST, LOGOUT_RESPONSE]
    if answer.status_code == httpx.codes.OK and "<form" in answer.text:
        url, hidden = form_of(answer)
        value = hidden.get(SAML_REQUEST) or hidden[SAML_RESPONSE]
        body, state = open_envelope(read_post(value), tags).body(trust), hidden.get("RelayState")
    else:
        location = answer.headers.get("location") or continues_at(answer)
        url = location.partition("?")[0]
        message = read_redirect(urlsplit(location).query)
        body, state = message.body(open_envelope(message.xml, tags), trust), message.relay_state
    assert body.is_signed
    return SentMessage(url, body, state)


def logout_request(
    name_id: NameId, issuer: str, path: str, now: datetime, id_: str = "_logout1", **changes: Any
) -> SamlLogoutRequest:
    """Return the request of a partner to end all sessions of a user."""
    header = Header(id_, now, issuer, destination=f"{BASE_URL}{path}")
    return replace(SamlLogoutRequest(header, name_id), **changes)


def response_to(
    sent: SentMessage, issuer: str, path: str, now: datetime, status: Status | None = None, **header: Any
) -> SamlLogoutResponse:
    """Return a partner's response to a request of the server."""
    usual = Header("_answer", now, issuer, f"{BASE_URL}{path}", in_response_to=sent.request.header.id)
    return SamlLogoutResponse(replace(usual, **header), status or Status())


def deliver(
    user: Visitor, path: str, element: XmlElement, key: XmlSigningKey | None, *, by_post: bool = False
) -> httpx.Response:
    """Bring a partner's message to the server."""
    parameter = SAML_REQUEST if element.tag == LOGOUT_REQUEST else SAML_RESPONSE
    if by_post:
        signed = element if key is None else sign_enveloped(element, key, algorithm=ALGORITHM)
        return user.browser.post(path, {parameter: post_value(signed), "RelayState": STATE})
    query = redirect_query(element, parameter=parameter, relay_state=STATE, signing_key=key, algorithm=ALGORITHM)
    return user.browser.get(f"{path}?{query}")
