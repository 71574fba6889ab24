"""Logout messages to and from partners, through the user's browser (SAML profiles, section 4.4.4)."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from hanse.crypto.xml.elements import XmlElement
from hanse.crypto.xml.signatures import sign_enveloped
from hanse.engine.anchored_signers import signature_trust, with_trust
from hanse.engine.http.answers import Answer, redirect_answer
from hanse.engine.http.request import Request
from hanse.engine.saml.browser_messages import BrowserMessage, open_browser_message
from hanse.engine.saml.idp.refusals import ResponseFailed, UnknownRequest
from hanse.engine.saml.logout.participants import Participant
from hanse.engine.saml.logout.partners import (
    LogoutPartner,
    PartnerRole,
    artifact_services_of,
    find_by_artifact,
    find_partner,
)
from hanse.engine.saml.received_artifacts import ReceivedArtifact, received_artifact
from hanse.engine.services import Services
from hanse.engine.signin.flows.active_flow import CONTINUE_TEMPLATE
from hanse.engine.signin.pages.form_post import form_post_answer
from hanse.engine.stored_artifacts import ArtifactRecipient, ArtifactRecipientRole, StoredArtifacts
from hanse.resources.federation.connections.endpoints import Binding
from hanse.saml.artifacts import artifact_address
from hanse.saml.bindings import RELAY_STATE, SAML_REQUEST, SAML_RESPONSE, post_value, redirect_query
from hanse.saml.envelopes import Body, Header, read_header
from hanse.saml.errors import RequestDenied
from hanse.saml.logout import LOGOUT_REQUEST, LOGOUT_RESPONSE, SamlLogoutRequest, SamlLogoutResponse
from hanse.saml.statuses import Status
from hanse.saml.values import new_saml_id

_EXPECTED: Final = {SAML_REQUEST: LOGOUT_REQUEST, SAML_RESPONSE: LOGOUT_RESPONSE}
_LIFETIME: Final = timedelta(minutes=5)


@dataclass(frozen=True)
class ReceivedLogoutMessage:
    """A logout message that was not verified, and the partner that it names as its issuer."""

    partner: LogoutPartner
    message: BrowserMessage

    @property
    def by_browser(self) -> bool:
        """Return whether a browser has brought the message itself, which then needs a destination."""
        return self.message.resolved is None

    async def authentic_body(self, services: Services, request: Request) -> Body:
        """Return the content that the partner signed, or has delivered for an artifact. Raises XmlRefused."""
        body = await with_trust(services, request, self.partner, self.message.body)
        if not body.is_signed and not self.message.is_authentic:
            raise RequestDenied("A logout message must be signed, and has no signature.")
        return body


async def receive_message(services: Services, request: Request, role: PartnerRole) -> ReceivedLogoutMessage:
    """Return the logout message in an HTTP request. Raises XmlRefused unless the connection accepts such messages."""
    artifact = await received_artifact(request)
    if artifact is not None:
        return await _resolved(services, request, role, artifact)
    message = await open_browser_message(request, _EXPECTED)
    partner = find_partner(request, role, message.envelope.issuer)
    if partner is None:
        raise UnknownRequest(f"There is no active connection with the entity ID {message.envelope.issuer}.")
    _check_accepted(partner, message.binding)
    return ReceivedLogoutMessage(partner, message)


async def _resolved(
    services: Services, request: Request, role: PartnerRole, artifact: ReceivedArtifact
) -> ReceivedLogoutMessage:
    """Return the logout message for which a browser has brought an artifact."""
    partner = find_by_artifact(request, role, artifact.artifact)
    if partner is None:
        raise UnknownRequest("There is no active connection with the source ID of the artifact.")
    _check_accepted(partner, Binding.ARTIFACT)
    try:
        resolution = artifact_services_of(request, partner)
    except ValueError as error:
        raise UnknownRequest(str(error)) from error
    trust = signature_trust(services, request, partner)
    return ReceivedLogoutMessage(
        partner, await artifact.resolved(services, resolution, trust, partner.server, _EXPECTED)
    )


def _check_accepted(partner: LogoutPartner, binding: Binding) -> None:
    if not partner.profiles & {partner.role.own_profile, partner.role.partner_profile}:
        raise UnknownRequest("Single logout is not enabled for the connection.")
    if binding not in partner.incoming:
        raise UnknownRequest(f"The connection does not accept messages by the binding {binding.value}.")


@dataclass(frozen=True)
class LogoutMessages:
    """Sends messages. The methods raise ResponseFailed if the connection has no endpoint or no signing key."""

    services: Services

    async def send_request(
        self, request: Request, partner: LogoutPartner, participant: Participant, id_: str
    ) -> Answer:
        """Return the answer that takes the browser to a partner with a request to end its session."""
        binding, url, _ = _endpoint(partner)
        element = self.request_element(partner, participant, url, id_)
        answer = await self._send(request, partner, binding, url, SAML_REQUEST, element)
        location = dict(answer.headers).get(b"location")
        return answer if location is None else self.send_to(request, location.decode("latin-1"))

    def request_element(self, partner: LogoutPartner, participant: Participant, url: str, id_: str) -> XmlElement:
        """Return a request to end the session of a partner, unsigned."""
        header = self._header(participant.server or partner.server, url, id_)
        indexes = (participant.session_index,) if participant.session_index else ()
        expires = header.issue_instant + _LIFETIME
        return SamlLogoutRequest(header, participant.name_id, indexes, not_on_or_after=expires).to_element(
            self._encrypted_name_id(partner, participant)
        )

    def send_to(self, request: Request, address: str) -> Answer:
        """Return the answer that takes the browser to an address elsewhere: a redirect, or a page after a form."""
        if request.method != "POST":
            return redirect_answer(address)
        # Chrome applies the policy of a page with a form to the redirects that follow it, here at partners and beyond.
        return self.services.pages.render(request, CONTINUE_TEMPLATE, {"address": address})

    async def send_response(
        self,
        request: Request,
        partner: LogoutPartner,
        status: Status,
        *,
        request_id: str,
        server: str,
        relay_state: str | None,
    ) -> Answer:
        """Return the answer that takes the browser back to the partner that requested the logout."""
        binding, _, url = _endpoint(partner)
        header = self._header(server or partner.server, url, new_saml_id(self.services.randomness), request_id)
        element = SamlLogoutResponse(header, status).to_element()
        return await self._send(request, partner, binding, url, SAML_RESPONSE, element, relay_state)

    def _encrypted_name_id(self, partner: LogoutPartner, participant: Participant) -> XmlElement | None:
        if partner.encryption is None:
            return None
        services = self.services
        return partner.encryption.encrypted(participant.name_id.to_element(), services.randomness, services.clock.now())

    def _header(self, server: str, url: str, id_: str, request_id: str | None = None) -> Header:
        return Header(id_, self.services.clock.now(), server, destination=url, in_response_to=request_id)

    async def _send(
        self,
        request: Request,
        partner: LogoutPartner,
        binding: Binding,
        url: str,
        parameter: str,
        element: XmlElement,
        relay_state: str | None = None,
    ) -> Answer:
        signing = partner.signing
        if signing is None:
            raise ResponseFailed("The signing key of the connection cannot be used.")
        if binding is Binding.REDIRECT:
            query = redirect_query(
                element,
                parameter=parameter,
                relay_state=relay_state,
                signing_key=signing.key,
                algorithm=signing.algorithm,
            )
            return redirect_answer(f"{url}{'&' if '?' in url else '?'}{query}")
        signed = sign_enveloped(
            element, signing.key, algorithm=signing.algorithm, include_certificate=signing.includes_certificate
        )
        if binding is Binding.ARTIFACT:
            recipient = ArtifactRecipient(ArtifactRecipientRole(partner.role.value), partner.entity_id)
            sender, content = read_header(signed).issuer, signed.serialized()
            stored = StoredArtifacts(self.services)
            artifact = await stored.store(recipient, sender, content, partner.artifact_seconds)
            return redirect_answer(artifact_address(url, artifact, relay_state))
        fields = {parameter: post_value(signed), **({} if relay_state is None else {RELAY_STATE: relay_state})}
        return form_post_answer(self.services.pages, request, url, fields, locales=(), framed=False)


def _endpoint(partner: LogoutPartner) -> tuple[Binding, str, str]:
    endpoint = partner.endpoint
    if endpoint is None:
        raise ResponseFailed("The connection has no single logout service that a browser can reach.")
    return endpoint.binding, endpoint.url, endpoint.response_url
