"""Rules for single logout, of connections to both kinds of partners."""

from collections.abc import Iterator, Sequence
from typing import Protocol

from hanse.kit.errors import FieldError
from hanse.resources.federation.connections.certificates import CERTIFICATES
from hanse.resources.federation.connections.credentials import ConnectionCredentials
from hanse.resources.federation.connections.endpoint_rules import endpoint_errors
from hanse.resources.federation.connections.endpoints import (
    BROWSER_BINDINGS,
    Binding,
    SloServiceEndpoint,
)
from hanse.resources.federation.connections.signer_rules import redirect_errors


class LogoutSettings(Protocol):
    """The settings of Browser SSO that single logout needs."""

    @property
    def slo_service_endpoints(self) -> Sequence[SloServiceEndpoint]:
        """Return the single logout services of the partner."""
        ...

    @property
    def incoming_bindings(self) -> Sequence[Binding]:
        """Return the bindings by which the partner may send messages."""
        ...


def logout_endpoint_errors(
    base_url: str | None, endpoints: Sequence[SloServiceEndpoint], path: str
) -> Iterator[FieldError]:
    """Find addresses that are not web addresses."""
    for index, each in enumerate(endpoints):
        yield from endpoint_errors(base_url, [(f"{path}[{index}].url", each.url)])
        if each.response_url:
            yield from endpoint_errors(base_url, [(f"{path}[{index}].responseUrl", each.response_url)])


def logout_errors(sso: LogoutSettings, credentials: ConnectionCredentials, member: str) -> Iterator[FieldError]:
    """Find what a connection with a profile for single logout lacks to receive the partner's messages.

    `member` is that of Browser SSO.
    """
    endpoints, incoming = sso.slo_service_endpoints, set(sso.incoming_bindings)
    if not endpoints:
        yield FieldError("Add a single logout service.", f"{member}.sloServiceEndpoints", "required_field")
    if not incoming:
        yield FieldError("Choose POST, Redirect, Artifact or SOAP.", f"{member}.incomingBindings", "required_field")
    elif not incoming & set(BROWSER_BINDINGS) and any(each.binding in BROWSER_BINDINGS for each in endpoints):
        text = (
            "Choose POST, Redirect or Artifact, by which the partner answers logout requests that a browser has"
            " delivered."
        )
        yield FieldError(text, f"{member}.incomingBindings", "required_field")
    yield from redirect_errors(credentials, sso.incoming_bindings, f"{member}.incomingBindings")
    if not credentials.verifies_signatures:
        yield FieldError("Logout messages need an active verification certificate.", CERTIFICATES, "required_field")
