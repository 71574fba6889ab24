"""The artifact resolution services, at which partners exchange artifacts of this server (SAML profiles, section 5).

Service providers exchange the artifacts of the identity provider, and identity providers those of the service provider.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

import structlog

from hanse.crypto.xml.documents import parse_document
from hanse.crypto.xml.elements import XmlElement
from hanse.engine.http.answers import Answer
from hanse.engine.http.request import Request
from hanse.engine.saml.idp.back_channel import PartnerBackChannel, soap_answer
from hanse.engine.saml.idp.message_protection import signed_for
from hanse.engine.saml.idp.partners import SP_PARTNERS
from hanse.engine.saml.idp.server_identity import server_identity
from hanse.engine.services import Services
from hanse.engine.stored_artifacts import ArtifactRecipient, ArtifactRecipientRole, StoredArtifacts
from hanse.saml.artifacts import ARTIFACT_RESOLVE, Artifact, ArtifactResponse, read_artifact_resolve
from hanse.saml.envelopes import Body, Header
from hanse.saml.paths import IDP_ARTIFACT_PATH
from hanse.saml.statuses import Status
from hanse.saml.values import new_saml_id

LOG: Final = structlog.stdlib.get_logger("hanse.saml")


@dataclass(frozen=True)
class ResolveRequest:
    """A request whose sender was authenticated, and what its answer needs."""

    recipient: ArtifactRecipient
    connection: str
    body: Body
    # The entity ID of this server towards the partner, unless the message has another one.
    server: str
    # Signs the answer as the connection requires.
    protect: Callable[[XmlElement], XmlElement]


@dataclass(frozen=True)
class ArtifactResolution:
    """The artifact resolution service for partners of one role. `receive` raises XmlRefused."""

    services: Services
    receive: Callable[[Request], Awaitable[ResolveRequest]]

    async def __call__(self, request: Request) -> Answer:
        """Answer a request of a partner with the message of its artifact. Raises XmlRefused."""
        received = await self.receive(request)
        asked = read_artifact_resolve(received.body)
        artifact = Artifact.parse(asked.artifact)
        found = await StoredArtifacts(self.services).take(received.recipient, artifact)
        if found is None:
            # SAML core, section 3.5.3: the response then has no message, and is a success nevertheless.
            LOG.warning("SAML artifact not found", connection=received.connection)
        header = Header(
            new_saml_id(self.services.randomness),
            self.services.clock.now(),
            received.server if found is None else found.server,
            in_response_to=asked.header.id,
        )
        message = None if found is None else parse_document(found.message).root
        return soap_answer(received.protect(ArtifactResponse(header, Status(), message).to_element()))


@dataclass(frozen=True)
class ServiceProviderResolution:
    """Receives the requests of service providers."""

    back_channel: PartnerBackChannel

    async def __call__(self, request: Request) -> ResolveRequest:
        """Return an authenticated request. Raises XmlRefused."""
        received = await self.back_channel.receive(request, ARTIFACT_RESOLVE, IDP_ARTIFACT_PATH)
        partner = received.partner

        def protect(response: XmlElement) -> XmlElement:
            if not partner.sso.always_sign_artifact_response:
                return response
            return signed_for(partner, request.snapshot.part(SP_PARTNERS).signing_key(partner), response)

        return ResolveRequest(
            ArtifactRecipient(ArtifactRecipientRole.SERVICE_PROVIDER, partner.entity_id),
            partner.id,
            received.body,
            server_identity(request.snapshot, partner).entity_id,
            protect,
        )
