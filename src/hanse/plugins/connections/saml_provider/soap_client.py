"""Requests to the SOAP services of partners (SAML bindings, section 3.2). Redirects are not followed."""

from typing import Final

from hanse.crypto.xml.elements import XmlElement
from hanse.crypto.xml.signatures import sign_enveloped
from hanse.data_stores.settings import HttpAnswer, HttpRequest
from hanse.plugins.connections.saml_provider.settings import SoapChannel
from hanse.plugins.contracts.data_stores import HttpSender
from hanse.saml.soap import CONTENT_TYPE, soap_message

# The header field that SOAP 1.1 prescribes (section 6.1.1), with the value of SAML bindings, section 3.2.3.1.
_ACTION: Final = ("SOAPAction", "http://www.oasis-open.org/committees/security")


def send_soap(sender: HttpSender, channel: SoapChannel, address: str, message: XmlElement) -> HttpAnswer:
    """Return the answer of a service to a message. Raises SourceFailed."""
    signing, headers = channel.signing, [("Content-Type", CONTENT_TYPE), _ACTION]
    if signing is not None:
        sign_enveloped(
            message, signing.key, algorithm=signing.algorithm, include_certificate=signing.includes_certificate
        )
    if channel.authorization:
        headers.append(("Authorization", channel.authorization))
    content = soap_message(message)
    return sender.send(HttpRequest(method="POST", url=address, headers=tuple(headers), content=content))


def is_delivered_by(channel: SoapChannel, address: str) -> bool:
    """Return whether answers from an address are the partner's own, because TLS has authenticated its host."""
    return address.startswith("https://") and channel.connection.verify_host
