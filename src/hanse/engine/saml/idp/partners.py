"""The active SP connections of a snapshot, by their entity IDs.

There can be thousands of them, and few are used between two changes. So a connection is parsed when the first message
of its partner arrives. Signing keys are opened when the snapshot is built, once for each key pair.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Final

import structlog

from hanse.config.list_query import StoredDocument
from hanse.config.transaction_view import TransactionView
from hanse.crypto.xml.algorithms import default_algorithm
from hanse.crypto.xml.signatures import XmlSigningKey
from hanse.engine.saml.idp.sp_partner import NO_SECRETS, OutboundSecrets, SpPartner
from hanse.engine.snapshot.active_connections import StoredConnection, entity_id_of, updated_connections
from hanse.engine.snapshot.compiler import Compiler, CompilerInput
from hanse.engine.snapshot.configuration_parts import readable_document
from hanse.engine.snapshot.outbound_channels import (
    artifact_services,
    artifact_source,
    outbound_channel,
    signs_on_back_channel,
)
from hanse.engine.snapshot.xml_signing_keys import decryption_keys_of, opened_key_pairs, signing_key_of
from hanse.plugins.connections.saml_provider.settings import ArtifactServices, MessageSigning, SoapChannel
from hanse.resources.federation.connections.credentials import SECONDARY_KEYS
from hanse.resources.federation.connections.endpoints import Protocol
from hanse.resources.federation.sp_connections.model import SSO
from hanse.resources.federation.sp_connections.resource import SP_CONNECTIONS
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from hanse.resources.security.key_pairs.open_key_pairs import OpenKeyPair
from hanse.resources.security.key_pairs.ssl_client import SSL_CLIENT_KEY_PAIRS
from hanse.resources.security.trusted_cas import TRUSTED_CAS
from hanse.resources.trusted_authorities import trusted_authorities
from hanse.saml.envelopes import DecryptionKeys

_DECRYPTION: Final = ("decryptionKeyPairRef", "secondaryDecryptionKeyPairRef")
_INBOUND, _OUTBOUND, _BASIC = "inboundBackChannelAuth", "outboundBackChannelAuth", "httpBasicCredentials"
LOG = structlog.stdlib.get_logger("hanse.saml")


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
    outbound: OutboundSecrets = NO_SECRETS
    # The source ID of the partner's artifacts.
    source: bytes = b""
    # The IDs of the key pairs whose certificates the metadata contains in addition.
    secondary_pairs: tuple[str, ...] = ()

    @cached_property
    def parsed(self) -> SpPartner | None:
        """The connection; None if this version cannot read it."""
        settings = readable_document(SP_CONNECTIONS, self.id, self.body)
        if settings is None:
            return None
        return SpPartner(self.id, settings, self.password, self.decryption_pairs, self.outbound)


class SpPartners:
    """The active connections, and the keys that sign for them."""

    def __init__(
        self,
        by_id: Mapping[str, _StoredPartner],
        key_pairs: Mapping[str, OpenKeyPair],
        authorities: str,
        client_keys: Mapping[str, OpenKeyPair],
    ) -> None:
        """`authorities` are trusted for requests to partners, as PEM; `client_keys` are those of the TLS client."""
        self.by_id = by_id
        self.key_pairs = key_pairs
        self.authorities = authorities
        self._signing = {id_: signing_key_of(each) for id_, each in key_pairs.items()}
        self.client_keys = client_keys
        self._by_entity_id = {each.entity_id: each for each in by_id.values()}
        self._by_source = {each.source: each for each in by_id.values()}

    def find(self, entity_id: str, protocol: Protocol = Protocol.SAML20) -> SpPartner | None:
        """Return the connection to a service provider that uses a protocol, or None."""
        found = self.find_any(entity_id)
        return found if found is not None and found.sso.protocol is protocol else None

    def find_any(self, entity_id: str) -> SpPartner | None:
        """Return the connection to a service provider with any protocol, or None."""
        stored = self._by_entity_id.get(entity_id)
        return None if stored is None else stored.parsed

    def find_source(self, source: bytes) -> SpPartner | None:
        """Return the connection to the service provider with SAML 2.0 whose artifacts have a source ID, or None."""
        stored = self._by_source.get(source)
        return None if stored is None else self.find(stored.entity_id)

    def client_certificates(self) -> Iterator[str]:
        """Yield the certificates with which partners authenticate as TLS clients, as PEM."""
        for each in self.by_id.values():
            yield from each.client_certificates

    def signing_key(self, partner: SpPartner) -> XmlSigningKey | None:
        """Return the key that signs for a partner; None if it cannot be used."""
        found, settings = self._signing.get(partner.key_pair), partner.settings.credentials.signing_settings
        if found is None or settings is None:
            return found
        return replace(found, includes_key_value=settings.include_raw_key_in_signature)

    def message_signing(self, partner: SpPartner) -> MessageSigning | None:
        """Return the key and the algorithm of messages to a partner; None without a key that can be used."""
        settings, key = partner.settings.credentials.signing_settings, self.signing_key(partner)
        if settings is None or key is None:
            return None
        algorithm = settings.algorithm.value if settings.algorithm else default_algorithm(key.private)
        return MessageSigning(key, algorithm, settings.include_cert_in_signature)

    def soap_channel(self, partner: SpPartner) -> SoapChannel:
        """Return the connections to the SOAP services of a partner. Raises ValueError without a required key."""
        credentials, secrets = partner.settings.credentials, partner.outbound
        signing = self.message_signing(partner) if signs_on_back_channel(credentials) else None
        if signing is None and signs_on_back_channel(credentials):
            raise ValueError("The signing key of the connection cannot be used.")
        client_key = self.client_keys.get(secrets.client_pair)
        if secrets.client_pair and client_key is None:
            raise ValueError("The key pair of the TLS client cannot be used.")
        return outbound_channel(
            credentials,
            signing,
            password=secrets.password,
            client_key="" if client_key is None else client_key.active.to_pem(),
            authorities=self.authorities,
        )

    def artifact_services(self, partner: SpPartner) -> ArtifactServices | None:
        """Return the services that resolve a partner's artifacts, or None. Raises ValueError."""
        return artifact_services(partner.settings, partner.sso.artifact, lambda: self.soap_channel(partner))

    def decryption_keys(self, partner: SpPartner) -> DecryptionKeys | None:
        """Return the keys that decrypt what a partner sends; None without any that can be used."""
        pairs = (self.key_pairs[id_] for id_ in partner.decryption_pairs if id_ in self.key_pairs)
        found = tuple(decryption_keys_of(pairs))
        return DecryptionKeys(found) if found else None


def _stored(view: TransactionView, stored: StoredDocument, text: bytes) -> _StoredPartner:
    credentials = stored.body.get("credentials") or {}
    signing = credentials.get("signingSettings") or {}
    key_pair = str((signing.get("signingKeyPairRef") or {}).get("id") or "")
    inbound, outbound = credentials.get(_INBOUND) or {}, credentials.get(_OUTBOUND) or {}
    artifact = (stored.body.get(SSO) or {}).get("artifact") or {}
    decryption = tuple(each["id"] for each in map(credentials.get, _DECRYPTION) if each)
    certificates = tuple(each["x509File"]["fileData"] for each in inbound.get("certs") or ())
    has_password = bool(inbound.get(_BASIC))
    password = view.secret(SP_CONNECTIONS, stored, "credentials", _INBOUND, _BASIC, "password") if has_password else ""
    has_own = bool(outbound.get(_BASIC))
    own = view.secret(SP_CONNECTIONS, stored, "credentials", _OUTBOUND, _BASIC, "password") if has_own else ""
    client_pair = str((outbound.get("sslAuthKeyPairRef") or {}).get("id") or "")
    return _StoredPartner(
        stored.id,
        entity_id_of(stored),
        text,
        key_pair,
        password or "",
        certificates,
        decryption,
        OutboundSecrets(own or "", client_pair) if own or client_pair else NO_SECRETS,
        artifact_source(entity_id_of(stored), artifact.get("sourceId")),
        tuple(each["id"] for each in signing.get(SECONDARY_KEYS) or ()),
    )


def _compile(given: CompilerInput[SpPartners]) -> SpPartners:
    previous = given.previous
    found = updated_connections(
        given, SP_CONNECTIONS, None if previous is None else previous.by_id, partial(_stored, given.view)
    )
    signing = (each.key_pair for each in found.values() if each.key_pair)
    others = (id_ for each in found.values() for id_ in (*each.decryption_pairs, *each.secondary_pairs))
    pairs = dict.fromkeys((*signing, *others))
    opened = {} if previous is None else previous.key_pairs
    same = {
        id_: opened[id_] for id_ in pairs if id_ in opened and not given.changes.include(SIGNING_KEY_PAIRS.kind, id_)
    }
    key_pairs = {**same, **opened_key_pairs(given.view, [id_ for id_ in pairs if id_ not in same])}
    client_pairs = dict.fromkeys(each.outbound.client_pair for each in found.values() if each.outbound.client_pair)
    client_keys = opened_key_pairs(given.view, client_pairs, SSL_CLIENT_KEY_PAIRS)
    return SpPartners(found, key_pairs, trusted_authorities(given.view), client_keys)


SP_PARTNERS: Final[Compiler[SpPartners]] = Compiler(
    "spPartners",
    frozenset({SP_CONNECTIONS.kind, SIGNING_KEY_PAIRS.kind, SSL_CLIENT_KEY_PAIRS.kind, TRUSTED_CAS.kind}),
    _compile,
)
