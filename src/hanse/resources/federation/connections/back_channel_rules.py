"""Rules for the authentication on the back channel in both directions, of connections to both kinds of partners."""

from collections.abc import Iterator
from typing import Final

from hanse.kit.errors import FieldError
from hanse.resources.certificate_names import certificate_name_errors
from hanse.resources.federation.connections.artifact_rules import password_errors
from hanse.resources.federation.connections.back_channel import InboundBackChannelAuth
from hanse.resources.federation.connections.certificates import (
    CERTIFICATES,
    CLIENT_CERTIFICATES,
    INBOUND_AUTHENTICATION,
    certificate_errors,
    verifying,
)
from hanse.resources.federation.connections.credentials import SIGNING, ConnectionCredentials

OUTBOUND: Final = "credentials.outboundBackChannelAuth"


def back_channel_errors(credentials: ConnectionCredentials, *, receives_requests: bool) -> Iterator[FieldError]:
    """Find missing and incomplete settings. `receives_requests` if the partner calls SOAP services of this server."""
    yield from password_errors(credentials.inbound_back_channel_auth, INBOUND_AUTHENTICATION)
    yield from _certificate_errors(credentials.inbound)
    yield from _outbound_errors(credentials)
    if receives_requests and credentials.inbound.requires_signature and not credentials.verifies_signatures:
        text = (
            "Requests on the back channel need an active verification certificate, a user name and a password of the"
            " partner, or a TLS client certificate of the partner."
        )
        yield FieldError(text, CERTIFICATES, "required_field")


def _outbound_errors(credentials: ConnectionCredentials) -> Iterator[FieldError]:
    outbound = credentials.outbound_back_channel_auth
    yield from password_errors(outbound, OUTBOUND)
    if outbound is not None and outbound.digital_signature and credentials.signing_settings is None:
        text = "Choose the key that signs messages on the back channel."
        yield FieldError(text, f"{SIGNING}.signingKeyPairRef", "required_field")


def _certificate_errors(inbound: InboundBackChannelAuth) -> Iterator[FieldError]:
    """Find errors in the TLS client certificates and their names."""
    yield from certificate_errors(inbound.certs, CLIENT_CERTIFICATES)
    yield from certificate_name_errors(
        (f"{INBOUND_AUTHENTICATION}.verificationSubjectDN", inbound.verification_subject_dn),
        (f"{INBOUND_AUTHENTICATION}.verificationIssuerDN", inbound.verification_issuer_dn),
    )
    if inbound.certs and not verifying(inbound.certs):
        text = "Activate one of the certificates, or remove them."
        yield FieldError(text, CLIENT_CERTIFICATES, "required_field")
    if inbound.requires_certificate and not inbound.require_ssl:
        text = "A TLS client certificate requires TLS. Require TLS, or remove the certificates and the subject DN."
        yield FieldError(text, f"{INBOUND_AUTHENTICATION}.requireSsl", "not_applicable")
