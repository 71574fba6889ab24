"""Logout requests that this server sends to partners by SOAP, without the user's browser (SAML profiles, 4.4.3.3)."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

import structlog

from hanse.crypto.xml.errors import XmlRefused
from hanse.data_stores.client_pool import DataStoreClients
from hanse.data_stores.settings import SourceFailed
from hanse.engine.anchored_signers import with_trust
from hanse.engine.errors import TemporarilyUnavailable
from hanse.engine.http.request import Request
from hanse.engine.saml.logout.messages import LogoutMessages
from hanse.engine.saml.logout.participants import Participant
from hanse.engine.saml.logout.partners import LogoutPartner, find_partner, soap_channel_to
from hanse.engine.services import Purpose, Services
from hanse.plugins.connections.saml_provider.soap_client import is_delivered_by, send_soap
from hanse.saml.envelopes import envelope_of
from hanse.saml.errors import PARTIAL_LOGOUT, RequestDenied
from hanse.saml.logout import LOGOUT_RESPONSE, read_logout_response
from hanse.saml.soap import read_soap
from hanse.saml.statuses import Status
from hanse.saml.values import new_saml_id

LOG = structlog.stdlib.get_logger("hanse.saml")
_SECONDS: Final = 12.0
MOST_PARTICIPANTS: Final = 50


def needs_soap(request: Request, participant: Participant) -> bool:
    """Return whether only SOAP reaches a partner."""
    partner = find_partner(request, participant.role, participant.entity_id)
    return partner is not None and partner.endpoint is None and bool(partner.soap_url)


def confirms_logout(status: Status, partner: LogoutPartner) -> bool:
    """Return whether a partner states that the user is signed out everywhere. A failure is logged."""
    is_success = status.is_success and status.detail != PARTIAL_LOGOUT
    if not is_success:
        code = status.detail or status.code
        LOG.warning("user not signed out by a partner", partner=partner.entity_id, status=code)
    return is_success


@dataclass(frozen=True)
class SoapLogouts:
    """Signs users out at partners with a single logout service for SOAP."""

    services: Services

    async def sign_out(
        self, request: Request, participants: Sequence[Participant], *, begun_by_service_provider: bool
    ) -> bool:
        """Request the logout from several partners at once. Returns whether all of them have signed the user out."""
        asked = participants[:MOST_PARTICIPANTS]
        results = await asyncio.gather(
            *(self._sign_out(request, each, begun_by_service_provider=begun_by_service_provider) for each in asked)
        )
        return all(results) and len(asked) == len(participants)

    async def _sign_out(self, request: Request, participant: Participant, *, begun_by_service_provider: bool) -> bool:
        partner = find_partner(request, participant.role, participant.entity_id)
        if partner is None or not partner.soap_url:
            return False
        if not partner.receives_requests(begun_by_service_provider=begun_by_service_provider):
            LOG.warning("partner not asked to sign the user out", partner=partner.entity_id, reason="profiles")
            return False
        try:
            status = await self._status(request, partner, participant)
        except (XmlRefused, SourceFailed, TemporarilyUnavailable) as error:
            LOG.warning("user not signed out by a partner", partner=partner.entity_id, reason=str(error))
            return False
        LOG.info("partner asked to sign the user out", connection=partner.connection, partner=partner.entity_id)
        return confirms_logout(status, partner)

    async def _status(self, request: Request, partner: LogoutPartner, participant: Participant) -> Status:
        """Return the status that a partner answers. Raises XmlRefused, SourceFailed and TemporarilyUnavailable."""
        channel = soap_channel_to(request, partner)
        if channel is None:
            raise RequestDenied("The signing key of the connection cannot be used.")
        id_, url = new_saml_id(self.services.randomness), partner.soap_url
        element = LogoutMessages(self.services).request_element(partner, participant, url, id_)
        sender = self.services.ports.get(DataStoreClients).http(channel.connection)
        answer = await self.services.work.run(
            Purpose.ADAPTERS, send_soap, sender, channel, url, element, seconds=_SECONDS
        )
        if answer.status != HTTPStatus.OK:
            raise RequestDenied(f"The single logout service answered with the status {answer.status}.")
        envelope = envelope_of(read_soap(answer.content), [LOGOUT_RESPONSE])
        if envelope.issuer != partner.entity_id:
            raise RequestDenied("Another partner has answered the logout request.")
        body = await with_trust(self.services, request, partner, envelope.body)
        if not body.is_signed and not is_delivered_by(channel, url):
            raise RequestDenied("The logout response is not signed, and did not arrive over TLS.")
        response = read_logout_response(body)
        if response.header.in_response_to != id_:
            raise RequestDenied("The response answers another request.")
        return response.status
