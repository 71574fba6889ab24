"""Single logout: `LogoutRequest` and `LogoutResponse` (SAML core, section 3.7)."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from hanse.crypto.xml.elements import XmlElement, new_element
from hanse.saml.envelopes import Body, DecryptionKeys, Header, read_header
from hanse.saml.errors import InvalidMessage
from hanse.saml.name_ids import ENCRYPTED_ID, NameId, find_name_id
from hanse.saml.statuses import Status, read_status
from hanse.saml.values import bounded, instant, optional_instant_text, uri
from hanse.saml.xml_names import samlp

LOGOUT_REQUEST: Final = samlp("LogoutRequest")
LOGOUT_RESPONSE: Final = samlp("LogoutResponse")
_MOST_SESSIONS = 64


@dataclass(frozen=True)
class SamlLogoutRequest:
    """A request to end sessions of a user; without session indexes, all of them."""

    header: Header
    name_id: NameId
    session_indexes: tuple[str, ...] = ()
    not_on_or_after: datetime | None = None
    reason: str | None = None

    def to_element(self, encrypted_name_id: XmlElement | None = None) -> XmlElement:
        """Return the request as XML, unsigned; `encrypted_name_id` is `EncryptedData` in place of the identifier."""
        attributes: dict[str, str | bool | int | None] = {
            "NotOnOrAfter": optional_instant_text(self.not_on_or_after),
            "Reason": self.reason,
        }
        encrypted = None if encrypted_name_id is None else new_element(ENCRYPTED_ID, None, encrypted_name_id)
        indexes = [new_element(samlp("SessionIndex"), None, each) for each in self.session_indexes]
        return self.header.to_element(LOGOUT_REQUEST, attributes, encrypted or self.name_id.to_element(), *indexes)


@dataclass(frozen=True)
class SamlLogoutResponse:
    """The response to a logout request."""

    header: Header
    status: Status

    def to_element(self) -> XmlElement:
        """Return the response as XML, unsigned."""
        return self.header.to_element(LOGOUT_RESPONSE, {}, self.status.to_element())


def read_logout_request(body: Body, decryption: DecryptionKeys | None = None) -> SamlLogoutRequest:
    """Return the request in a message. Raises SamlRefused or DecryptionFailed."""
    element = body.element
    if element.tag != LOGOUT_REQUEST:
        raise InvalidMessage(f"{element.local_name} is no logout request.")
    name_id = find_name_id(element, decryption)
    indexes = element.children(samlp("SessionIndex"))
    if name_id is None or len(indexes) > _MOST_SESSIONS:
        raise InvalidMessage("A logout request must have a name identifier and not too many sessions.")
    return SamlLogoutRequest(
        header=read_header(element),
        name_id=name_id,
        session_indexes=tuple(bounded(each.text(), "SessionIndex") for each in indexes),
        not_on_or_after=instant(element, "NotOnOrAfter"),
        reason=uri(element, "Reason"),
    )


def read_logout_response(body: Body) -> SamlLogoutResponse:
    """Return the response in a message. Raises SamlRefused."""
    if body.element.tag != LOGOUT_RESPONSE:
        raise InvalidMessage(f"{body.element.local_name} is no logout response.")
    return SamlLogoutResponse(read_header(body.element), read_status(body.element))
