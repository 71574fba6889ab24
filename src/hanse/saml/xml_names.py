"""Namespaces, element names and identifiers of SAML 2.0."""

from typing import Final

SAMLP: Final = "urn:oasis:names:tc:SAML:2.0:protocol"
SAML: Final = "urn:oasis:names:tc:SAML:2.0:assertion"
MD: Final = "urn:oasis:names:tc:SAML:2.0:metadata"
SOAP: Final = "http://schemas.xmlsoap.org/soap/envelope/"

BINDING_POST: Final = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"
BINDING_REDIRECT: Final = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"
BINDING_ARTIFACT: Final = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Artifact"
BINDING_SOAP: Final = "urn:oasis:names:tc:SAML:2.0:bindings:SOAP"

NAMEID_UNSPECIFIED: Final = "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified"
NAMEID_EMAIL: Final = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"
NAMEID_X509: Final = "urn:oasis:names:tc:SAML:1.1:nameid-format:X509SubjectName"
NAMEID_PERSISTENT: Final = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"
NAMEID_TRANSIENT: Final = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient"
NAMEID_ENTITY: Final = "urn:oasis:names:tc:SAML:2.0:nameid-format:entity"
NAMEID_ENCRYPTED: Final = "urn:oasis:names:tc:SAML:2.0:nameid-format:encrypted"

CONFIRMATION_BEARER: Final = "urn:oasis:names:tc:SAML:2.0:cm:bearer"
CONFIRMATION_SENDER_VOUCHES: Final = "urn:oasis:names:tc:SAML:2.0:cm:sender-vouches"

ATTRIBUTE_BASIC: Final = "urn:oasis:names:tc:SAML:2.0:attrname-format:basic"
ATTRIBUTE_URI: Final = "urn:oasis:names:tc:SAML:2.0:attrname-format:uri"
ATTRIBUTE_UNSPECIFIED: Final = "urn:oasis:names:tc:SAML:2.0:attrname-format:unspecified"

CONTEXT_UNSPECIFIED: Final = "urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified"
CONTEXT_PROTECTED_TRANSPORT: Final = "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport"


def samlp(name: str) -> str:
    """Return an element name of the protocol in Clark notation."""
    return f"{{{SAMLP}}}{name}"


def saml(name: str) -> str:
    """Return an element name of assertions in Clark notation."""
    return f"{{{SAML}}}{name}"


def md(name: str) -> str:
    """Return an element name of metadata in Clark notation."""
    return f"{{{MD}}}{name}"
