"""Rules for the messages that a service provider and this server exchange without a browser."""

from collections.abc import Iterator

from hanse import handles
from hanse.config.declare.rules import Proposal
from hanse.kit.errors import FieldError
from hanse.resources.federation.connections.artifact_rules import artifact_errors
from hanse.resources.federation.connections.back_channel_rules import back_channel_errors
from hanse.resources.federation.connections.endpoints import Binding
from hanse.resources.federation.connections.password_targets import password_target_errors
from hanse.resources.federation.sp_connections.model import SSO, SpConnection


def check_back_channel(proposal: Proposal[SpConnection]) -> Iterator[FieldError]:
    """Find credentials of the back channel that are missing or incomplete, or that would be sent elsewhere."""
    new, sso = proposal.new, proposal.new.sp_browser_sso
    are_received = Binding.ARTIFACT in sso.incoming_bindings
    yield from artifact_errors(sso.artifact, f"{SSO}.artifact", new.base_url, are_received=are_received)
    bindings = {each.binding for each in sso.sso_service_endpoints} | {
        each.binding for each in sso.slo_service_endpoints
    }
    sends_artifacts = Binding.ARTIFACT in bindings
    yield from back_channel_errors(
        new.credentials, receives_requests=sends_artifacts or new.attribute_query is not None
    )
    yield from password_target_errors(proposal, new.credentials, handles.SP_CONNECTIONS)
