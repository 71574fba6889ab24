"""The attribute authority: answers queries of service providers about users (SAML profiles, section 6).

No user signs in. The subject of the query is a source of the connection's mapping, and its attribute sources find the
user's attributes with it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog

from hanse.crypto.xml.elements import XmlElement
from hanse.engine.attributes import AttributeFulfillment, IssuanceRefused
from hanse.engine.http.answers import Answer
from hanse.engine.http.request import Request
from hanse.engine.saml.idp.back_channel import BackChannelRequest, PartnerBackChannel, soap_answer
from hanse.engine.saml.idp.message_protection import encrypted_for, signed_for
from hanse.engine.saml.idp.partners import SP_PARTNERS
from hanse.engine.saml.idp.refusals import IssuanceDenied, OtherUser, ResponseFailed, UnknownRequest
from hanse.engine.saml.idp.response_building import texts_of
from hanse.engine.saml.idp.server_identity import ServerIdentity, server_identity
from hanse.engine.saml.idp.sp_partner import SpPartner
from hanse.engine.services import Services
from hanse.engine.signin.contracts import Value
from hanse.resources.federation.connections.model import LoggingMode
from hanse.resources.federation.sp_connections.attribute_query import SpAttributeQuery, SpAttributeQueryPolicy
from hanse.resources.mapping.fulfillment import FulfillmentFailed, Values
from hanse.resources.mapping.model import SourceType
from hanse.saml.assertions import Assertion, Conditions, Subject
from hanse.saml.attribute_queries import ATTRIBUTE_QUERY, AttributeQuery, read_attribute_query
from hanse.saml.attributes import SAML_SUBJECT, SamlAttribute
from hanse.saml.envelopes import Header
from hanse.saml.errors import RequestDenied, SamlRefused
from hanse.saml.paths import IDP_ATTRIBUTE_PATH
from hanse.saml.responses import SamlResponse
from hanse.saml.statuses import Status
from hanse.saml.values import new_saml_id

LOG = structlog.stdlib.get_logger("hanse.saml")


@dataclass(frozen=True)
class AttributeQueries:
    """The attribute service."""

    services: Services
    back_channel: PartnerBackChannel
    fulfillment: AttributeFulfillment

    async def __call__(self, request: Request) -> Answer:
        """Answer a query with an assertion or with the status of a refusal. Raises XmlRefused for unknown senders."""
        now = self.services.clock.now()
        received = await self.back_channel.receive(request, ATTRIBUTE_QUERY, IDP_ATTRIBUTE_PATH)
        partner = received.partner
        settings = _settings_for(received)
        decryption = request.snapshot.part(SP_PARTNERS).decryption_keys(partner)
        asked = read_attribute_query(received.body, decryption)
        if settings.policy.require_encrypted_name_id and not asked.name_id_encrypted:
            raise RequestDenied("The connection requires encrypted name identifiers in attribute queries.")
        reply = _Reply(self.services, request, partner, server_identity(request.snapshot, partner), asked, now)
        try:
            attributes = await self._attributes(request, reply, settings)
            response = reply.success(attributes, settings)
        except SamlRefused as refused:
            LOG.warning("SAML attribute query refused", connection=partner.id, reason=str(refused))
            return soap_answer(reply.failure(Status.of(refused), settings.policy))
        if partner.settings.logging_mode is not LoggingMode.NONE:
            names = sorted(each.name for each in attributes)
            LOG.info("SAML attributes issued", connection=partner.id, subject=asked.name_id.value, attributes=names)
        return soap_answer(response)

    async def _attributes(
        self, request: Request, reply: "_Reply", settings: SpAttributeQuery
    ) -> tuple[SamlAttribute, ...]:
        """Return the requested attributes of the user. Raises SamlRefused, and Unavailable for data stores."""
        values = _values(request, reply)
        try:
            found = await self.fulfillment.fulfill(request.snapshot, settings, values)
        except IssuanceRefused as refused:
            raise IssuanceDenied(str(refused)) from refused
        except FulfillmentFailed as failed:
            raise ResponseFailed(str(failed)) from failed
        known = {name: texts_of(value) for name, value in found.items() if name in settings.attributes}
        if not any(any(texts) for texts in known.values()):
            raise OtherUser("No attribute of the user has a value.")
        return tuple(_requested(reply.asked, known))


@dataclass(frozen=True)
class _Reply:
    services: Services
    request: Request
    partner: SpPartner
    identity: ServerIdentity
    asked: AttributeQuery
    now: datetime

    def success(self, attributes: tuple[SamlAttribute, ...], settings: SpAttributeQuery) -> XmlElement:
        """Return the response with an assertion, protected as the policy requires. Raises ResponseFailed."""
        lifetime = self.partner.sso.assertion_lifetime
        begins = self.now - timedelta(minutes=lifetime.minutes_before)
        ends = self.now + timedelta(minutes=lifetime.minutes_after)
        assertion = Assertion(
            id=new_saml_id(self.services.randomness),
            issue_instant=self.now,
            issuer=self.identity.entity_id,
            subject=Subject(self.asked.name_id, ()),
            conditions=Conditions(begins, ends, ((self.partner.entity_id,),)),
            attributes=attributes,
        ).to_element()
        if settings.policy.sign_assertion:
            assertion = self._signed(assertion)
        if settings.policy.encrypt_assertion:
            assertion = encrypted_for(self.partner, assertion, self.services.randomness, self.now)
        return self._response(Status(), settings.policy, assertion)

    def failure(self, status: Status, policy: SpAttributeQueryPolicy) -> XmlElement:
        """Return the response with a status only."""
        return self._response(status, policy)

    def _response(
        self, status: Status, policy: SpAttributeQueryPolicy, assertion: XmlElement | None = None
    ) -> XmlElement:
        header = Header(
            id=new_saml_id(self.services.randomness),
            issue_instant=self.now,
            issuer=self.identity.entity_id,
            in_response_to=self.asked.header.id,
        )
        response = SamlResponse(header, status, assertion).to_element()
        return self._signed(response) if policy.sign_response else response

    def _signed(self, element: XmlElement) -> XmlElement:
        return signed_for(self.partner, self.request.snapshot.part(SP_PARTNERS).signing_key(self.partner), element)


def _settings_for(received: BackChannelRequest) -> SpAttributeQuery:
    """Return the settings of the connection. Raises UnknownRequest and RequestDenied."""
    settings = received.partner.settings.attribute_query
    if settings is None:
        raise UnknownRequest("Attribute queries are not enabled for the connection.")
    if settings.policy.require_signed_attribute_query and not received.body.is_signed:
        raise RequestDenied("The connection requires signed attribute queries.")
    return settings


def _values(request: Request, reply: _Reply) -> Values:
    """Return the values for the mapping. Raises OtherUser if the subject belongs to other parties."""
    name_id = reply.asked.name_id
    if name_id.name_qualifier not in (None, reply.identity.entity_id):
        raise OtherUser("The query names a user of another identity provider.")
    if name_id.sp_name_qualifier not in (None, reply.partner.entity_id):
        raise OtherUser("The query names a user of another service provider.")
    context: dict[str, Value] = {
        "ClientIp": request.client_address,
        "HttpRequest": f"{request.method} {request.path}",
        "VirtualServerId": reply.identity.virtual_id,
    }
    return {
        (SourceType.ATTRIBUTE_QUERY, None): {SAML_SUBJECT: name_id.value},
        (SourceType.CONTEXT, None): {name: value for name, value in context.items() if value},
    }


def _requested(asked: AttributeQuery, known: Mapping[str, tuple[str, ...]]) -> Iterator[SamlAttribute]:
    """Yield the attributes of the query that are known; of those with values, only these values."""
    wanted = asked.attributes or tuple(SamlAttribute(name, ()) for name in known)
    for each in wanted:
        values = tuple(
            value for value in known.get(each.name, ()) if value and (not each.values or value in each.values)
        )
        if values:
            yield SamlAttribute(each.name, values, each.name_format)
