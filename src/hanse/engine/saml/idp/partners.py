"""The active SP connections of a snapshot, by their entity IDs.

There can be thousands of them, and few are used between two changes. So a connection is parsed when the first message
of its partner arrives. Signing keys are opened when the snapshot is built, once for each key pair.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property, partial
from typing import Final

import structlog
from cryptography import x509

from hanse.config.list_query import StoredDocument
from hanse.config.transaction_view import TransactionView
from hanse.crypto.xml.signatures import XmlSigningKey
from hanse.engine.saml.recipient_encryption import RecipientEncryption, recipient_encryption
from hanse.engine.signin.contracts import Origin
from hanse.engine.snapshot.active_connections import StoredConnection, entity_id_of, updated_connections
from hanse.engine.snapshot.compiler import Compiler, CompilerInput
from hanse.engine.snapshot.configuration_parts import readable_document
from hanse.engine.snapshot.xml_signing_keys import decryption_keys_of, opened_key_pairs, signing_key_of
from hanse.resources.federation.connections.certificates import certificate_of, verifying
from hanse.resources.federation.connections.endpoint_rules import absolute_endpoint
from hanse.resources.federation.connections.endpoints import Binding, Protocol
from hanse.resources.federation.sp_connections.assertion_mappings import AssertionMapping
from hanse.resources.federation.sp_connections.browser_sso import SpBrowserSso
from hanse.resources.federation.sp_connections.model import SpConnection
from hanse.resources.federation.sp_connections.resource import SP_CONNECTIONS
from hanse.resources.mapping.model import SourceType
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from hanse.resources.security.key_pairs.open_key_pairs import OpenKeyPair
from hanse.resources.security.trusted_cas import TRUSTED_CAS
from hanse.resources.trusted_authorities import trusted_authorities
from hanse.saml.envelopes import DecryptionKeys, SignatureTrust
from hanse.saml.xml_names import BINDING_ARTIFACT, BINDING_POST

# The bindings by which responses are sent, by their URIs.
RESPONSE_BINDINGS: Final = {BINDING_POST: Binding.POST, BINDING_ARTIFACT: Binding.ARTIFACT}
_DECRYPTION: Final = ("decryptionKeyPairRef", "secondaryDecryptionKeyPairRef")
_INBOUND, _BASIC = "inboundBackChannelAuth", "httpBasicCredentials"
LOG = structlog.stdlib.get_logger("hanse.saml")


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

    @property
    def entity_id(self) -> str:
        """Return the entity ID of the partner."""
        return self.settings.entity_id

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

    def logout_endpoint(self) -> tuple[Binding, str] | None:
        """Return the binding and the address to which logout responses are sent, or None."""
        for each in self.sso.slo_service_endpoints:
            if each.binding in (Binding.POST, Binding.REDIRECT):
                return each.binding, absolute_endpoint(self.settings.base_url, each.response_url or each.url)
        return None

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
    def has_certificates(self) -> bool:
        """Return whether the connection has active certificates, valid or not."""
        return bool(self._certificates)

    @cached_property
    def client_certificates(self) -> Sequence[x509.Certificate]:
        """The active certificates with which the partner authenticates as a TLS client."""
        found = verifying(self.settings.credentials.inbound.certs)
        return [certificate_of(each.x509_file.file_data) for each in found]

    @cached_property
    def _certificates(self) -> Sequence[x509.Certificate]:
        return [certificate_of(each.x509_file.file_data) for each in self.settings.credentials.verifying]


@dataclass(frozen=True, eq=False)
class _StoredPartner(StoredConnection):
    """A connection as it is stored."""

    # The ID of the key pair that signs; empty for none.
    key_pair: str
    # The password with which the partner authenticates on the back channel; empty for none.
    password: str = field(default="", repr=False)
    # The certificates of the partner as a TLS client, as PEM.
    client_certificates: tuple[str, ...] = ()
    # The IDs of the key pairs that decrypt.
    decryption_pairs: tuple[str, ...] = ()

    @cached_property
    def parsed(self) -> SpPartner | None:
        """The connection; None if this version cannot read it."""
        settings = readable_document(SP_CONNECTIONS, self.id, self.body)
        return None if settings is None else SpPartner(self.id, settings, self.password, self.decryption_pairs)


class SpPartners:
    """The active connections, and the keys that sign for them."""

    def __init__(
        self, by_id: Mapping[str, _StoredPartner], key_pairs: Mapping[str, OpenKeyPair], authorities: str
    ) -> None:
        """`authorities` are trusted for requests to partners, as PEM."""
        self.by_id = by_id
        self.key_pairs = key_pairs
        self.authorities = authorities
        self._signing = {id_: signing_key_of(each) for id_, each in key_pairs.items()}
        self._by_entity_id = {each.entity_id: each for each in by_id.values()}

    def find(self, entity_id: str, protocol: Protocol = Protocol.SAML20) -> SpPartner | None:
        """Return the connection to a service provider that uses a protocol, or None."""
        found = self.find_any(entity_id)
        return found if found is not None and found.sso.protocol is protocol else None

    def find_any(self, entity_id: str) -> SpPartner | None:
        """Return the connection to a service provider with any protocol, or None."""
        stored = self._by_entity_id.get(entity_id)
        return None if stored is None else stored.parsed

    def client_certificates(self) -> Iterator[str]:
        """Yield the certificates with which partners authenticate as TLS clients, as PEM."""
        for each in self.by_id.values():
            yield from each.client_certificates

    def signing_key(self, partner: SpPartner) -> XmlSigningKey | None:
        """Return the key that signs for a partner; None if it cannot be used."""
        return self._signing.get(partner.key_pair)

    def decryption_keys(self, partner: SpPartner) -> DecryptionKeys | None:
        """Return the keys that decrypt what a partner sends; None without any that can be used."""
        pairs = (self.key_pairs[id_] for id_ in partner.decryption_pairs if id_ in self.key_pairs)
        found = tuple(decryption_keys_of(pairs))
        return DecryptionKeys(found) if found else None


def _stored(view: TransactionView, stored: StoredDocument, text: bytes) -> _StoredPartner:
    credentials = stored.body.get("credentials") or {}
    signing = credentials.get("signingSettings") or {}
    key_pair = str((signing.get("signingKeyPairRef") or {}).get("id") or "")
    inbound = credentials.get(_INBOUND) or {}
    decryption = tuple(each["id"] for each in map(credentials.get, _DECRYPTION) if each)
    certificates = tuple(each["x509File"]["fileData"] for each in inbound.get("certs") or ())
    has_password = bool(inbound.get(_BASIC))
    password = view.secret(SP_CONNECTIONS, stored, "credentials", _INBOUND, _BASIC, "password") if has_password else ""
    return _StoredPartner(stored.id, entity_id_of(stored), text, key_pair, password or "", certificates, decryption)


def _compile(given: CompilerInput[SpPartners]) -> SpPartners:
    previous = given.previous
    found = updated_connections(
        given, SP_CONNECTIONS, None if previous is None else previous.by_id, partial(_stored, given.view)
    )
    signing = (each.key_pair for each in found.values() if each.key_pair)
    pairs = dict.fromkeys((*signing, *(id_ for each in found.values() for id_ in each.decryption_pairs)))
    opened = {} if previous is None else previous.key_pairs
    same = {
        id_: opened[id_] for id_ in pairs if id_ in opened and not given.changes.include(SIGNING_KEY_PAIRS.kind, id_)
    }
    key_pairs = {**same, **opened_key_pairs(given.view, [id_ for id_ in pairs if id_ not in same])}
    return SpPartners(found, key_pairs, trusted_authorities(given.view))


SP_PARTNERS: Final[Compiler[SpPartners]] = Compiler(
    "spPartners", frozenset({SP_CONNECTIONS.kind, SIGNING_KEY_PAIRS.kind, TRUSTED_CAS.kind}), _compile
)
