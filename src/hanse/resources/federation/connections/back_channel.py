"""Authentication of messages that partners exchange directly: SOAP requests, and requests that resolve artifacts."""

from typing import Annotated

from pydantic import Field

from hanse import handles
from hanse.config.declare.fields import ConfigModel, OmittedWhenEmpty, Ref, ResourceLink, Secret
from hanse.kit.texts.labels import Labeled
from hanse.resources.federation.connections.certificates import MOST_CERTIFICATES, ConnectionCert


class BackChannelDirection(Labeled):
    """Direction of a back channel, as seen from this server."""

    INBOUND = "INBOUND", "Inbound"
    OUTBOUND = "OUTBOUND", "Outbound"


class UsernamePasswordCredentials(ConfigModel):
    """User name and password of HTTP Basic authentication (RFC 7617)."""

    username: Annotated[str | None, Field(title="User name", max_length=256)] = None
    password: Annotated[
        str | None,
        Field(
            title="Password",
            description="Password with which the server that sends a request authenticates.",
            max_length=1024,
        ),
        Secret(),
    ] = None
    encrypted_password: Annotated[str | None, Field(max_length=16_384)] = None


class BackChannelAuth(ConfigModel):
    """Authentication of the sender of a message on the back channel."""

    http_basic_credentials: Annotated[UsernamePasswordCredentials | None, Field(title="HTTP Basic authentication")] = (
        None
    )
    digital_signature: Annotated[bool, Field(title="Digital signature")] = False


class InboundBackChannelAuth(BackChannelAuth):
    """Authentication of a partner that calls this server."""

    type: BackChannelDirection = BackChannelDirection.INBOUND
    digital_signature: Annotated[
        bool,
        Field(
            title="Require a digital signature",
            description="Refuse messages without a valid signature of the partner. If off, a signature is required"
            " only if neither a user name nor a TLS client certificate is required.",
        ),
    ] = False
    require_ssl: Annotated[
        bool, Field(title="Require TLS", description="Refuse messages that do not arrive over TLS.")
    ] = True
    verification_subject_dn: Annotated[
        str | None,
        Field(
            title="Subject DN of the TLS client certificate",
            description="The partner must present a TLS client certificate with this subject, issued by a trusted CA."
            " If empty, only the TLS client certificates of the list are accepted.",
            alias="verificationSubjectDN",
            max_length=1024,
        ),
    ] = None
    verification_issuer_dn: Annotated[
        str | None,
        Field(
            title="Issuer DN of the TLS client certificate",
            description="Subject DN of the certificate's issuer. If empty, any trusted CA is accepted.",
            alias="verificationIssuerDN",
            max_length=1024,
        ),
    ] = None
    certs: Annotated[
        list[ConnectionCert],
        Field(
            title="TLS client certificates",
            description="The partner must present one of these certificates, or one with the subject DN. If both are"
            " empty, no TLS client certificate is required.",
            max_length=MOST_CERTIFICATES,
            default_factory=list,
        ),
        OmittedWhenEmpty(),
    ]

    @property
    def has_password(self) -> bool:
        """Return whether partners must send a user name and a password."""
        return self.http_basic_credentials is not None and bool(self.http_basic_credentials.username)

    @property
    def requires_certificate(self) -> bool:
        """Return whether partners must present a TLS client certificate."""
        return bool(self.certs or self.verification_subject_dn)

    @property
    def requires_signature(self) -> bool:
        """Return whether messages must be signed. One of the three methods is always required."""
        return self.digital_signature or not (self.has_password or self.requires_certificate)


class OutboundBackChannelAuth(BackChannelAuth):
    """Authentication of this server at a partner."""

    type: BackChannelDirection = BackChannelDirection.OUTBOUND
    digital_signature: Annotated[
        bool,
        Field(
            title="Sign messages",
            description="Sign messages on the back channel with the signing key of the connection.",
        ),
    ] = False
    validate_partner_cert: Annotated[
        bool,
        Field(
            title="Validate the partner's certificate",
            description="Accept only a TLS certificate that was issued for the partner's host. If off, the host name"
            " is not checked, and the partner's messages must be signed.",
        ),
    ] = True
    ssl_auth_key_pair_ref: Annotated[
        ResourceLink | None,
        Field(
            title="SSL client key pair",
            description="Key pair with which this server authenticates if the partner requests a TLS client"
            " certificate. If not set, no certificate is presented.",
        ),
        Ref(handles.SSL_CLIENT_KEY_PAIRS),
    ] = None
