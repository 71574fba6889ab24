"""Authentication requests (SAML core, section 3.4)."""

from dataclasses import dataclass
from typing import Final

from hanse.crypto.xml.elements import XmlElement, new_element
from hanse.saml.envelopes import Body, DecryptionKeys, Header, read_header
from hanse.saml.errors import InvalidMessage
from hanse.saml.name_ids import NameId, find_name_id
from hanse.saml.values import bounded, flag, small_number, uri
from hanse.saml.xml_names import saml, samlp

AUTHN_REQUEST: Final = samlp("AuthnRequest")
COMPARISONS: Final = ("exact", "minimum", "maximum", "better")
_MOST_REFERENCES = 64


@dataclass(frozen=True)
class NameIdPolicy:
    """The kind of identifier that the service provider requests."""

    format: str | None = None
    sp_name_qualifier: str | None = None
    allow_create: bool = False


@dataclass(frozen=True)
class RequestedAuthnContext:
    """The authentication methods that the service provider requests: classes or declarations, the best first."""

    class_refs: tuple[str, ...] = ()
    decl_refs: tuple[str, ...] = ()
    comparison: str = "exact"


@dataclass(frozen=True)
class Scoping:
    """Limits for passing a request on to other identity providers."""

    proxy_count: int | None = None
    idp_list: tuple[str, ...] = ()
    requester_ids: tuple[str, ...] = ()


@dataclass(frozen=True)
class AuthnRequest:
    """A request to authenticate a user."""

    header: Header
    acs_url: str | None = None
    acs_index: int | None = None
    protocol_binding: str | None = None
    attribute_index: int | None = None
    force_authn: bool = False
    is_passive: bool = False
    provider_name: str | None = None
    subject: NameId | None = None
    name_id_policy: NameIdPolicy | None = None
    context: RequestedAuthnContext | None = None
    scoping: Scoping | None = None

    def to_element(self) -> XmlElement:
        """Return the request as XML, unsigned."""
        attributes: dict[str, str | bool | int | None] = {
            "ForceAuthn": self.force_authn or None,
            "IsPassive": self.is_passive or None,
            "AssertionConsumerServiceIndex": self.acs_index,
            "ProtocolBinding": self.protocol_binding,
            "AssertionConsumerServiceURL": self.acs_url,
            "AttributeConsumingServiceIndex": self.attribute_index,
            "ProviderName": self.provider_name,
        }
        parts = (_subject_element(self.subject), _policy_element(self.name_id_policy), _context_element(self.context))
        content = [each for each in (*parts, _scoping_element(self.scoping)) if each is not None]
        return self.header.to_element(AUTHN_REQUEST, attributes, *content)


def read_authn_request(body: Body, decryption: DecryptionKeys | None = None) -> AuthnRequest:
    """Return the request in a message. Raises SamlRefused."""
    element = body.element
    if element.tag != AUTHN_REQUEST:
        raise InvalidMessage(f"{element.local_name} is no authentication request.")
    request = AuthnRequest(
        header=read_header(element),
        acs_url=uri(element, "AssertionConsumerServiceURL"),
        acs_index=small_number(element, "AssertionConsumerServiceIndex"),
        protocol_binding=uri(element, "ProtocolBinding"),
        attribute_index=small_number(element, "AttributeConsumingServiceIndex"),
        force_authn=flag(element, "ForceAuthn"),
        is_passive=flag(element, "IsPassive"),
        provider_name=uri(element, "ProviderName"),
        subject=_read_subject(element, decryption),
        name_id_policy=_read_policy(element.child(samlp("NameIDPolicy"))),
        context=_read_context(element.child(samlp("RequestedAuthnContext"))),
        scoping=_read_scoping(element.child(samlp("Scoping"))),
    )
    # SAML core, section 3.4.1: the index and the other two exclude one another.
    if request.acs_index is not None and (request.acs_url is not None or request.protocol_binding is not None):
        raise InvalidMessage("A request has an index of an assertion consumer service, and an address or a binding.")
    return request


def _subject_element(subject: NameId | None) -> XmlElement | None:
    return None if subject is None else new_element(saml("Subject"), None, subject.to_element())


def _read_subject(element: XmlElement, decryption: DecryptionKeys | None) -> NameId | None:
    subject = element.child(saml("Subject"))
    return None if subject is None else find_name_id(subject, decryption)


def _policy_element(policy: NameIdPolicy | None) -> XmlElement | None:
    if policy is None:
        return None
    return new_element(
        samlp("NameIDPolicy"),
        {
            "Format": policy.format,
            "SPNameQualifier": policy.sp_name_qualifier,
            "AllowCreate": policy.allow_create or None,
        },
    )


def _read_policy(element: XmlElement | None) -> NameIdPolicy | None:
    if element is None:
        return None
    return NameIdPolicy(uri(element, "Format"), uri(element, "SPNameQualifier"), flag(element, "AllowCreate"))


def _context_element(context: RequestedAuthnContext | None) -> XmlElement | None:
    if context is None:
        return None
    classes = [new_element(saml("AuthnContextClassRef"), None, each) for each in context.class_refs]
    declarations = [new_element(saml("AuthnContextDeclRef"), None, each) for each in context.decl_refs]
    return new_element(samlp("RequestedAuthnContext"), {"Comparison": context.comparison}, *classes, *declarations)


def _read_context(element: XmlElement | None) -> RequestedAuthnContext | None:
    if element is None:
        return None
    comparison = element.attribute("Comparison") or "exact"
    classes = _texts(element, saml("AuthnContextClassRef"))
    declarations = _texts(element, saml("AuthnContextDeclRef"))
    if comparison not in COMPARISONS or bool(classes) == bool(declarations):
        raise InvalidMessage("The requested authentication context is not valid.")
    return RequestedAuthnContext(classes, declarations, comparison)


def _scoping_element(scoping: Scoping | None) -> XmlElement | None:
    if scoping is None:
        return None
    entries = [new_element(samlp("IDPEntry"), {"ProviderID": each}) for each in scoping.idp_list]
    idp_list = new_element(samlp("IDPList"), None, *entries) if entries else None
    requesters = [new_element(samlp("RequesterID"), None, each) for each in scoping.requester_ids]
    return new_element(samlp("Scoping"), {"ProxyCount": scoping.proxy_count}, idp_list, *requesters)


def _read_scoping(element: XmlElement | None) -> Scoping | None:
    if element is None:
        return None
    idp_list = element.child(samlp("IDPList"))
    entries = [] if idp_list is None else idp_list.children(samlp("IDPEntry"))[:_MOST_REFERENCES]
    return Scoping(
        proxy_count=small_number(element, "ProxyCount"),
        idp_list=tuple(bounded(each.attribute("ProviderID") or "", "ProviderID") for each in entries),
        requester_ids=_texts(element, samlp("RequesterID")),
    )


def _texts(parent: XmlElement, tag: str) -> tuple[str, ...]:
    found = parent.children(tag)
    if len(found) > _MOST_REFERENCES:
        raise InvalidMessage(f"{parent.local_name} has too many elements.")
    return tuple(bounded(each.text(), each.local_name) for each in found)
