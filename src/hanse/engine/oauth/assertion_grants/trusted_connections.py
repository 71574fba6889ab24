"""The active IdP connections of a snapshot, by their entity IDs.

There can be thousands of them, and few are used between two changes. So a connection is parsed when the first assertion
of its partner arrives, and not when the snapshot is built.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Final

from cryptography import x509

from hanse.config.list_query import StoredDocument
from hanse.crypto.certificate_chains import public_key_of
from hanse.crypto.key_pairs import PublicKey
from hanse.crypto.xml.anchored_trust import SignerNames
from hanse.engine.snapshot.active_connections import StoredConnection, entity_id_of, updated_connections
from hanse.engine.snapshot.compiler import Compiler, CompilerInput
from hanse.engine.snapshot.configuration_parts import readable_document
from hanse.resources.federation.connections.certificates import certificate_of
from hanse.resources.federation.idp_connections.model import TOKEN_SUBJECT, IdpConnection, IdpOAuthGrantAttributeMapping
from hanse.resources.federation.idp_connections.resource import IDP_CONNECTIONS
from hanse.resources.mapping.fulfillment import CompiledMapping
from hanse.saml.envelopes import SignatureTrust

_GRANT: Final = "idpOAuthGrantAttributeMapping"


@dataclass(frozen=True, eq=False)
class TrustedConnection:
    """An active connection. It may be used by several threads."""

    id: str
    settings: IdpConnection
    grant: IdpOAuthGrantAttributeMapping

    @property
    def entity_id(self) -> str:
        """Return the issuer of the partner's assertions."""
        return self.settings.entity_id

    @property
    def keys_url(self) -> str:
        """Return the address of the partner's JSON Web Key Set; empty for none."""
        return self.settings.credentials.jwks_url or ""

    @property
    def accepts_once(self) -> bool:
        """Return whether each assertion is accepted once."""
        return self.grant.replay_prevention

    @cached_property
    def attributes(self) -> frozenset[str]:
        """The attributes of the contract."""
        contract = self.grant.idp_o_auth_attribute_contract
        return frozenset({TOKEN_SUBJECT, *(each.name for each in contract.extended_attributes)})

    @cached_property
    def masked(self) -> tuple[str, ...]:
        """The attributes whose values no trace may have."""
        contract = self.grant.idp_o_auth_attribute_contract
        return tuple(each.name for each in (*contract.core_attributes, *contract.extended_attributes) if each.masked)

    @cached_property
    def mappings(self) -> Mapping[str, CompiledMapping]:
        """The fulfillment of access token managers' contracts, by the ids of the managers."""
        mappings = self.grant.access_token_manager_mappings
        return {each.access_token_manager_ref.id: CompiledMapping(each) for each in mappings}

    def certificate_keys(self, now: datetime) -> tuple[PublicKey, ...]:
        """Return the keys of the active certificates that are valid at a time, in the order in which they are tried."""
        valid = self.certificates(now)
        return tuple(key for certificate, key in self._certificates if certificate in valid)

    @property
    def signer_names(self) -> SignerNames | None:
        """Return the names in certificates that the partner may sign with; None if they are not used."""
        return self.settings.credentials.signer_names

    def trust(self, now: datetime) -> SignatureTrust:
        """Return the active certificates that are valid at a time."""
        return SignatureTrust(self.certificates(now))

    def certificates(self, now: datetime) -> tuple[x509.Certificate, ...]:
        """Return the active certificates that are valid at a time, in the order in which they are tried."""
        return tuple(
            certificate
            for certificate, _key in self._certificates
            if certificate.not_valid_before_utc <= now <= certificate.not_valid_after_utc
        )

    @cached_property
    def _certificates(self) -> tuple[tuple[x509.Certificate, PublicKey], ...]:
        files = (each.x509_file.file_data for each in self.settings.credentials.verifying)
        return tuple((found, public_key_of(found)) for found in map(certificate_of, files))


class _StoredConnection(StoredConnection):
    """A connection as it is stored."""

    @cached_property
    def parsed(self) -> TrustedConnection | None:
        """The connection; None if it has no settings for assertion grants, or this version cannot read it."""
        settings = readable_document(IDP_CONNECTIONS, self.id, self.body)
        grant = None if settings is None else settings.idp_o_auth_grant_attribute_mapping
        return None if settings is None or grant is None else TrustedConnection(self.id, settings, grant)


class TrustedConnections:
    """The active connections."""

    def __init__(self, by_id: Mapping[str, _StoredConnection]) -> None:
        self.by_id = by_id
        self._by_entity_id = {each.entity_id: each for each in by_id.values()}

    def find(self, entity_id: str) -> TrustedConnection | None:
        """Return the connection to an identity provider, or None."""
        stored = self._by_entity_id.get(entity_id)
        return None if stored is None else stored.parsed


def _stored(stored: StoredDocument, text: bytes) -> _StoredConnection | None:
    is_used = stored.body.get(_GRANT) is not None
    return _StoredConnection(stored.id, entity_id_of(stored), text) if is_used else None


def _compile(given: CompilerInput[TrustedConnections]) -> TrustedConnections:
    previous = None if given.previous is None else given.previous.by_id
    return TrustedConnections(updated_connections(given, IDP_CONNECTIONS, previous, _stored))


TRUSTED_CONNECTIONS: Final[Compiler[TrustedConnections]] = Compiler(
    "trustedConnections", frozenset({IDP_CONNECTIONS.kind}), _compile
)
