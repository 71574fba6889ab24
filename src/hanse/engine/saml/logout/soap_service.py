"""Logout requests that partners send by SOAP, without the user's browser (SAML profiles, section 4.4.3.1).

The request has no cookie. The sessions are therefore found by the user whom it names, in all browsers. Further
partners of these sessions can be reached by SOAP only.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import structlog

from hanse.crypto.xml.signatures import sign_enveloped
from hanse.engine.http.answers import Answer
from hanse.engine.http.request import Request
from hanse.engine.saml.idp.back_channel import PartnerBackChannel, open_soap, soap_answer
from hanse.engine.saml.idp.refusals import ResponseFailed, UnknownRequest
from hanse.engine.saml.logout.chain import further_participants
from hanse.engine.saml.logout.openid_providers import provider_sessions
from hanse.engine.saml.logout.partners import LogoutPartner, PartnerRole, find_partner
from hanse.engine.saml.logout.received_requests import (
    SessionEnd,
    SessionOfPartner,
    accept_once,
    all_sessions,
    ended_session,
    sessions_of_provider_user,
)
from hanse.engine.saml.logout.soap_requests import SoapLogouts
from hanse.engine.saml.sp.providers import find_provider
from hanse.engine.services import Services
from hanse.engine.signin.sessions.sso_sessions import SsoSessions
from hanse.engine.signin.sessions.stored_session import LiveSession
from hanse.resources.federation.connections.endpoints import Binding
from hanse.saml.envelopes import Body, Header
from hanse.saml.errors import PARTIAL_LOGOUT, SUCCESS
from hanse.saml.logout import LOGOUT_REQUEST, SamlLogoutRequest, SamlLogoutResponse, read_logout_request
from hanse.saml.statuses import Status
from hanse.saml.values import new_saml_id

LOG = structlog.stdlib.get_logger("hanse.saml")


@dataclass(frozen=True)
class _Sender:
    entity_id: str
    body: Body


@dataclass(frozen=True)
class SoapLogoutService:
    """The single logout service for SOAP, for partners of one role."""

    services: Services
    sessions: SsoSessions
    session_end: SessionEnd
    requests: SoapLogouts
    role: PartnerRole
    # Authenticates partners.
    channel: PartnerBackChannel

    async def __call__(self, request: Request) -> Answer:
        """End the sessions of the user in a request, request their logout elsewhere, and answer. Raises XmlRefused."""
        partner, asked = await self._received(request)
        ended = [
            each
            for session in await self._candidates(request, partner, asked)
            if (each := ended_session(request, session, partner, asked)) is not None
        ]
        # Clients with back-channel logout are notified of the end. Others cannot be reached without the browser.
        pages = [await self.session_end.end_with_page(request, each.session.id) for each in ended]
        LOG.info(
            "user signed out by a partner",
            connection=partner.connection,
            sessions=[each.session.id for each in ended],
        )
        is_partial = not await self._sign_out_elsewhere(request, partner, ended) or any(pages)
        return self._answer(partner, asked, ended, Status(SUCCESS, PARTIAL_LOGOUT if is_partial else None))

    async def _received(self, request: Request) -> tuple[LogoutPartner, SamlLogoutRequest]:
        """Return a request that the connection allows, and that was not used before."""
        sender = await self._authenticated(request)
        partner = find_partner(request, self.role, sender.entity_id)
        if partner is None:
            raise UnknownRequest(f"There is no active connection with the entity ID {sender.entity_id}.")
        if partner.role.partner_profile not in partner.profiles:
            raise UnknownRequest(f"{partner.role.partner_profile.label} is not enabled for the connection.")
        if Binding.SOAP not in partner.incoming:
            raise UnknownRequest("The connection does not accept messages by the binding SOAP.")
        asked = read_logout_request(sender.body, partner.decryption)
        await accept_once(self.services, asked)
        return partner, asked

    async def _authenticated(self, request: Request) -> "_Sender":
        """Return the sender, whose identity was verified as the connection requires. Raises XmlRefused."""
        path = self.role.soap_path
        if self.role.is_service_provider:
            received = await self.channel.receive(request, LOGOUT_REQUEST, path)
            return _Sender(received.partner.entity_id, received.body)
        envelope = await open_soap(request, LOGOUT_REQUEST)
        provider = find_provider(request, envelope.issuer)
        if provider is None:
            raise UnknownRequest(f"There is no active connection with the entity ID {envelope.issuer}.")
        return _Sender(provider.entity_id, await self.channel.verified(request, envelope, provider, path))

    async def _candidates(
        self, request: Request, partner: LogoutPartner, asked: SamlLogoutRequest
    ) -> Sequence[LiveSession]:
        if self.role.is_service_provider:
            return await all_sessions(partial(self.sessions.of_client_user, partner.entity_id, asked.name_id.value))
        return await sessions_of_provider_user(request, self.sessions, partner, asked)

    async def _sign_out_elsewhere(
        self, request: Request, partner: LogoutPartner, ended: Sequence[SessionOfPartner]
    ) -> bool:
        """Return whether the user of ended sessions is signed out at all other partners."""
        others = [found for each in ended for found in further_participants(request, each.session, partner)]
        is_complete = not any(provider_sessions(each.session) for each in ended)
        by_partner = self.role.is_service_provider
        return await self.requests.sign_out(request, others, begun_by_service_provider=by_partner) and is_complete

    def _answer(
        self, partner: LogoutPartner, asked: SamlLogoutRequest, ended: Sequence[SessionOfPartner], status: Status
    ) -> Answer:
        signing = partner.signing
        if signing is None:
            raise ResponseFailed("The signing key of the connection cannot be used.")
        server = next((each.participant.server for each in ended if each.participant.server), partner.server)
        id_, now = new_saml_id(self.services.randomness), self.services.clock.now()
        response = SamlLogoutResponse(Header(id_, now, server, in_response_to=asked.header.id), status).to_element()
        return soap_answer(
            sign_enveloped(
                response, signing.key, algorithm=signing.algorithm, include_certificate=signing.includes_certificate
            )
        )
