"""The credentials of an IdP connection: those of every connection, and the partner's JSON Web Keys."""

from typing import Annotated

from pydantic import Field

from hanse.resources.applications.clients.addresses import OptionalSecureAddress
from hanse.resources.federation.connections.credentials import ConnectionCredentials


class IdpConnectionCredentials(ConnectionCredentials):
    """Certificates and keys that verify the signatures of a partner."""

    jwks_url: Annotated[
        OptionalSecureAddress | None,
        Field(
            title="JWKS URL",
            description="Address at which the partner publishes its keys (RFC 7517). They verify JSON Web Tokens, in"
            " addition to the certificates.",
        ),
    ] = None
