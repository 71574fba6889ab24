"""The parts of connections that single logout needs, in the same form for both kinds of partners."""

from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

from cryptography import x509

from hanse.crypto.xml.anchored_trust import SignerNames
from hanse.engine.http.request import Request
from hanse.engine.saml.idp.partners import SP_PARTNERS
from hanse.engine.saml.idp.server_identity import server_identity
from hanse.engine.saml.recipient_encryption import RecipientEncryption, recipient_encryption
from hanse.engine.snapshot.connection_sources import CONNECTION_SOURCES
from hanse.engine.snapshot.identity_providers import logout_decryption_of, message_signing, soap_channel
from hanse.plugins.connections.saml_provider.settings import ArtifactServices, MessageSigning, SoapChannel
from hanse.resources.federation.connections.certificates import certificate_of
from hanse.resources.federation.connections.endpoint_rules import absolute_endpoint
from hanse.resources.federation.connections.endpoints import ARTIFACT_SECONDS, BROWSER_BINDINGS, Binding, Profile
from hanse.resources.federation.idp_connections.browser_sso.model import IdpBrowserSso
from hanse.resources.federation.idp_connections.model import IdpConnection
from hanse.resources.federation.sp_connections.browser_sso import SpBrowserSso
from hanse.resources.federation.sp_connections.model import SpConnection
from hanse.saml.artifacts import Artifact
from hanse.saml.envelopes import DecryptionKeys, SignatureTrust
from hanse.saml.paths import IDP_SLO_PATH, IDP_SOAP_SLO_PATH, SP_SLO_PATH, SP_SOAP_SLO_PATH


class PartnerRole(StrEnum):
    """The role of a partner."""

    SERVICE_PROVIDER = "SP"
    IDENTITY_PROVIDER = "IDP"

    @property
    def is_service_provider(self) -> bool:
        """Return whether this server is the identity provider of the partner."""
        return self is PartnerRole.SERVICE_PROVIDER

    @property
    def path(self) -> str:
        """Return the path at which this server receives the logout messages of such partners."""
        return IDP_SLO_PATH if self.is_service_provider else SP_SLO_PATH

    @property
    def soap_path(self) -> str:
        """Return the path at which this server receives the logout requests that such partners send by SOAP."""
        return IDP_SOAP_SLO_PATH if self.is_service_provider else SP_SOAP_SLO_PATH

    @property
    def own_profile(self) -> Profile:
        """Return the profile with which this server begins a logout."""
        return Profile.IDP_INITIATED_SLO if self.is_service_provider else Profile.SP_INITIATED_SLO

    @property
    def partner_profile(self) -> Profile:
        """Return the profile with which the partner begins a logout."""
        return Profile.SP_INITIATED_SLO if self.is_service_provider else Profile.IDP_INITIATED_SLO


@dataclass(frozen=True)
class LogoutEndpoint:
    """An address of a partner, for requests and for responses."""

    binding: Binding
    url: str
    response_url: str


@dataclass(frozen=True)
class LogoutPartner:
    """A partner with an active connection."""

    role: PartnerRole
    connection: str
    entity_id: str
    # The entity ID of this server towards the partner, unless the user's session has another one.
    server: str
    endpoints: tuple[LogoutEndpoint, ...]
    profiles: frozenset[Profile]
    incoming: frozenset[Binding]
    certificates: tuple[x509.Certificate, ...]
    signing: MessageSigning | None = field(repr=False)
    decryption: DecryptionKeys | None = field(default=None, repr=False)
    # Encrypts name identifiers in requests; None if they are not encrypted.
    encryption: RecipientEncryption | None = None
    # The names in certificates that the partner may sign with; None if they are not used.
    signer_names: SignerNames | None = None
    # Lifetime of the artifacts for messages to the partner, in seconds.
    artifact_seconds: int = ARTIFACT_SECONDS

    @property
    def endpoint(self) -> LogoutEndpoint | None:
        """Return the first endpoint that a browser can reach."""
        return next((each for each in self.endpoints if each.binding in BROWSER_BINDINGS), None)

    @property
    def soap_url(self) -> str:
        """Return the first address for requests by SOAP; empty if there is none."""
        return next((each.url for each in self.endpoints if each.binding is Binding.SOAP), "")

    def receives_requests(self, *, begun_by_service_provider: bool) -> bool:
        """Return whether this server may send the partner a logout request.

        A service provider with either profile takes part in the logout that another service provider begins. A logout
        that begins elsewhere is IdP-initiated for service providers, and SP-initiated for identity providers.
        """
        if begun_by_service_provider and self.role.is_service_provider:
            return bool(self.profiles & {self.role.own_profile, self.role.partner_profile})
        return self.role.own_profile in self.profiles

    def trust(self, now: datetime) -> SignatureTrust:
        """Return the certificates that are valid at a time, in the order in which they are tried."""
        valid = [each for each in self.certificates if each.not_valid_before_utc <= now <= each.not_valid_after_utc]
        return SignatureTrust(valid)


def find_partner(request: Request, role: PartnerRole, entity_id: str) -> LogoutPartner | None:
    """Return the partner with an entity ID; None if it has no active connection that can be used."""
    if role.is_service_provider:
        return _service_provider(request, entity_id)
    return _identity_provider(request, entity_id)


def soap_channel_to(request: Request, partner: LogoutPartner) -> SoapChannel | None:
    """Return the connections to the partner's SOAP services, which sign each message. None without the keys."""
    channel = _soap_channel(request, partner)
    return None if channel is None or partner.signing is None else replace(channel, signing=partner.signing)


def _soap_channel(request: Request, partner: LogoutPartner) -> SoapChannel | None:
    try:
        if partner.role.is_service_provider:
            partners = request.snapshot.part(SP_PARTNERS)
            found = partners.find(partner.entity_id)
            return None if found is None else partners.soap_channel(found)
        stored = request.snapshot.part(CONNECTION_SOURCES).by_id[partner.connection]
        return None if stored.connection is None else soap_channel(stored.connection, stored.own)
    except ValueError:
        return None


def artifact_services_of(request: Request, partner: LogoutPartner) -> ArtifactServices | None:
    """Return the services that resolve the partner's artifacts, or None. Raises ValueError without the keys."""
    if partner.role.is_service_provider:
        partners = request.snapshot.part(SP_PARTNERS)
        found = partners.find(partner.entity_id)
        return None if found is None else partners.artifact_services(found)
    return request.snapshot.part(CONNECTION_SOURCES).by_id[partner.connection].artifact_services


def find_by_artifact(request: Request, role: PartnerRole, artifact: Artifact) -> LogoutPartner | None:
    """Return the partner that has issued an artifact, or None."""
    if role.is_service_provider:
        found = request.snapshot.part(SP_PARTNERS).find_source(artifact.source_id)
        return None if found is None else find_partner(request, role, found.entity_id)
    stored = request.snapshot.part(CONNECTION_SOURCES).find_source(artifact.source_id)
    return None if stored is None else find_partner(request, role, stored.entity_id)


def _service_provider(request: Request, entity_id: str) -> LogoutPartner | None:
    partners = request.snapshot.part(SP_PARTNERS)
    found = partners.find(entity_id)
    if found is None:
        return None
    server = server_identity(request.snapshot, found).entity_id
    policy = found.sso.encryption
    return _partner(
        PartnerRole.SERVICE_PROVIDER,
        found.id,
        found.settings,
        found.sso,
        server,
        partners.message_signing(found),
        decryption=partners.decryption_keys(found) if policy.slo_subject_name_id_encrypted else None,
        is_encrypted=policy.encrypt_slo_subject_name_id,
    )


def _identity_provider(request: Request, entity_id: str) -> LogoutPartner | None:
    sources = request.snapshot.part(CONNECTION_SOURCES)
    id_ = sources.find_entity(entity_id)
    stored = None if id_ is None else sources.by_id[id_]
    connection = None if stored is None else stored.connection
    if stored is None or connection is None or not stored.own.entity_id:
        return None
    sso = connection.idp_browser_sso
    if sso is None or not sso.is_saml:
        return None
    try:
        signing = message_signing(connection, stored.own)
    except ValueError:
        signing = None
    return _partner(
        PartnerRole.IDENTITY_PROVIDER,
        stored.id,
        connection,
        sso,
        stored.own.entity_id,
        signing,
        decryption=logout_decryption_of(sso.decryption_policy, stored.own),
        is_encrypted=sso.decryption_policy.slo_encrypt_subject_name_id,
    )


def _partner(
    role: PartnerRole,
    id_: str,
    settings: SpConnection | IdpConnection,
    sso: SpBrowserSso | IdpBrowserSso,
    server: str,
    signing: MessageSigning | None,
    *,
    decryption: DecryptionKeys | None,
    is_encrypted: bool,
) -> LogoutPartner:
    return LogoutPartner(
        role=role,
        connection=id_,
        entity_id=settings.entity_id,
        server=server,
        endpoints=tuple(
            LogoutEndpoint(
                each.binding,
                absolute_endpoint(settings.base_url, each.url),
                absolute_endpoint(settings.base_url, each.response_url or each.url),
            )
            for each in sso.slo_service_endpoints
        ),
        profiles=frozenset(sso.enabled_profiles),
        incoming=frozenset(sso.incoming_bindings),
        certificates=tuple(certificate_of(each.x509_file.file_data) for each in settings.credentials.verifying),
        signer_names=settings.credentials.signer_names,
        signing=signing,
        decryption=decryption,
        encryption=recipient_encryption(settings.credentials) if is_encrypted else None,
        artifact_seconds=ARTIFACT_SECONDS if sso.artifact is None else sso.artifact.seconds,
    )
