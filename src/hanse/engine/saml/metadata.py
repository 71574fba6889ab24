"""The SAML metadata that each issuer publishes, with the roles that active connections give to this server.

It is signed with the key of the settings, or with the first signing key of the connections. A partner therefore has to
receive the metadata or the certificate once over a trusted channel. The roles of all connections are combined when the
snapshot is built; a signed document is kept for an hour.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Any, Final

from hanse.config.declare.resource import Resource
from hanse.config.list_query import StoredDocument
from hanse.crypto.xml.algorithms import default_algorithm
from hanse.crypto.xml.signatures import FIRST, XmlSigningKey, sign_enveloped
from hanse.engine.http.answers import Answer, empty_answer
from hanse.engine.http.protocol_endpoint import Access, Origins, ProtocolEndpoint
from hanse.engine.http.request import Request
from hanse.engine.services import Services
from hanse.engine.signin.endpoints import PageErrors
from hanse.engine.snapshot.active_connections import updated_connections
from hanse.engine.snapshot.compiler import Compiler, CompilerInput
from hanse.engine.snapshot.configuration_parts import SERVER, UNREADABLE, not_usable
from hanse.engine.snapshot.xml_signing_keys import xml_signing_keys
from hanse.kit.endpoint_descriptions import EndpointKind
from hanse.resources.federation.idp_connections.resource import IDP_CONNECTIONS
from hanse.resources.federation.metadata.export import certificates_of
from hanse.resources.federation.metadata.own_metadata import OwnRoles, RoleParts
from hanse.resources.federation.metadata.publication_settings import METADATA_LIFETIME, METADATA_SIGNING
from hanse.resources.federation.own_entity_id import own_entity_id
from hanse.resources.federation.sp_connections.resource import SP_CONNECTIONS
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from hanse.saml.metadata_writing import metadata_element
from hanse.saml.paths import METADATA_PATH
from hanse.saml.values import new_saml_id

CONTENT_TYPE: Final = b"application/samlmetadata+xml"
_KEPT: Final = timedelta(hours=1)
# Partners refuse a copy that is older. Those that reload metadata late can still use it.
_SHORTEST_VALIDITY: Final = timedelta(days=7)


@dataclass(frozen=True, eq=False)
class PublishedMetadata:
    """The roles of this server, and the key that signs its metadata."""

    roles: OwnRoles
    signing_key: XmlSigningKey | None = field(repr=False)
    algorithm: str | None
    cache_duration: timedelta
    # The parts that each connection adds to the roles, by the kind and the ID of the connection.
    parts: Mapping[str, Mapping[str, RoleParts]] = field(default_factory=dict, repr=False)
    # Documents by issuer, with the time until which they are used.
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
    for id_ in {**roles.idp_keys, **roles.sp_keys, **roles.idp_decryption_keys, **roles.decryption_keys}:
        try:
            certificates[id_] = certificates_of(given.view, id_)
        except UNREADABLE as error:
            not_usable(SIGNING_KEY_PAIRS, id_, error)
    signing, lifetime = given.view.singleton(METADATA_SIGNING), given.view.singleton(METADATA_LIFETIME)
    chosen = roles.signing_key if signing.signing_key_ref is None else signing.signing_key_ref.id
    return PublishedMetadata(
        roles,
        None if chosen is None else xml_signing_keys(given.view, [chosen]).get(chosen),
        None if signing.signature_algorithm is None else signing.signature_algorithm.value,
        timedelta(minutes=lifetime.cache_duration),
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


def saml_metadata_endpoint(services: Services) -> ProtocolEndpoint:
    """Return the endpoint that every issuer has below its path."""

    async def publish(request: Request) -> Answer:
        """Answer with the metadata; with 404 if no active connection uses SAML 2.0."""
        document = _document(request, services)
        if document is None:
            return empty_answer(HTTPStatus.NOT_FOUND)
        kept = min(_KEPT, request.snapshot.part(PUBLISHED_METADATA).cache_duration)
        caching = f"max-age={kept // timedelta(seconds=1)}".encode()
        return Answer(200, ((b"content-type", CONTENT_TYPE), (b"cache-control", caching)), document)

    return ProtocolEndpoint(
        METADATA_PATH,
        Access.PUBLIC,
        {"GET": publish},
        PageErrors(services.pages),
        origins=Origins.ANY,
        title="SAML metadata",
        description="Signed SAML 2.0 metadata of this server, with the roles that active connections give to it.",
        kinds=frozenset({EndpointKind.IDP, EndpointKind.SP}),
    )


def _document(request: Request, services: Services) -> bytes | None:
    published = request.snapshot.part(PUBLISHED_METADATA)
    server = request.snapshot.part(SERVER)
    entity_id = own_entity_id(server)
    if not entity_id or not (published.roles.is_idp or published.roles.is_sp):
        return None
    now, issuer = services.clock.now(), request.issuer.identifier
    kept_until, document = published.documents.get(f"{issuer}\0{entity_id}", (now, b""))
    if kept_until > now:
        return document
    contact = server.contact_info.model_dump(by_alias=True) if server.contact_info else None
    entity = published.roles.entity(entity_id, issuer, contact)
    element = metadata_element(
        replace(
            entity,
            valid_until=now + max(_SHORTEST_VALIDITY, 2 * published.cache_duration),
            cache_duration=published.cache_duration,
        ),
        new_saml_id(services.randomness),
    )
    key = published.signing_key
    if key is not None:
        sign_enveloped(element, key, algorithm=published.algorithm or default_algorithm(key.private), position=FIRST)
    document = element.serialized()
    published.documents[f"{issuer}\0{entity_id}"] = (now + min(_KEPT, published.cache_duration), document)
    return document
