"""The connections to the SOAP services of partners, with the authentication of this server there."""

from collections.abc import Callable
from typing import Final

from hanse.crypto.xml.documents import MESSAGE_LIMITS
from hanse.data_stores.settings import HttpSettings
from hanse.plugins.basic_credentials import basic
from hanse.plugins.connections.saml_provider.settings import ArtifactServices, MessageSigning, SoapChannel
from hanse.resources.federation.connections.credentials import ConnectionCredentials
from hanse.resources.federation.connections.endpoint_rules import absolute_endpoint
from hanse.resources.federation.connections.endpoints import ArtifactSettings
from hanse.resources.federation.connections.model import Connection
from hanse.saml.artifacts import source_id

# Users wait for the partner.
_SECONDS: Final = 5.0


def signs_on_back_channel(credentials: ConnectionCredentials) -> bool:
    """Return whether requests are signed. Without settings for the back channel, they are if there is a key."""
    outbound = credentials.outbound_back_channel_auth
    return credentials.signing_settings is not None if outbound is None else outbound.digital_signature


def outbound_channel(
    credentials: ConnectionCredentials,
    signing: MessageSigning | None,
    *,
    password: str,
    client_key: str,
    authorities: str,
) -> SoapChannel:
    """Return the channel. `client_key` and `authorities` are PEM; the password belongs to the user name."""
    outbound = credentials.outbound_back_channel_auth
    basic_credentials = None if outbound is None else outbound.http_basic_credentials
    username = "" if basic_credentials is None else basic_credentials.username or ""
    return SoapChannel(
        connection=HttpSettings(
            authorities=authorities,
            client_key=client_key,
            verify_host=outbound is None or outbound.validate_partner_cert,
            connect_timeout=_SECONDS,
            read_timeout=_SECONDS,
            most_bytes=MESSAGE_LIMITS.octets,
        ),
        signing=signing,
        authorization=basic(username, password) if username else "",
    )


def artifact_services(
    connection: Connection, artifact: ArtifactSettings | None, channel: Callable[[], SoapChannel]
) -> ArtifactServices | None:
    """Return the artifact resolution services of a partner; None if it has none."""
    if artifact is None or not artifact.resolver_locations:
        return None
    return ArtifactServices(
        entity_id=connection.entity_id,
        source_id=artifact_source(connection.entity_id, artifact.source_id),
        locations={
            each.index: absolute_endpoint(connection.base_url, each.url) for each in artifact.resolver_locations
        },
        channel=channel(),
    )


def artifact_source(entity_id: str, configured: str | None) -> bytes:
    """Return the source ID of a partner's artifacts: the configured one, in hexadecimal, or that of its entity ID."""
    return bytes.fromhex(configured) if configured else source_id(entity_id)
