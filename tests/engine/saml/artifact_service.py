"""The artifact resolution service of a partner."""

from collections.abc import Callable
from dataclasses import dataclass, field

from hanse.crypto.xml.elements import XmlElement
from hanse.kit.randomness import SystemRandomness
from hanse.saml.artifacts import ARTIFACT_RESOLVE, Artifact, ArtifactResponse, read_artifact_resolve
from hanse.saml.envelopes import Body, Envelope, Header, envelope_of
from hanse.saml.soap import read_soap, soap_message
from hanse.saml.statuses import Status
from tests.support.clock import ManualClock
from tests.support.json_service import Service

RESOLUTION = "/partner/ars"


def unsigned(answer: ArtifactResponse) -> XmlElement:
    return answer.to_element()


@dataclass
class ArtifactService:
    """Gives each message out once, in answers that `protect` signs."""

    service: Service
    clock: ManualClock
    entity_id: str
    protect: Callable[[ArtifactResponse], XmlElement] = unsigned
    messages: dict[str, XmlElement] = field(default_factory=dict)
    asked: list[tuple[Envelope, dict[str, str]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.service.makers[RESOLUTION] = self._resolve

    @property
    def settings(self) -> dict[str, object]:
        """The settings of the connection to the partner."""
        return {"lifetime": 60, "resolverLocations": [{"index": 0, "url": f"{self.service.url}{RESOLUTION}"}]}

    def artifact(self, message: XmlElement, entity_id: str = "") -> str:
        """Return a new artifact for a message."""
        made = str(Artifact.new(entity_id or self.entity_id, 0, SystemRandomness()))
        self.messages[made] = message
        return made

    def _resolve(self, body: bytes) -> tuple[int, bytes]:
        envelope = envelope_of(read_soap(body), [ARTIFACT_RESOLVE])
        headers = next(sent[2] for sent in reversed(self.service.received) if sent[1] == RESOLUTION)
        self.asked.append((envelope, headers))
        asked = read_artifact_resolve(Body(envelope.document.root, is_signed=False))
        header = Header("_resolved", self.clock.now(), self.entity_id, in_response_to=asked.header.id)
        answer = ArtifactResponse(header, Status(), self.messages.pop(asked.artifact, None))
        return 200, soap_message(self.protect(answer))
