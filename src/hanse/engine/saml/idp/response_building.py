"""Builds responses: signed and encrypted as the connection requires (SAML profiles, section 4.1.4.2)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from hanse.crypto.xml.elements import XmlElement
from hanse.crypto.xml.signatures import XmlSigningKey
from hanse.engine.saml.idp.message_protection import encrypted_for, signed_for
from hanse.engine.saml.idp.sp_partner import SpPartner
from hanse.engine.saml.idp.wanted_assertions import WantedAssertion
from hanse.engine.signin.contracts import Value
from hanse.kit.randomness import Randomness
from hanse.saml.assertions import (
    Assertion,
    AuthnStatement,
    Conditions,
    Subject,
    SubjectConfirmation,
)
from hanse.saml.attributes import SAML_SUBJECT, SamlAttribute
from hanse.saml.envelopes import Header
from hanse.saml.name_ids import NameId
from hanse.saml.part_encryption import PLAIN, PartEncryption
from hanse.saml.responses import SamlResponse
from hanse.saml.statuses import Status
from hanse.saml.values import new_saml_id


@dataclass(frozen=True)
class AssertedUser:
    """The user as the assertion describes them."""

    name_id: NameId
    attributes: Mapping[str, Value]
    authenticated: datetime
    session_index: str
    context: str


@dataclass(frozen=True)
class ResponseBuilder:
    """Builds the response to one request."""

    partner: SpPartner
    wanted: WantedAssertion
    key: XmlSigningKey | None
    randomness: Randomness
    now: datetime

    def success(self, user: AssertedUser) -> XmlElement:
        """Return a response with an assertion. Raises ResponseFailed."""
        assertion = self.assertion(user).to_element(self._encrypted_parts())
        if self.partner.sso.sign_assertions:
            assertion = self._signed(assertion)
        if self.partner.sso.encrypts_assertions:
            assertion = encrypted_for(self.partner, assertion, self.randomness, self.now)
        response = SamlResponse(self._header(), Status(), assertion).to_element()
        return self._signed(response) if self.partner.sso.sign_response_as_required else response

    def failure(self, status: Status) -> XmlElement:
        """Return a response without an assertion. It is signed, so that nobody else can end a sign-in."""
        response = SamlResponse(self._header(), status).to_element()
        return response if self.key is None else self._signed(response)

    def _header(self) -> Header:
        return Header(
            id=new_saml_id(self.randomness),
            issue_instant=self.now,
            issuer=self.wanted.server,
            destination=self.wanted.consumer,
            in_response_to=self.wanted.request_id or None,
        )

    def assertion(self, user: AssertedUser) -> Assertion:
        """Return an assertion for the partner, unsigned."""
        lifetime = self.partner.sso.assertion_lifetime
        ends = self.now + timedelta(minutes=lifetime.minutes_after)
        confirmation = SubjectConfirmation(
            recipient=self.wanted.consumer,
            not_on_or_after=ends,
            in_response_to=self.wanted.request_id or None,
        )
        begins = self.now - timedelta(minutes=lifetime.minutes_before)
        return Assertion(
            id=new_saml_id(self.randomness),
            issue_instant=self.now,
            issuer=self.wanted.server,
            subject=Subject(user.name_id, (confirmation,)),
            conditions=Conditions(begins, ends, ((self.partner.entity_id,),)),
            authn_statements=(
                AuthnStatement(user.authenticated, session_index=user.session_index, class_ref=user.context),
            ),
            attributes=self._attributes(user.attributes),
        )

    def _attributes(self, values: Mapping[str, Value]) -> tuple[SamlAttribute, ...]:
        contract = self.partner.sso.attribute_contract
        return tuple(
            SamlAttribute(each.name, texts_of(values[each.name]), each.name_format or None)
            for each in contract.extended_attributes
            if each.name in values and each.name != SAML_SUBJECT
        )

    def _encrypted_parts(self) -> PartEncryption:
        policy = self.partner.sso.encryption
        if policy.encrypt_assertion or not policy.encrypted_attributes:
            return PLAIN
        encrypt = partial(self.partner.encryption.encrypted, randomness=self.randomness, now=self.now)
        return PartEncryption(frozenset(policy.encrypted_attributes), encrypt)

    def _signed(self, element: XmlElement) -> XmlElement:
        return signed_for(self.partner, self.key, element)


def texts_of(value: Value) -> tuple[str, ...]:
    """Return the values of an attribute."""
    return (value,) if isinstance(value, str) else tuple(value)
