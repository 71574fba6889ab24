"""Artifacts of this server as identity provider, and the endpoint that resolves them (SAML bindings, section 3.6).

A message waits in the run-time state for the service provider that it was sent to. Its key contains the entity ID of
that service provider, so that nobody else finds it or uses it up.
"""

from dataclasses import dataclass
from typing import Final

import msgspec
import structlog

from hanse.crypto.xml.documents import parse_document
from hanse.crypto.xml.elements import XmlElement
from hanse.engine.http.answers import Answer
from hanse.engine.http.request import Request
from hanse.engine.saml.idp.back_channel import BackChannelRequest, PartnerBackChannel, soap_answer
from hanse.engine.saml.idp.message_protection import signed_for
from hanse.engine.saml.idp.partners import SP_PARTNERS, SpPartner
from hanse.engine.saml.idp.server_identity import server_identity
from hanse.engine.services import Services
from hanse.engine.state.contracts import OneTimeKind, digest
from hanse.resources.federation.connections.endpoints import ARTIFACT_SECONDS
from hanse.saml.artifacts import ARTIFACT_RESOLVE, Artifact, ArtifactResponse, read_artifact_resolve
from hanse.saml.envelopes import Header
from hanse.saml.paths import IDP_ARTIFACT_PATH
from hanse.saml.statuses import Status
from hanse.saml.values import new_saml_id

LOG = structlog.stdlib.get_logger("hanse.saml")
# The index of the artifact resolution service in the metadata of this server.
RESOLUTION_INDEX: Final = 0


class _StoredMessage(msgspec.Struct, frozen=True):
    # The entity ID that this server uses towards the partner.
    server: str
    message: bytes


@dataclass(frozen=True)
class StoredArtifacts:
    """The messages that wait for the service providers to which artifacts were sent."""

    services: Services

    async def store(self, partner: SpPartner, server: str, message: XmlElement) -> str:
        """Return a new artifact for a message; it expires after the lifetime of the connection's artifacts."""
        artifact = str(Artifact.new(server, RESOLUTION_INDEX, self.services.randomness))
        lifetime = ARTIFACT_SECONDS if partner.sso.artifact is None else partner.sso.artifact.seconds
        await self.services.state.one_time.put(
            OneTimeKind.SAML_ARTIFACT,
            _key(partner, artifact),
            msgspec.msgpack.encode(_StoredMessage(server, message.serialized())),
            self.services.clock.now().timestamp() + lifetime,
        )
        return artifact

    async def take(self, partner: SpPartner, artifact: Artifact) -> _StoredMessage | None:
        """Return the message of an artifact once; None if it is unknown, expired, or another partner's."""
        now = self.services.clock.now().timestamp()
        found = await self.services.state.one_time.take(OneTimeKind.SAML_ARTIFACT, _key(partner, str(artifact)), now)
        return None if found is None else msgspec.msgpack.decode(found, type=_StoredMessage)


def _key(partner: SpPartner, artifact: str) -> bytes:
    return digest(f"{partner.entity_id}\0{artifact}")


@dataclass(frozen=True)
class ArtifactResolution:
    """The artifact resolution service (SAML profiles, section 5)."""

    services: Services
    back_channel: PartnerBackChannel

    async def __call__(self, request: Request) -> Answer:
        """Answer a request of a service provider with the message of its artifact. Raises XmlRefused."""
        now = self.services.clock.now()
        received = await self.back_channel.receive(request, ARTIFACT_RESOLVE, IDP_ARTIFACT_PATH)
        asked = read_artifact_resolve(received.body)
        found = await StoredArtifacts(self.services).take(received.partner, Artifact.parse(asked.artifact))
        if found is None:
            # SAML core, section 3.5.3: the response then has no message, and is a success nevertheless.
            LOG.warning("SAML artifact not found", connection=received.partner.id)
        server = server_identity(request.snapshot, received.partner).entity_id if found is None else found.server
        header = Header(new_saml_id(self.services.randomness), now, server, in_response_to=asked.header.id)
        message = None if found is None else parse_document(found.message).root
        return soap_answer(self._signed(request, received, ArtifactResponse(header, Status(), message).to_element()))

    @staticmethod
    def _signed(request: Request, received: BackChannelRequest, response: XmlElement) -> XmlElement:
        partner = received.partner
        if not partner.sso.always_sign_artifact_response:
            return response
        return signed_for(partner, request.snapshot.part(SP_PARTNERS).signing_key(partner), response)
