"""Rules for single logout, of connections to both kinds of partners."""

from collections.abc import Iterator, Sequence

from hanse.kit.errors import FieldError
from hanse.resources.federation.connections.certificates import CERTIFICATES
from hanse.resources.federation.connections.credentials import ConnectionCredentials
from hanse.resources.federation.connections.endpoint_rules import endpoint_errors
from hanse.resources.federation.connections.endpoints import LOGOUT_BINDINGS, SloServiceEndpoint


def logout_endpoint_errors(
    base_url: str | None, endpoints: Sequence[SloServiceEndpoint], path: str
) -> Iterator[FieldError]:
    """Find bindings that are not supported, and addresses that are not web addresses."""
    for index, each in enumerate(endpoints):
        if each.binding not in LOGOUT_BINDINGS:
            yield FieldError("Choose POST or Redirect.", f"{path}[{index}].binding", "not_supported")
        yield from endpoint_errors(base_url, [(f"{path}[{index}].url", each.url)])
        if each.response_url:
            yield from endpoint_errors(base_url, [(f"{path}[{index}].responseUrl", each.response_url)])


def logout_errors(
    endpoints: Sequence[SloServiceEndpoint], credentials: ConnectionCredentials, path: str
) -> Iterator[FieldError]:
    """Find what a connection with a profile for single logout lacks to receive the partner's messages."""
    if not endpoints:
        yield FieldError("Add a single logout service.", path, "required_field")
    if not credentials.verifying:
        yield FieldError("Logout messages need an active verification certificate.", CERTIFICATES, "required_field")
