"""Exchange of a partner's artifacts for messages over SOAP (SAML bindings, section 3.6; SAML profiles, section 5).

This server is the client. It identifies the partner by the source ID of the artifact, and sends requests only to the
addresses of the connection. Redirects are not followed.
"""

from dataclasses import dataclass
from typing import Final

from hanse.data_stores.settings import SourceFailed
from hanse.kit.texts.messages import message
from hanse.plugins.connections.saml_provider.settings import ArtifactServices
from hanse.plugins.connections.saml_provider.soap_client import is_delivered_by, send_soap
from hanse.plugins.contracts.data_stores import HttpSender
from hanse.plugins.provider_failures import FailureCode, ProviderFailure
from hanse.saml.artifacts import (
    ARTIFACT_RESPONSE,
    Artifact,
    ArtifactResolve,
    enveloped_message,
    read_artifact_response,
)
from hanse.saml.envelopes import Envelope, Header, SignatureTrust, envelope_of
from hanse.saml.errors import InvalidMessage
from hanse.saml.soap import read_soap

_OK: Final = 200


@dataclass(frozen=True)
class ResolvedMessage:
    """The message of an artifact, not verified by itself."""

    envelope: Envelope
    # True if the partner has signed the response that contained it, or delivered it over TLS with its certificate.
    is_authentic: bool
    # True if the partner has signed the response that contained it.
    is_signed: bool = False


@dataclass(frozen=True)
class ArtifactResolver:
    """The exchange of artifacts at the services of one partner."""

    services: ArtifactServices
    sender: HttpSender
    trust: SignatureTrust

    def resolve(self, text: str, header: Header, *expected: str) -> ResolvedMessage:
        """Return the message, which must be one of these elements. Raises XmlRefused and ProviderFailure.

        `header` is that of the request, without a destination.
        """
        artifact, services = Artifact.parse(text), self.services
        if artifact.source_id != services.source_id:
            raise InvalidMessage("Another partner issued the artifact.")
        address = services.locations.get(artifact.endpoint_index)
        if address is None:
            raise InvalidMessage("The connection has no artifact resolver location with the index of the artifact.")
        content = self._sent(ArtifactResolve(header, str(artifact)), address)
        envelope = envelope_of(read_soap(content), [ARTIFACT_RESPONSE])
        if envelope.issuer != services.entity_id:
            raise InvalidMessage("Another partner has answered the request for the artifact.")
        body = envelope.body(self.trust)
        answer = read_artifact_response(body)
        if answer.header.in_response_to != header.id:
            raise InvalidMessage("The response to the request for the artifact answers another request.")
        if not answer.status.is_success:
            raise InvalidMessage("The partner has refused the request for the artifact.")
        is_delivered = is_delivered_by(services.channel, address)
        return ResolvedMessage(enveloped_message(answer, expected), body.is_signed or is_delivered, body.is_signed)

    def _sent(self, asked: ArtifactResolve, address: str) -> bytes:
        try:
            answer = send_soap(self.sender, self.services.channel, address, asked.to_element())
        except SourceFailed as error:
            text = message("The artifact resolution service does not answer: {reason}", reason=str(error))
            raise ProviderFailure(FailureCode.UNREACHABLE, text) from error
        if answer.status != _OK:
            text = message("The artifact resolution service answered with the status {status}.", status=answer.status)
            raise ProviderFailure(FailureCode.ERROR, text)
        return answer.content
