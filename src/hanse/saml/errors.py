"""Failures of SAML messages, with the status codes of SAML core, section 3.2.2.2.

Texts are for the log. Partners and users receive the status code only.
"""

from typing import Final

from hanse.crypto.xml.errors import XmlRefused

_STATUS: Final = "urn:oasis:names:tc:SAML:2.0:status:"
SUCCESS: Final = f"{_STATUS}Success"
REQUESTER: Final = f"{_STATUS}Requester"
RESPONDER: Final = f"{_STATUS}Responder"
VERSION_MISMATCH: Final = f"{_STATUS}VersionMismatch"
AUTHN_FAILED: Final = f"{_STATUS}AuthnFailed"
INVALID_NAME_ID_POLICY: Final = f"{_STATUS}InvalidNameIDPolicy"
NO_AUTHN_CONTEXT: Final = f"{_STATUS}NoAuthnContext"
NO_PASSIVE: Final = f"{_STATUS}NoPassive"
PARTIAL_LOGOUT: Final = f"{_STATUS}PartialLogout"
PROXY_COUNT_EXCEEDED: Final = f"{_STATUS}ProxyCountExceeded"
REQUEST_DENIED: Final = f"{_STATUS}RequestDenied"
REQUEST_UNSUPPORTED: Final = f"{_STATUS}RequestUnsupported"
REQUEST_VERSION_TOO_HIGH: Final = f"{_STATUS}RequestVersionTooHigh"
REQUEST_VERSION_TOO_LOW: Final = f"{_STATUS}RequestVersionTooLow"
UNKNOWN_PRINCIPAL: Final = f"{_STATUS}UnknownPrincipal"
UNSUPPORTED_BINDING: Final = f"{_STATUS}UnsupportedBinding"
TOP_LEVEL: Final = (SUCCESS, REQUESTER, RESPONDER, VERSION_MISMATCH)


class SamlRefused(XmlRefused):
    """A message is not accepted; `status` and `detail` are the two levels of the status code of the response."""

    status: str = REQUESTER
    detail: str | None = None
    # The message of the status, which the partner may show to users.
    public_message: str | None = None


class InvalidMessage(SamlRefused):
    """A message does not have the form that SAML prescribes."""


class WrongVersion(SamlRefused):
    """The version of a message is not 2.0."""

    status = VERSION_MISMATCH


class RequestDenied(SamlRefused):
    """A well-formed message is not acceptable: it is unsigned, expired, or intended for another recipient."""

    detail = REQUEST_DENIED
