"""An active SP connection, as the identity provider uses it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Final

from cryptography import x509

from hanse.crypto.xml.anchored_trust import SignerNames
from hanse.engine.saml.recipient_encryption import RecipientEncryption, recipient_encryption
from hanse.engine.signin.contracts import Origin
from hanse.resources.federation.connections.back_channel import InboundBackChannelAuth
from hanse.resources.federation.connections.certificates import certificate_of, verifying
from hanse.resources.federation.connections.endpoint_rules import absolute_endpoint
from hanse.resources.federation.connections.endpoints import Binding
from hanse.resources.federation.sp_connections.assertion_mappings import AssertionMapping
from hanse.resources.federation.sp_connections.browser_sso import SpBrowserSso
from hanse.resources.federation.sp_connections.model import SpConnection
from hanse.resources.mapping.model import SourceType
from hanse.saml.envelopes import SignatureTrust
from hanse.saml.xml_names import BINDING_ARTIFACT, BINDING_POST

# The bindings by which responses are sent, by their URIs.
RESPONSE_BINDINGS: Final = {BINDING_POST: Binding.POST, BINDING_ARTIFACT: Binding.ARTIFACT}


@dataclass(frozen=True)
class OutboundSecrets:
    """The secrets with which this server authenticates on the back channel of a partner."""

    # Empty for none.
    password: str = field(default="", repr=False)
    # The ID of the key pair of the TLS client; empty for none.
    client_pair: str = ""


NO_SECRETS: Final = OutboundSecrets()


@dataclass(frozen=True)
class AssertionConsumer:
    """An address of the partner to which responses are sent."""

    url: str
    index: int
    is_default: bool
    binding: Binding = Binding.POST


@dataclass(frozen=True, eq=False)
class SpPartner:
    """An active connection. It may be used by several threads."""

    id: str
    settings: SpConnection
    # The password with which the partner authenticates on the back channel; empty for none.
    password: str = field(default="", repr=False)
    # The IDs of the key pairs that decrypt.
    decryption_pairs: tuple[str, ...] = ()
    outbound: OutboundSecrets = NO_SECRETS

    @property
    def entity_id(self) -> str:
        """Return the entity ID of the partner."""
        return self.settings.entity_id

    @property
    def inbound(self) -> InboundBackChannelAuth:
        """Return the authentication that the partner needs on the back channel."""
        return self.settings.credentials.inbound

    @property
    def sso(self) -> SpBrowserSso:
        """Return the settings of Browser SSO."""
        return self.settings.sp_browser_sso

    @property
    def key_pair(self) -> str:
        """Return the ID of the key pair that signs; empty for none."""
        signing = self.settings.credentials.signing_settings
        return "" if signing is None else signing.signing_key_pair_ref.id

    @cached_property
    def consumers(self) -> tuple[AssertionConsumer, ...]:
        """The assertion consumer services, the default one first."""
        found = [
            AssertionConsumer(
                absolute_endpoint(self.settings.base_url, each.url),
                position if each.index is None else each.index,
                each.is_default,
                each.binding,
            )
            for position, each in enumerate(self.sso.sso_service_endpoints)
        ]
        return tuple(sorted(found, key=lambda each: not each.is_default))

    @cached_property
    def encryption(self) -> RecipientEncryption:
        """The encryption of what the partner receives."""
        return recipient_encryption(self.settings.credentials)

    @cached_property
    def mappings(self) -> Mapping[tuple[str, str], AssertionMapping]:
        """The mappings by the type and the ID of their source."""
        adapters = {(SourceType.ADAPTER.value, each.idp_adapter_ref.id): each for each in self.sso.adapter_mappings}
        contracts = {
            (SourceType.AUTHENTICATION_POLICY_CONTRACT.value, each.authentication_policy_contract_ref.id): each
            for each in self.sso.authentication_policy_contract_assertion_mappings
        }
        return {**adapters, **contracts}

    @property
    def adapters(self) -> tuple[str, ...]:
        """Return the adapters whose users may sign in."""
        return tuple(each.idp_adapter_ref.id for each in self.sso.adapter_mappings)

    def mapping_for(self, origin: Origin, virtual_id: str) -> AssertionMapping | None:
        """Return the mapping for users of a source, or None."""
        found = self.mappings.get((origin.type, origin.id))
        return found if found is not None and found.applies_to(virtual_id) else None

    def trust(self, now: datetime) -> SignatureTrust:
        """Return the active certificates that are valid at a time, in the order in which they are tried."""
        return SignatureTrust(
            [each for each in self._certificates if each.not_valid_before_utc <= now <= each.not_valid_after_utc]
        )

    @property
    def verifies_signatures(self) -> bool:
        """Return whether the connection has active certificates, valid or not, or names of certificates."""
        return self.settings.credentials.verifies_signatures

    @property
    def signer_names(self) -> SignerNames | None:
        """Return the names in certificates that the partner may sign with; None if they are not used."""
        return self.settings.credentials.signer_names

    @cached_property
    def client_certificates(self) -> Sequence[x509.Certificate]:
        """The active certificates with which the partner authenticates as a TLS client."""
        found = verifying(self.settings.credentials.inbound.certs)
        return [certificate_of(each.x509_file.file_data) for each in found]

    @cached_property
    def _certificates(self) -> Sequence[x509.Certificate]:
        return [certificate_of(each.x509_file.file_data) for each in self.settings.credentials.verifying]
