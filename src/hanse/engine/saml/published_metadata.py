"""The content of this server's metadata: the roles that active connections give to it, and the key that signs.

The roles of all connections are combined when the snapshot is built. Without an active SAML 2.0 connection, both roles
are published if the settings name a signing key, so that new servers can be connected.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

from hanse.config.declare.resource import Resource
from hanse.config.list_query import StoredDocument
from hanse.crypto.xml.signatures import XmlSigningKey
from hanse.engine.snapshot.active_connections import updated_connections
from hanse.engine.snapshot.compiler import Compiler, CompilerInput
from hanse.engine.snapshot.configuration_parts import UNREADABLE, not_usable
from hanse.engine.snapshot.xml_signing_keys import xml_signing_keys
from hanse.resources.federation.idp_connections.resource import IDP_CONNECTIONS
from hanse.resources.federation.metadata.export import certificates_of
from hanse.resources.federation.metadata.own_metadata import OwnRoles, RoleParts
from hanse.resources.federation.metadata.publication_settings import METADATA_LIFETIME, METADATA_SIGNING
from hanse.resources.federation.sp_connections.resource import SP_CONNECTIONS
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS


@dataclass(frozen=True, eq=False)
class PublishedMetadata:
    """The roles of this server, and the key that signs its metadata."""

    roles: OwnRoles
    signing_key: XmlSigningKey | None = field(repr=False)
    algorithm: str | None
    cache_duration: timedelta
    # True if the settings name the key; otherwise it is the first one of the connections.
    is_key_chosen: bool = False
    # The parts that each connection adds to the roles, by the kind and the ID of the connection.
    parts: Mapping[str, Mapping[str, RoleParts]] = field(default_factory=dict, repr=False)
    # Documents by issuer, entity ID and partner, with the time until which they are used.
    documents: dict[str, tuple[datetime, bytes]] = field(default_factory=dict, repr=False)


def _compile(given: CompilerInput[PublishedMetadata]) -> PublishedMetadata:
    certificates: dict[str, list[Any]] = {}
    roles = OwnRoles(lambda id_: certificates.get(id_, ()))
    parts = {
        SP_CONNECTIONS.kind: _parts_of(given, SP_CONNECTIONS, OwnRoles.add_sp_connection),
        IDP_CONNECTIONS.kind: _parts_of(given, IDP_CONNECTIONS, OwnRoles.add_idp_connection),
    }
    # Sorted, so that all nodes sign with the same key, regardless of the order in which they read the connections.
    for each in sorted({each for found in parts.values() for each in found.values()}):
        roles.merge(each)
    signing, lifetime = given.view.singleton(METADATA_SIGNING), given.view.singleton(METADATA_LIFETIME)
    if signing.signing_key_ref is not None and not (roles.is_idp or roles.is_sp):
        roles.offer_both(signing.signing_key_ref.id)
    for id_ in {**roles.idp_keys, **roles.sp_keys, **roles.idp_decryption_keys, **roles.decryption_keys}:
        try:
            certificates[id_] = certificates_of(given.view, id_)
        except UNREADABLE as error:
            not_usable(SIGNING_KEY_PAIRS, id_, error)
    chosen = roles.signing_key if signing.signing_key_ref is None else signing.signing_key_ref.id
    return PublishedMetadata(
        roles,
        None if chosen is None else xml_signing_keys(given.view, [chosen]).get(chosen),
        None if signing.signature_algorithm is None else signing.signature_algorithm.value,
        timedelta(minutes=lifetime.cache_duration),
        signing.signing_key_ref is not None,
        parts,
    )


def _parts_of(
    given: CompilerInput[PublishedMetadata], resource: Resource[Any], add: Callable[[OwnRoles, Mapping[str, Any]], None]
) -> Mapping[str, RoleParts]:
    """Return what each connection of a kind adds. Most connections add the same, which is kept once."""
    previous = None if given.previous is None else given.previous.parts[resource.kind]
    known = {each: each for each in (previous or {}).values()}

    def parts(stored: StoredDocument, _text: bytes) -> RoleParts:
        roles = OwnRoles(lambda _id: ())
        add(roles, stored.body)
        found = roles.parts()
        return known.setdefault(found, found)

    return updated_connections(given, resource, previous, parts)


PUBLISHED_METADATA: Final[Compiler[PublishedMetadata]] = Compiler(
    "publishedSamlMetadata",
    frozenset(
        {
            SP_CONNECTIONS.kind,
            IDP_CONNECTIONS.kind,
            SIGNING_KEY_PAIRS.kind,
            METADATA_LIFETIME.kind,
            METADATA_SIGNING.kind,
        }
    ),
    _compile,
)
