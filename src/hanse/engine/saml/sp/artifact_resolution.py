"""Requests of identity providers for the messages of this server's artifacts, as service provider."""

from dataclasses import dataclass

from hanse.crypto.xml.elements import XmlElement
from hanse.crypto.xml.signatures import sign_enveloped
from hanse.engine.http.request import Request
from hanse.engine.saml.idp.artifact_resolution import ResolveRequest
from hanse.engine.saml.idp.back_channel import PartnerBackChannel, open_soap
from hanse.engine.saml.idp.refusals import ResponseFailed, UnknownRequest
from hanse.engine.saml.sp.providers import ProviderPartner, find_provider
from hanse.engine.snapshot.identity_providers import message_signing
from hanse.engine.stored_artifacts import ArtifactRecipient, ArtifactRecipientRole
from hanse.saml.artifacts import ARTIFACT_RESOLVE
from hanse.saml.paths import SP_ARTIFACT_PATH


@dataclass(frozen=True)
class ProviderResolution:
    """Receives the requests of identity providers."""

    back_channel: PartnerBackChannel

    async def __call__(self, request: Request) -> ResolveRequest:
        """Return an authenticated request. Raises XmlRefused."""
        envelope = await open_soap(request, ARTIFACT_RESOLVE)
        partner = find_provider(request, envelope.issuer)
        if partner is None:
            raise UnknownRequest(f"There is no active IdP connection with the entity ID {envelope.issuer}.")
        body = await self.back_channel.verified(request, envelope, partner, SP_ARTIFACT_PATH)
        return ResolveRequest(
            ArtifactRecipient(ArtifactRecipientRole.IDENTITY_PROVIDER, partner.entity_id),
            partner.id,
            body,
            partner.stored.own.entity_id,
            lambda response: _protected(partner, response),
        )


def _protected(partner: ProviderPartner, response: XmlElement) -> XmlElement:
    if not partner.sso.always_sign_artifact_response:
        return response
    try:
        signing = message_signing(partner.settings, partner.stored.own)
    except ValueError as error:
        raise ResponseFailed(str(error)) from error
    return sign_enveloped(
        response, signing.key, algorithm=signing.algorithm, include_certificate=signing.includes_certificate
    )
