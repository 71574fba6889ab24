"""The status of a response (SAML core, section 3.2.2.1)."""

from dataclasses import dataclass

from hanse.crypto.xml.elements import XmlElement, new_element
from hanse.saml.errors import SUCCESS, TOP_LEVEL, InvalidMessage, SamlRefused
from hanse.saml.values import bounded
from hanse.saml.xml_names import samlp


@dataclass(frozen=True)
class Status:
    """The two levels of a status code, and a message for administrators of the partner."""

    code: str = SUCCESS
    detail: str | None = None
    message: str | None = None

    @property
    def is_success(self) -> bool:
        """Return whether the request succeeded."""
        return self.code == SUCCESS

    @classmethod
    def of(cls, refusal: SamlRefused) -> "Status":
        """Return the status that answers a refused message; the reason stays in the log."""
        return cls(refusal.status, refusal.detail, refusal.public_message)

    def to_element(self) -> XmlElement:
        """Return the status as XML."""
        detail = None if self.detail is None else new_element(samlp("StatusCode"), {"Value": self.detail})
        message = None if self.message is None else new_element(samlp("StatusMessage"), None, self.message)
        return new_element(
            samlp("Status"), None, new_element(samlp("StatusCode"), {"Value": self.code}, detail), message
        )


def read_status(answer: XmlElement) -> Status:
    """Return the status of a response. Raises InvalidMessage."""
    element = answer.required_child(samlp("Status"))
    code = element.required_child(samlp("StatusCode"))
    value = code.attribute("Value")
    if value not in TOP_LEVEL:
        raise InvalidMessage("The top level of the status code is not one of SAML.")
    detail = code.child(samlp("StatusCode"))
    message = element.child(samlp("StatusMessage"))
    return Status(
        code=value,
        detail=None if detail is None else bounded(detail.attribute("Value") or "", "StatusCode"),
        message=None if message is None else message.text()[:1024],
    )
