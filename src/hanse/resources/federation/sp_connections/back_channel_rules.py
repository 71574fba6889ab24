"""Rules for the messages that a service provider and this server exchange without a browser."""

from collections.abc import Iterator
from typing import Final

from hanse.config.declare.rules import Proposal
from hanse.kit.errors import FieldError
from hanse.resources.certificate_names import certificate_name_errors
from hanse.resources.federation.connections.artifact_rules import artifact_errors, password_errors
from hanse.resources.federation.connections.back_channel import InboundBackChannelAuth
from hanse.resources.federation.connections.certificates import (
    CERTIFICATES,
    CLIENT_CERTIFICATES,
    INBOUND,
    certificate_errors,
    verifying,
)
from hanse.resources.federation.connections.endpoints import Binding
from hanse.resources.federation.sp_connections.model import SSO, SpConnection

_INBOUND: Final = f"credentials.{INBOUND}"


def check_back_channel(proposal: Proposal[SpConnection]) -> Iterator[FieldError]:
    """Find credentials of the back channel that are missing or incomplete."""
    new = proposal.new
    inbound = new.credentials.inbound
    yield from password_errors(new.credentials.inbound_back_channel_auth, _INBOUND)
    yield from _certificate_errors(inbound)
    yield from artifact_errors(new.sp_browser_sso.artifact, f"{SSO}.artifact", new.base_url, are_received=False)
    sends_artifacts = any(each.binding is Binding.ARTIFACT for each in new.sp_browser_sso.sso_service_endpoints)
    receives_requests = sends_artifacts or new.attribute_query is not None
    if receives_requests and inbound.requires_signature and not new.credentials.verifying:
        text = (
            "Requests on the back channel need an active verification certificate, a user name and a password of the"
            " partner, or a TLS client certificate of the partner."
        )
        yield FieldError(text, CERTIFICATES, "required_field")


def _certificate_errors(inbound: InboundBackChannelAuth) -> Iterator[FieldError]:
    """Find errors in the TLS client certificates and their names."""
    yield from certificate_errors(inbound.certs, CLIENT_CERTIFICATES)
    yield from certificate_name_errors(
        (f"{_INBOUND}.verificationSubjectDN", inbound.verification_subject_dn),
        (f"{_INBOUND}.verificationIssuerDN", inbound.verification_issuer_dn),
    )
    if inbound.certs and not verifying(inbound.certs):
        text = "Activate one of the certificates, or remove them."
        yield FieldError(text, CLIENT_CERTIFICATES, "required_field")
    if inbound.requires_certificate and not inbound.require_ssl:
        text = "A TLS client certificate requires TLS. Require TLS, or remove the certificates and the subject DN."
        yield FieldError(text, f"{_INBOUND}.requireSsl", "not_applicable")
