"""Artifacts that browsers bring: this server exchanges them for the partner's messages (SAML bindings, section 3.6)."""

from dataclasses import dataclass
from typing import Final

from hanse.data_stores.client_pool import DataStoreClients
from hanse.engine.http.request import Request
from hanse.engine.saml.browser_messages import BrowserMessage
from hanse.engine.saml.idp.refusals import UnknownRequest
from hanse.engine.services import Purpose, Services
from hanse.plugins.connections.saml_provider.artifact_resolver import ArtifactResolver
from hanse.plugins.connections.saml_provider.settings import ArtifactServices
from hanse.plugins.provider_failures import ProviderFailure
from hanse.resources.federation.connections.endpoints import Binding
from hanse.saml.artifacts import Artifact
from hanse.saml.bindings import RELAY_STATE, SAML_ARTIFACT, checked_relay_state
from hanse.saml.envelopes import Header, SignatureTrust
from hanse.saml.values import new_saml_id

# A connection and an answer have five seconds each.
_SECONDS: Final = 12.0


@dataclass(frozen=True)
class ReceivedArtifact:
    """An artifact that was not exchanged yet. Its source ID finds the partner."""

    artifact: Artifact
    relay_state: str | None

    async def resolved(
        self,
        services: Services,
        partner: ArtifactServices | None,
        trust: SignatureTrust,
        server: str,
        expected: dict[str, str],
    ) -> BrowserMessage:
        """Return the message, which the partner has delivered. Raises XmlRefused and TemporarilyUnavailable.

        `server` is the entity ID of this server towards the partner, and `expected` has the elements by the parameters
        that would contain them in other bindings.
        """
        if partner is None:
            raise UnknownRequest("The connection has no artifact resolver location.")
        header = Header(new_saml_id(services.randomness), services.clock.now(), server)
        sender = services.ports.get(DataStoreClients).http(partner.channel.connection)
        resolver = ArtifactResolver(partner, sender, trust)
        try:
            found = await services.work.run(
                Purpose.ADAPTERS,
                resolver.resolve,
                str(self.artifact),
                header,
                *expected.values(),
                seconds=_SECONDS,
            )
        except ProviderFailure as failure:
            raise UnknownRequest(str(failure)) from failure
        if found.envelope.issuer != partner.entity_id:
            raise UnknownRequest("The artifact of a partner has the message of another one.")
        parameter = next(name for name, tag in expected.items() if tag == found.envelope.tag)
        return BrowserMessage(Binding.ARTIFACT, parameter, found.envelope, self.relay_state, resolved=found)


async def received_artifact(request: Request) -> ReceivedArtifact | None:
    """Return the artifact in an HTTP request, or None. Raises InvalidMessage."""
    sent = request.query if request.method == "GET" else await request.form()
    text, state = sent.one(SAML_ARTIFACT), sent.one(RELAY_STATE)
    if text is None:
        return None
    return ReceivedArtifact(Artifact.parse(text), None if state is None else checked_relay_state(state))
