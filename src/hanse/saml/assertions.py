"""Assertions: what an identity provider states about a user (SAML core, section 2)."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from hanse.crypto.xml.elements import XmlElement, new_element
from hanse.saml.attributes import SAML_SUBJECT, SamlAttribute, attribute_statement, read_attributes
from hanse.saml.envelopes import DecryptionKeys, check_version, read_issuer
from hanse.saml.errors import InvalidMessage
from hanse.saml.name_ids import ENCRYPTED_ID, NameId, find_name_id
from hanse.saml.part_encryption import PLAIN, PartEncryption
from hanse.saml.values import (
    bounded,
    identifier_reference,
    instant,
    instant_text,
    optional_instant_text,
    required_id,
    required_instant,
    uri,
)
from hanse.saml.xml_names import CONFIRMATION_BEARER, saml

ASSERTION = saml("Assertion")
ENCRYPTED_ASSERTION = saml("EncryptedAssertion")
_COUNT = re.compile(r"[0-9]{1,9}")


@dataclass(frozen=True)
class SubjectConfirmation:
    """A way for the recipient to confirm that the presenter is the subject."""

    method: str = CONFIRMATION_BEARER
    recipient: str | None = None
    not_before: datetime | None = None
    not_on_or_after: datetime | None = None
    in_response_to: str | None = None
    address: str | None = None


@dataclass(frozen=True)
class Subject:
    """The user and the confirmations; the identifier may be missing if attributes identify the user."""

    name_id: NameId | None
    confirmations: tuple[SubjectConfirmation, ...] = ()


@dataclass(frozen=True)
class Conditions:
    """The time and the audiences for which an assertion is valid. Each set of audiences must contain the recipient."""

    not_before: datetime | None = None
    not_on_or_after: datetime | None = None
    audiences: tuple[tuple[str, ...], ...] = ()
    one_time_use: bool = False
    proxy_count: int | None = None
    # A condition that is not known makes the assertion's validity unknown (SAML core, section 2.5.1).
    has_unknown: bool = False


@dataclass(frozen=True)
class AuthnStatement:
    """The time and the methods of a sign-in."""

    authn_instant: datetime
    session_index: str | None = None
    session_not_on_or_after: datetime | None = None
    class_ref: str | None = None
    decl_ref: str | None = None
    authorities: tuple[str, ...] = ()


@dataclass(frozen=True)
class Assertion:
    """A SAML 2.0 assertion."""

    id: str
    issue_instant: datetime
    issuer: str
    subject: Subject | None = None
    conditions: Conditions | None = None
    authn_statements: tuple[AuthnStatement, ...] = ()
    attributes: tuple[SamlAttribute, ...] = ()

    def to_element(self, parts: PartEncryption = PLAIN) -> XmlElement:
        """Return the assertion as XML, unsigned."""
        return new_element(
            ASSERTION,
            {"ID": self.id, "Version": "2.0", "IssueInstant": instant_text(self.issue_instant)},
            new_element(saml("Issuer"), None, self.issuer),
            None if self.subject is None else _subject_element(self.subject, parts),
            None if self.conditions is None else _conditions_element(self.conditions),
            *(_authn_element(each) for each in self.authn_statements),
            attribute_statement(self.attributes, parts),
        )


def read_assertion(element: XmlElement, decryption: DecryptionKeys | None = None) -> Assertion:
    """Return an assertion whose signature was verified. Raises SamlRefused or DecryptionFailed."""
    if element.tag != ASSERTION:
        raise InvalidMessage(f"{element.local_name} is no assertion.")
    check_version(element)
    subject, conditions = element.child(saml("Subject")), element.child(saml("Conditions"))
    statements = element.children(saml("AttributeStatement"))
    return Assertion(
        id=required_id(element),
        issue_instant=required_instant(element, "IssueInstant"),
        issuer=read_issuer(element),
        subject=None if subject is None else _read_subject(subject, decryption),
        conditions=None if conditions is None else _read_conditions(conditions),
        authn_statements=tuple(_read_authn(each) for each in element.children(saml("AuthnStatement"))),
        attributes=tuple(found for each in statements for found in read_attributes(each, decryption)),
    )


def _subject_element(subject: Subject, parts: PartEncryption) -> XmlElement:
    name_id = None
    if subject.name_id is not None:
        name_id = parts.protected(SAML_SUBJECT, subject.name_id.to_element(), ENCRYPTED_ID)
    return new_element(saml("Subject"), None, name_id, *map(_confirmation_element, subject.confirmations))


def _confirmation_element(confirmation: SubjectConfirmation) -> XmlElement:
    data = {
        "NotBefore": optional_instant_text(confirmation.not_before),
        "NotOnOrAfter": optional_instant_text(confirmation.not_on_or_after),
        "Recipient": confirmation.recipient,
        "InResponseTo": confirmation.in_response_to,
        "Address": confirmation.address,
    }
    child = new_element(saml("SubjectConfirmationData"), data) if any(data.values()) else None
    return new_element(saml("SubjectConfirmation"), {"Method": confirmation.method}, child)


def _read_subject(element: XmlElement, decryption: DecryptionKeys | None) -> Subject:
    confirmations = element.children(saml("SubjectConfirmation"))
    return Subject(find_name_id(element, decryption), tuple(_read_confirmation(each) for each in confirmations))


def _read_confirmation(element: XmlElement) -> SubjectConfirmation:
    method = bounded(element.attribute("Method") or "", "Method")
    data = element.child(saml("SubjectConfirmationData"))
    if data is None:
        return SubjectConfirmation(method=method)
    return SubjectConfirmation(
        method=method,
        recipient=uri(data, "Recipient"),
        not_before=instant(data, "NotBefore"),
        not_on_or_after=instant(data, "NotOnOrAfter"),
        in_response_to=identifier_reference(data),
        address=uri(data, "Address"),
    )


def _conditions_element(conditions: Conditions) -> XmlElement:
    times = {
        "NotBefore": optional_instant_text(conditions.not_before),
        "NotOnOrAfter": optional_instant_text(conditions.not_on_or_after),
    }
    restrictions = [
        new_element(saml("AudienceRestriction"), None, *_texts("Audience", audiences))
        for audiences in conditions.audiences
    ]
    one_time = new_element(saml("OneTimeUse")) if conditions.one_time_use else None
    count = conditions.proxy_count
    proxy = None if count is None else new_element(saml("ProxyRestriction"), {"Count": count})
    return new_element(saml("Conditions"), times, *restrictions, one_time, proxy)


def _read_conditions(element: XmlElement) -> Conditions:
    audiences = []
    one_time_use, proxy_count, has_unknown = False, None, False
    for child in element.children():
        if child.tag == saml("AudienceRestriction"):
            audiences.append(tuple(bounded(each.text(), "Audience") for each in child.children(saml("Audience"))))
        elif child.tag == saml("OneTimeUse"):
            one_time_use = True
        elif child.tag == saml("ProxyRestriction"):
            proxy_count = _proxy_count(child)
        else:
            has_unknown = True
    return Conditions(
        not_before=instant(element, "NotBefore"),
        not_on_or_after=instant(element, "NotOnOrAfter"),
        audiences=tuple(audiences),
        one_time_use=one_time_use,
        proxy_count=proxy_count,
        has_unknown=has_unknown,
    )


def _proxy_count(element: XmlElement) -> int | None:
    text = element.attribute("Count")
    if text is not None and not _COUNT.fullmatch(text):
        raise InvalidMessage("The count of a proxy restriction is no number.")
    return None if text is None else int(text)


def _authn_element(statement: AuthnStatement) -> XmlElement:
    context = [
        *_texts("AuthnContextClassRef", [statement.class_ref] if statement.class_ref else []),
        *_texts("AuthnContextDeclRef", [statement.decl_ref] if statement.decl_ref else []),
        *_texts("AuthenticatingAuthority", statement.authorities),
    ]
    return new_element(
        saml("AuthnStatement"),
        {
            "AuthnInstant": instant_text(statement.authn_instant),
            "SessionIndex": statement.session_index,
            "SessionNotOnOrAfter": optional_instant_text(statement.session_not_on_or_after),
        },
        new_element(saml("AuthnContext"), None, *context),
    )


def _read_authn(element: XmlElement) -> AuthnStatement:
    context = element.required_child(saml("AuthnContext"))
    authorities = context.children(saml("AuthenticatingAuthority"))
    return AuthnStatement(
        authn_instant=required_instant(element, "AuthnInstant"),
        session_index=uri(element, "SessionIndex"),
        session_not_on_or_after=instant(element, "SessionNotOnOrAfter"),
        class_ref=_optional_text(context, "AuthnContextClassRef"),
        decl_ref=_optional_text(context, "AuthnContextDeclRef"),
        authorities=tuple(bounded(each.text(), "AuthenticatingAuthority") for each in authorities),
    )


def _optional_text(parent: XmlElement, name: str) -> str | None:
    child = parent.child(saml(name))
    return None if child is None else bounded(child.text(), name)


def _texts(name: str, texts: Iterable[str]) -> list[XmlElement]:
    return [new_element(saml(name), None, text) for text in texts]
