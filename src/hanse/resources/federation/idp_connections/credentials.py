"""The credentials of an IdP connection: those of every connection, and the partner's JSON Web Keys."""

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from hanse.config.declare.view import View
from hanse.kit.errors import FieldError
from hanse.resources.applications.clients.addresses import OptionalSecureAddress
from hanse.resources.federation.connections.certificates import CERTIFICATES
from hanse.resources.federation.connections.credentials import (
    ANCHORED_TRUST,
    ConnectionCredentials,
    credential_errors,
)


class IdpConnectionCredentials(ConnectionCredentials):
    """Certificates and keys that verify the signatures of a partner."""

    unsupported: ClassVar[tuple[str, ...]] = (
        *ANCHORED_TRUST,
        "blockEncryptionAlgorithm",
        "inboundBackChannelAuth",
        "keyTransportAlgorithm",
    )

    jwks_url: Annotated[
        OptionalSecureAddress | None,
        Field(
            title="JWKS URL",
            description="Address at which the partner publishes its keys (RFC 7517). They verify JSON Web Tokens, in"
            " addition to the certificates.",
        ),
    ] = None


def idp_credential_errors(credentials: IdpConnectionCredentials, view: View) -> Iterator[FieldError]:
    """Find repeated certificates, and uses that this version does not support."""
    yield from credential_errors(credentials, view)
    for index, each in enumerate(credentials.certs):
        if each.encryption_cert:
            text_of_error = "Certificates for encryption are not supported by this version."
            yield FieldError(text_of_error, f"{CERTIFICATES}[{index}].encryptionCert", "not_supported")
