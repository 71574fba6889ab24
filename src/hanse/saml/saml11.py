"""Assertions of SAML 1.1, which many partners with WS-Federation expect (SAML 1.1 core, section 2)."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from hanse.crypto.xml.elements import XmlElement, new_element
from hanse.saml.values import instant_text
from hanse.saml.xml_names import CONTEXT_PROTECTED_TRANSPORT, CONTEXT_UNSPECIFIED

SAML11: Final = "urn:oasis:names:tc:SAML:1.0:assertion"
# The attribute that signatures refer to.
ID_ATTRIBUTE: Final = "AssertionID"
# The default namespace of attributes, in which partners expect claims such as `emailaddress`.
CLAIMS: Final = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims"
_BEARER: Final = "urn:oasis:names:tc:SAML:1.0:cm:bearer"
_METHODS: Final = "urn:oasis:names:tc:SAML:1.0:am:"
# Section 7.1: authentication methods, by the classes of SAML 2.0.
_METHOD_OF: Final = {
    CONTEXT_PROTECTED_TRANSPORT: f"{_METHODS}password",
    CONTEXT_UNSPECIFIED: f"{_METHODS}unspecified",
}


@dataclass(frozen=True)
class Saml11Attribute:
    """An attribute with its values."""

    name: str
    namespace: str
    values: tuple[str, ...]

    @classmethod
    def of(cls, name: str, namespace: str | None, values: tuple[str, ...]) -> "Saml11Attribute":
        """Return an attribute. If no namespace is given, that of a URI is the part before its last slash."""
        parent, slash, last = name.rpartition("/")
        if not namespace and slash and "://" in parent and last:
            return cls(last, parent, values)
        return cls(name, namespace or CLAIMS, values)

    def to_element(self) -> XmlElement:
        """Return the attribute as XML."""
        values = [new_element(saml11("AttributeValue"), None, each) for each in self.values]
        return new_element(
            saml11("Attribute"), {"AttributeName": self.name, "AttributeNamespace": self.namespace}, *values
        )


@dataclass(frozen=True, kw_only=True)
class Saml11Assertion:
    """A SAML 1.1 assertion about a sign-in."""

    id: str
    issue_instant: datetime
    issuer: str
    audience: str
    not_before: datetime
    not_on_or_after: datetime
    name_id: str
    name_id_format: str
    authn_instant: datetime
    # The class of the authentication context, as in SAML 2.0.
    context: str
    attributes: tuple[Saml11Attribute, ...] = ()

    def to_element(self) -> XmlElement:
        """Return the assertion as XML, unsigned."""
        return new_element(
            saml11("Assertion"),
            {
                "MajorVersion": 1,
                "MinorVersion": 1,
                ID_ATTRIBUTE: self.id,
                "Issuer": self.issuer,
                "IssueInstant": instant_text(self.issue_instant),
            },
            new_element(
                saml11("Conditions"),
                {"NotBefore": instant_text(self.not_before), "NotOnOrAfter": instant_text(self.not_on_or_after)},
                new_element(
                    saml11("AudienceRestrictionCondition"), None, new_element(saml11("Audience"), None, self.audience)
                ),
            ),
            *self._statements(),
        )

    def _statements(self) -> Iterator[XmlElement]:
        if self.attributes:
            attributes = (each.to_element() for each in self.attributes)
            yield new_element(saml11("AttributeStatement"), None, self._subject(), *attributes)
        yield new_element(
            saml11("AuthenticationStatement"),
            {
                "AuthenticationMethod": _METHOD_OF.get(self.context, self.context),
                "AuthenticationInstant": instant_text(self.authn_instant),
            },
            self._subject(),
        )

    def _subject(self) -> XmlElement:
        method = new_element(saml11("ConfirmationMethod"), None, _BEARER)
        return new_element(
            saml11("Subject"),
            None,
            new_element(saml11("NameIdentifier"), {"Format": self.name_id_format}, self.name_id),
            new_element(saml11("SubjectConfirmation"), None, method),
        )


def requested_class(method: str) -> str:
    """Return the class of SAML 2.0 for an authentication method of SAML 1.1; other texts are returned as they are."""
    return next((each for each, known in _METHOD_OF.items() if known == method), method)


def saml11(name: str) -> str:
    """Return an element name of SAML 1.1 assertions in Clark notation."""
    return f"{{{SAML11}}}{name}"
