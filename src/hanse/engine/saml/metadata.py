"""The metadata that each issuer publishes: for all partners with SAML, or for the partner that a request names.

It is signed with the key of the settings, or with the first signing key of the connections. A partner therefore has to
receive the metadata or the certificate once over a trusted channel. A signed document is kept for an hour.
"""

from dataclasses import replace
from datetime import timedelta
from http import HTTPStatus
from typing import Final

from hanse.crypto.xml.algorithms import default_algorithm
from hanse.crypto.xml.elements import XmlElement
from hanse.crypto.xml.signatures import FIRST, XmlSigningKey, sign_enveloped
from hanse.engine.http.answers import Answer, empty_answer
from hanse.engine.http.protocol_endpoint import Access, Origins, ProtocolEndpoint
from hanse.engine.http.request import Request
from hanse.engine.saml.partner_metadata import (
    IDP_PARTNER,
    PARAMETERS,
    SP_PARTNER,
    Wanted,
    default_key,
    find_wanted,
    wanted_element,
)
from hanse.engine.saml.published_metadata import PUBLISHED_METADATA, PublishedMetadata
from hanse.engine.services import Services
from hanse.engine.signin.endpoints import PageErrors
from hanse.engine.snapshot.configuration_parts import SERVER
from hanse.kit.endpoint_descriptions import EndpointKind
from hanse.resources.federation.own_entity_id import own_entity_id
from hanse.saml.metadata_writing import metadata_element
from hanse.saml.paths import METADATA_PATH
from hanse.saml.values import new_saml_id

CONTENT_TYPE: Final = b"application/samlmetadata+xml"
_KEPT: Final = timedelta(hours=1)
# Partners refuse a copy that is older. Those that reload metadata late can still use it.
_SHORTEST_VALIDITY: Final = timedelta(days=7)
# There can be thousands of partners, and each has a document of its own.
_MOST_DOCUMENTS: Final = 1000


def saml_metadata_endpoint(services: Services) -> ProtocolEndpoint:
    """Return the endpoint that every issuer has below its path."""

    async def publish(request: Request) -> Answer:
        """Answer with the metadata; with 404 if the server has no role, or no active connection to the partner."""
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
        title="Federation metadata",
        description="Signed SAML 2.0 metadata of this server, with the roles that active connections give to it."
        " A server without connections publishes both roles once a metadata signing key is chosen."
        f" {SP_PARTNER} or {IDP_PARTNER} selects the metadata for one partner, also with WS-Federation.",
        kinds=frozenset({EndpointKind.IDP, EndpointKind.SP}),
    )


def _document(request: Request, services: Services) -> bytes | None:
    wanted = find_wanted(request)
    if wanted is None and any(each in request.query for each in PARAMETERS):
        return None
    published, issuer = request.snapshot.part(PUBLISHED_METADATA), request.issuer.identifier
    now, own = services.clock.now(), own_entity_id(request.snapshot.part(SERVER))
    key = f"{issuer}\0{own if wanted is None else wanted.key}"
    kept_until, document = published.documents.get(key, (now, b""))
    if kept_until > now:
        return document
    element = _element(request, services, wanted)
    if element is None:
        return None
    document = _signed(element, published, None if wanted is None else default_key(request, wanted))
    if len(published.documents) >= _MOST_DOCUMENTS:
        published.documents.clear()
    published.documents[key] = (now + min(_KEPT, published.cache_duration), document)
    return document


def _element(request: Request, services: Services, wanted: Wanted | None) -> XmlElement | None:
    """Return the metadata, unsigned; None if there is none."""
    published, server = request.snapshot.part(PUBLISHED_METADATA), request.snapshot.part(SERVER)
    identifier, kept = new_saml_id(services.randomness), published.cache_duration
    valid_until = services.clock.now() + max(_SHORTEST_VALIDITY, 2 * kept)
    if wanted is not None:
        return wanted_element(request, wanted, identifier, valid_until, kept)
    entity_id = own_entity_id(server)
    if not entity_id or not (published.roles.is_idp or published.roles.is_sp):
        return None
    contact = server.contact_info.model_dump(by_alias=True) if server.contact_info else None
    entity = published.roles.entity(entity_id, request.issuer.identifier, contact)
    return metadata_element(replace(entity, valid_until=valid_until, cache_duration=kept), identifier)


def _signed(element: XmlElement, published: PublishedMetadata, default: XmlSigningKey | None) -> bytes:
    """Return a document, signed with the key of the settings, or with that of its connection."""
    key = published.signing_key if published.is_key_chosen or default is None else default
    if key is not None:
        algorithm = published.algorithm if default is None or published.is_key_chosen else None
        sign_enveloped(element, key, algorithm=algorithm or default_algorithm(key.private), position=FIRST)
    return element.serialized()
