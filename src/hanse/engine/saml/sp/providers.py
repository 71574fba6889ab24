"""SAML identity providers as partners on the back channel."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property

from cryptography import x509

from hanse.crypto.xml.anchored_trust import SignerNames
from hanse.engine.http.request import Request
from hanse.engine.snapshot.connection_sources import CONNECTION_SOURCES, StoredSource
from hanse.resources.federation.connections.back_channel import InboundBackChannelAuth
from hanse.resources.federation.connections.certificates import certificate_of, verifying
from hanse.resources.federation.idp_connections.browser_sso.model import IdpBrowserSso
from hanse.resources.federation.idp_connections.model import IdpConnection
from hanse.saml.envelopes import SignatureTrust


@dataclass(frozen=True)
class ProviderPartner:
    """An identity provider with an active SAML connection; a `BackChannelSender`."""

    stored: StoredSource = field(repr=False)
    settings: IdpConnection
    sso: IdpBrowserSso

    @property
    def id(self) -> str:
        """Return the ID of the connection."""
        return self.stored.id

    @property
    def entity_id(self) -> str:
        """Return the entity ID of the partner."""
        return self.stored.entity_id

    @property
    def inbound(self) -> InboundBackChannelAuth:
        """Return the authentication that the partner needs."""
        return self.settings.credentials.inbound

    @property
    def password(self) -> str:
        """Return the password with which the partner authenticates; empty for none."""
        return self.stored.own.partner_password

    @cached_property
    def client_certificates(self) -> Sequence[x509.Certificate]:
        """The active certificates with which the partner authenticates as a TLS client."""
        return [certificate_of(each.x509_file.file_data) for each in verifying(self.inbound.certs)]

    @property
    def verifies_signatures(self) -> bool:
        """Return whether the connection has active certificates, valid or not, or names of certificates."""
        return self.settings.credentials.verifies_signatures

    @property
    def signer_names(self) -> SignerNames | None:
        """Return the names in certificates that the partner may sign with; None if they are not used."""
        return self.settings.credentials.signer_names

    def trust(self, now: datetime) -> SignatureTrust:
        """Return the active certificates that are valid at a time, in the order in which they are tried."""
        certificates = (certificate_of(each.x509_file.file_data) for each in self.settings.credentials.verifying)
        return SignatureTrust(
            [each for each in certificates if each.not_valid_before_utc <= now <= each.not_valid_after_utc]
        )


def find_provider(request: Request, entity_id: str) -> ProviderPartner | None:
    """Return the identity provider with an entity ID; None if it has no active connection with SAML 2.0."""
    stored = request.snapshot.part(CONNECTION_SOURCES).find_stored(entity_id)
    connection = None if stored is None else stored.connection
    sso = None if connection is None else connection.idp_browser_sso
    if stored is None or connection is None or sso is None or not sso.is_saml:
        return None
    return ProviderPartner(stored, connection, sso)
