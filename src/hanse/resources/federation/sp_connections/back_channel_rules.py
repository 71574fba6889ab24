"""Rules for the messages that a service provider and this server exchange without a browser."""

from collections.abc import Iterator
from typing import Final

from hanse.config.declare.rules import Proposal
from hanse.kit.errors import FieldError
from hanse.resources.federation.connections.back_channel import InboundBackChannelAuth
from hanse.resources.federation.connections.certificates import CERTIFICATES
from hanse.resources.federation.connections.endpoints import Binding
from hanse.resources.federation.sp_connections.model import SpConnection

_BASIC: Final = "credentials.inboundBackChannelAuth.httpBasicCredentials"


def check_back_channel(proposal: Proposal[SpConnection]) -> Iterator[FieldError]:
    """Find credentials of the back channel that are missing or incomplete."""
    new = proposal.new
    inbound = new.credentials.inbound_back_channel_auth or InboundBackChannelAuth()
    basic = inbound.http_basic_credentials
    if basic is not None:
        has_password = bool(basic.password or basic.encrypted_password)
        if has_password and not basic.username:
            yield FieldError("Enter the user name.", f"{_BASIC}.username", "required_field")
        if basic.username and not has_password:
            yield FieldError("Enter the password.", f"{_BASIC}.password", "required_field")
        if ":" in (basic.username or ""):
            # RFC 7617, section 2: the first colon ends the user name.
            yield FieldError("A user name must not have a colon.", f"{_BASIC}.username", "invalid_value")
    sends_artifacts = any(each.binding is Binding.ARTIFACT for each in new.sp_browser_sso.sso_service_endpoints)
    if sends_artifacts and inbound.requires_signature and not new.credentials.verifying:
        text = (
            "Requests on the back channel need an active verification certificate, or a user name and a password of"
            " the partner."
        )
        yield FieldError(text, CERTIFICATES, "required_field")
