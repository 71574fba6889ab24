"""Reads the metadata at the address of a partner, and checks its signature and its end of validity."""

from datetime import datetime
from typing import Final

from hanse.config.declare.ports import Ports
from hanse.config.declare.view import ConfigurationReader, View
from hanse.crypto.xml.documents import METADATA_LIMITS
from hanse.crypto.xml.errors import XmlRefused
from hanse.data_stores.client_pool import DataStoreClients
from hanse.data_stores.settings import HttpRequest, HttpSettings, SourceFailed, SourceUnreachable
from hanse.kit.clock import Clock
from hanse.kit.errors import FieldError, ValidationFailed
from hanse.kit.texts.messages import message
from hanse.resources.federation.connections.certificates import certificate_of
from hanse.resources.federation.metadata.metadata_signature import CheckedMetadata, check_metadata
from hanse.resources.federation.metadata.metadata_urls import MetadataUrl
from hanse.resources.trusted_authorities import trusted_authorities
from hanse.saml.metadata import EntityDescriptor
from hanse.saml.metadata_reading import open_metadata

_OK: Final = 200
_SECONDS: Final = 10.0


def read_metadata(configuration: ConfigurationReader, settings: MetadataUrl) -> CheckedMetadata:
    """Return the metadata at an address, with a signature as the settings require. Raises ValidationFailed.

    No transaction is open during the request.
    """
    with configuration.reading() as view:
        authorities = trusted_authorities(view)
    content = fetch_metadata(settings.url, configuration.ports, authorities)
    try:
        with configuration.reading() as view:
            checked = _checked(content, settings, view, configuration.ports.get(Clock).now())
    except XmlRefused as error:
        raise refused(message("The metadata cannot be used. {reason}", reason=str(error))) from error
    if settings.validate_signature and checked.signer is None:
        raise refused("The metadata is not signed.")
    if settings.validate_signature and not checked.is_trusted:
        raise refused("The certificate that has signed the metadata is not trusted.")
    return checked


def check_validity(entity: EntityDescriptor, now: datetime) -> None:
    """Raise ValidationFailed for metadata that has expired (SAML metadata, section 2.3.2)."""
    if entity.valid_until is not None and now >= entity.valid_until:
        raise refused(message("The metadata expired on {end}.", end=entity.valid_until))


def refused(text: str) -> ValidationFailed:
    """Return the error for metadata that cannot be used."""
    return ValidationFailed([FieldError(text, "url", "unusable_metadata")])


def _checked(content: bytes, settings: MetadataUrl, view: View, now: datetime) -> CheckedMetadata:
    pem = None if settings.x509_file is None else settings.x509_file.file_data
    return check_metadata(open_metadata(content), None if not pem else certificate_of(pem), view, now)


def fetch_metadata(url: str, ports: Ports, authorities: str) -> bytes:
    """Return the document at an address, over TLS with these authorities. Raises ValidationFailed."""
    client = ports.get(DataStoreClients).http(
        HttpSettings(
            authorities=authorities,
            connect_timeout=_SECONDS,
            read_timeout=_SECONDS,
            most_connections=2,
            most_bytes=METADATA_LIMITS.octets,
        )
    )
    try:
        answer = client.send(HttpRequest(method="GET", url=url))
    except (SourceUnreachable, SourceFailed) as error:
        raise refused(message("The metadata cannot be read: {reason}", reason=str(error))) from error
    if answer.status != _OK:
        raise refused(message("The address answered with the status {status}.", status=str(answer.status)))
    return answer.content
