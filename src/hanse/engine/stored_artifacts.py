"""SAML messages that wait for the partners to which artifacts were sent (SAML bindings, section 3.6).

A message waits in the run-time state for one partner. Its key contains the role and the entity ID of that partner, so
that nobody else finds it or uses it up.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import msgspec

from hanse.engine.services import Services
from hanse.engine.state.contracts import OneTimeKind, digest
from hanse.saml.artifacts import Artifact

# The index of the artifact resolution services in the metadata of this server.
RESOLUTION_INDEX: Final = 0


class ArtifactRecipientRole(StrEnum):
    """The role of the partner that exchanges an artifact."""

    SERVICE_PROVIDER = "SP"
    IDENTITY_PROVIDER = "IDP"


@dataclass(frozen=True)
class ArtifactRecipient:
    """The partner for which a message waits."""

    role: ArtifactRecipientRole
    entity_id: str

    def key(self, artifact: str) -> bytes:
        """Return the key of a message."""
        return digest(f"{self.role.value}\0{self.entity_id}\0{artifact}")


class StoredMessage(msgspec.Struct, frozen=True):
    """A message that waits."""

    # The entity ID that this server uses towards the partner.
    server: str
    message: bytes


@dataclass(frozen=True)
class StoredArtifacts:
    """The messages that wait."""

    services: Services

    async def store(self, recipient: ArtifactRecipient, server: str, message: bytes, seconds: float) -> str:
        """Return a new artifact for a message, which expires after some seconds."""
        artifact = str(Artifact.new(server, RESOLUTION_INDEX, self.services.randomness))
        await self.services.state.one_time.put(
            OneTimeKind.SAML_ARTIFACT,
            recipient.key(artifact),
            msgspec.msgpack.encode(StoredMessage(server, message)),
            self.services.clock.now().timestamp() + seconds,
        )
        return artifact

    async def take(self, recipient: ArtifactRecipient, artifact: Artifact) -> StoredMessage | None:
        """Return the message of an artifact once; None if it is unknown, expired, or another partner's."""
        now = self.services.clock.now().timestamp()
        key = recipient.key(str(artifact))
        found = await self.services.state.one_time.take(OneTimeKind.SAML_ARTIFACT, key, now)
        return None if found is None else msgspec.msgpack.decode(found, type=StoredMessage)
