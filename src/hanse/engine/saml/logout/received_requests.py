"""Logouts that partners request, and the answers to them (SAML profiles, sections 4.4.3.1 and 4.4.3.5)."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol

import msgspec
import structlog

from hanse.engine.http.answers import Answer
from hanse.engine.http.answers import Header as HttpHeader
from hanse.engine.http.request import Request
from hanse.engine.saml.idp.received_messages import check_header, claim_request
from hanse.engine.saml.idp.refusals import OtherUser, UnknownRequest
from hanse.engine.saml.logout.chain import LogoutChain, further_participants
from hanse.engine.saml.logout.messages import LogoutMessages, ReceivedLogoutMessage, receive_message
from hanse.engine.saml.logout.participants import Participant, participants_of
from hanse.engine.saml.logout.partners import LogoutPartner, PartnerRole, find_partner
from hanse.engine.services import Services
from hanse.engine.signin.adapters.user_keys import user_key_of
from hanse.engine.signin.sessions.sso_sessions import SsoSessions
from hanse.engine.signin.sessions.stored_session import LiveSession, live
from hanse.engine.snapshot.authentication_sources import connection_key
from hanse.engine.state.contracts import OneTimeKind
from hanse.saml.attributes import SAML_SUBJECT
from hanse.saml.bindings import SAML_RESPONSE
from hanse.saml.errors import PARTIAL_LOGOUT, SUCCESS, RequestDenied
from hanse.saml.logout import SamlLogoutRequest, read_logout_request
from hanse.saml.statuses import Status

LOG = structlog.stdlib.get_logger("hanse.saml")
PURPOSE = "SAML logout request"


class SessionEnd(Protocol):
    """Ends sessions; implemented by the logout of OpenID Connect, which knows the applications of a session."""

    async def end_with_page(self, request: Request, session_id: str) -> bytes:
        """End a session; return the addresses that the browser has to load, for `ApplicationsPage`, or nothing."""
        ...

    async def forget_browser(self, request: Request) -> tuple[HttpHeader, ...]:
        """Return the headers that remove the cookies of the session."""
        ...


class AwaitedAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The answer that a partner waits for."""

    role: PartnerRole
    entity_id: str
    request_id: str
    # The entity ID of this server in the session; empty for the one of the connection.
    server: str = ""
    relay_state: str | None = None


@dataclass(frozen=True)
class SessionOfPartner:
    """A session that a request has ended, and the partner as one of its participants."""

    session: LiveSession
    participant: Participant


@dataclass(frozen=True)
class SessionsOfRequest:
    """The sessions that a request has ended: that of the browser, and those of the user's other browsers."""

    here: SessionOfPartner | None
    elsewhere: tuple[SessionOfPartner, ...]

    @property
    def all(self) -> tuple[SessionOfPartner, ...]:
        """Return all of them."""
        return self.elsewhere if self.here is None else (self.here, *self.elsewhere)


class PartnerLogout:
    """Receives the logout messages of partners: requests, and responses to requests of this server."""

    def __init__(self, services: Services, sessions: SsoSessions, session_end: SessionEnd, chain: LogoutChain) -> None:
        self._services = services
        self._sessions = sessions
        self._session_end = session_end
        self._chain = chain
        self._messages = LogoutMessages(services)
        chain.register(PURPOSE, self._complete)

    async def from_service_provider(self, request: Request) -> Answer:
        """Answer a message of a service provider. Raises XmlRefused if nobody but the user can be answered."""
        return await self._answer(request, PartnerRole.SERVICE_PROVIDER)

    async def from_identity_provider(self, request: Request) -> Answer:
        """Answer a message of an identity provider. Raises XmlRefused if nobody but the user can be answered."""
        return await self._answer(request, PartnerRole.IDENTITY_PROVIDER)

    async def _answer(self, request: Request, role: PartnerRole) -> Answer:
        received = await receive_message(self._services, request, role)
        if received.message.parameter == SAML_RESPONSE:
            return await self._chain.receive(request, received)
        asked = await self._checked(request, received)
        partner = received.partner
        awaited = AwaitedAnswer(
            role=role,
            entity_id=partner.entity_id,
            request_id=asked.header.id,
            relay_state=received.message.relay_state,
        )
        try:
            ended, pages = await self._end(request, partner, asked)
        except OtherUser as refused:
            LOG.warning("SAML logout request refused", connection=partner.connection, reason=str(refused))
            return await self._respond(request, partner, awaited, Status.of(refused))
        here = ended.here
        if here is not None:
            awaited = msgspec.structs.replace(awaited, server=here.participant.server)
        # The sessions of other browsers have ended, but this browser can neither load the pages of their applications
        # nor sign out at their partners.
        page, unloaded = (b"", pages) if here is None else (pages[0], pages[1:])
        others = [found for each in ended.elsewhere for found in further_participants(request, each.session, partner)]
        is_complete = await self._chain.by_soap.sign_out(
            request, others, begun_by_service_provider=role.is_service_provider
        )
        answer = await self._chain.begin(
            request,
            None if here is None else here.session,
            PURPOSE,
            msgspec.msgpack.encode(awaited),
            initiator=partner,
            is_partial=not is_complete or any(unloaded),
            page=page,
        )
        return answer if here is None else answer.with_headers(*await self._session_end.forget_browser(request))

    async def _checked(self, request: Request, received: ReceivedLogoutMessage) -> SamlLogoutRequest:
        """Return a request that the connection allows, that is recent, and that was not used before."""
        partner, now = received.partner, self._services.clock.now()
        if partner.role.partner_profile not in partner.profiles:
            raise UnknownRequest(f"{partner.role.partner_profile.label} is not enabled for the connection.")
        if partner.endpoint is None:
            raise UnknownRequest("The connection has no single logout service for responses.")
        asked = read_logout_request(await received.authentic_body(self._services, request), partner.decryption)
        address = f"{request.issuer.identifier}{partner.role.path}"
        check_header(asked.header, [address], now, is_signed=received.by_browser)
        await accept_once(self._services, asked)
        return asked

    async def _end(
        self, request: Request, partner: LogoutPartner, asked: SamlLogoutRequest
    ) -> tuple[SessionsOfRequest, Sequence[bytes]]:
        """End the sessions that a request means, and return the pages for their applications, in the same order.

        Raises OtherUser if the browser has another session, and none is meant.
        """
        browser = await self._sessions.of_browser(request)
        own = None if browser.stored is None else live(browser.stored)
        found: Sequence[LiveSession] = ()
        if not partner.role.is_service_provider:
            found = await sessions_of_provider_user(request, self._sessions, partner, asked)
        here = None if own is None else ended_session(request, own, partner, asked)
        others = (ended_session(request, each, partner, asked) for each in found if own is None or each.id != own.id)
        ended = SessionsOfRequest(here, tuple(each for each in others if each is not None))
        if own is not None and not ended.all:
            raise OtherUser("The session of the browser is not the one of the logout request.")
        pages = [await self._session_end.end_with_page(request, each.session.id) for each in ended.all]
        ids = [each.session.id for each in ended.all]
        LOG.info("user signed out by a partner", connection=partner.connection, sessions=ids)
        return ended, pages

    async def _complete(self, request: Request, body: bytes, is_partial: bool) -> Answer:
        """Answer the partner that requested the logout (SAML core, section 3.7.3.2)."""
        awaited = msgspec.msgpack.decode(body, type=AwaitedAnswer)
        partner = find_partner(request, awaited.role, awaited.entity_id)
        if partner is None:
            raise UnknownRequest("The connection was removed during the logout.")
        return await self._respond(request, partner, awaited, Status(SUCCESS, PARTIAL_LOGOUT if is_partial else None))

    async def _respond(
        self, request: Request, partner: LogoutPartner, awaited: AwaitedAnswer, status: Status
    ) -> Answer:
        return await self._messages.send_response(
            request,
            partner,
            status,
            request_id=awaited.request_id,
            server=awaited.server,
            relay_state=awaited.relay_state,
        )


async def accept_once(services: Services, asked: SamlLogoutRequest) -> None:
    """Raise RequestDenied for a request that has expired, or that was used before."""
    if asked.not_on_or_after is not None and asked.not_on_or_after <= services.clock.now():
        raise RequestDenied("The logout request has expired.")
    await claim_request(services, asked.header, OneTimeKind.LOGOUT_REQUEST_ID)


async def sessions_of_provider_user(
    request: Request, sessions: SsoSessions, partner: LogoutPartner, asked: SamlLogoutRequest
) -> Sequence[LiveSession]:
    """Return the sessions of the user of an identity provider, in all browsers."""
    attributes = {SAML_SUBJECT: asked.name_id.value}
    user_key = user_key_of(request.snapshot, connection_key(partner.connection), attributes)
    return await all_sessions(partial(sessions.of_user, request.snapshot, user_key)) if user_key else ()


async def all_sessions(some: Callable[[int], Awaitable[Sequence[LiveSession]]]) -> Sequence[LiveSession]:
    """Return all sessions of a user, of which the store returns some at a time, without the given number of them.

    None may end before all have been found, because that would change the position of the others.
    """
    found: list[LiveSession] = []
    while batch := await some(len(found)):
        found += batch
    return found


def ended_session(
    request: Request, session: LiveSession, partner: LogoutPartner, asked: SamlLogoutRequest
) -> SessionOfPartner | None:
    """Return a session with the partner as its participant, if a request means it."""
    meant = (each for each in participants_of(request, session) if each.is_meant_by(partner, asked))
    found = next(meant, None)
    return None if found is None else SessionOfPartner(session, found)
