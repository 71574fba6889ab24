"""Calls of a service provider on the back channel of the server."""

from base64 import b64encode
from typing import Any

import httpx

from hanse.crypto.xml.elements import XmlElement
from hanse.crypto.xml.signatures import XmlSigningKey, sign_enveloped
from hanse.saml.envelopes import Body, Envelope, Header, SignatureTrust, envelope_of
from hanse.saml.soap import read_soap, soap_message
from tests.engine.saml.idp.service_provider import SERVER_PAIR, ServiceProvider, partner_key
from tests.engine.server import BASE_URL, EngineServer
from tests.support.certified_keys import certificate
from tests.support.sp_connections import PARTNER

XML = {"Content-Type": "text/xml; charset=utf-8"}


def signed(element: XmlElement, key: XmlSigningKey | None = None) -> XmlElement:
    return sign_enveloped(element, key or partner_key(), algorithm="SHA256withRSA")


def header(provider: ServiceProvider, path: str, **changes: Any) -> Header:
    """Return the header of a message of the partner."""
    provider.requests += 1
    usual = {
        "id": f"_call{provider.requests}",
        "issue_instant": provider.site.engine.clock.now(),
        "issuer": PARTNER,
        "destination": f"{BASE_URL}{path}",
    }
    return Header(**{**usual, **changes})


def call(engine: EngineServer, path: str, message: XmlElement | bytes, **headers: str) -> httpx.Response:
    """Send a message in a SOAP envelope, or octets as they are."""
    content = message if isinstance(message, bytes) else soap_message(message)
    return engine.request("POST", path, headers={**XML, **headers}, content=content)


def answer_of(response: httpx.Response, tag: str) -> tuple[Envelope, Body]:
    """Return the message in an answer, whose signature was verified if it has one."""
    assert response.status_code == 200, (response.status_code, response.text)
    assert response.headers["content-type"] == "text/xml; charset=utf-8"
    envelope = envelope_of(read_soap(response.content), [tag])
    return envelope, envelope.body(SignatureTrust([certificate(SERVER_PAIR)]))


def assert_fault(response: httpx.Response, status: int = 500) -> None:
    """Assert that the answer is a generic fault without a message."""
    assert response.status_code == status, (response.status_code, response.text)
    assert "The message is refused." in response.text
    assert "Response" not in response.text
    assert "root:" not in response.text


def basic(username: str, password: str) -> str:
    return "Basic " + b64encode(f"{username}:{password}".encode()).decode()
