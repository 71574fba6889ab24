"""Settings of IdP adapters that apply to sign-ins for one connection only."""

from collections.abc import Iterator

from hanse import handles
from hanse.config.declare.rules import Proposal
from hanse.kit.errors import FieldError
from hanse.resources.authentication.adapters.resource import IdpAdapter
from hanse.resources.federation.connections.adapter_overrides import as_instance, parent_errors, with_parent
from hanse.resources.federation.sp_connections.assertion_mappings import (
    IDP_ADAPTER_OVERRIDES,
    IdpAdapterAssertionMapping,
)
from hanse.resources.federation.sp_connections.browser_sso import SpBrowserSso
from hanse.resources.federation.sp_connections.model import SpConnection


def with_completed_overrides(sso: SpBrowserSso, proposal: Proposal[SpConnection]) -> list[IdpAdapterAssertionMapping]:
    """Return the mappings with the parent and the type of each override."""
    return [_with_completed(each, proposal) for each in sso.adapter_mappings]


def _with_completed(
    mapping: IdpAdapterAssertionMapping, proposal: Proposal[SpConnection]
) -> IdpAdapterAssertionMapping:
    override = mapping.adapter_override_settings
    if override is None:
        return mapping
    completed = with_parent(override, mapping.idp_adapter_ref, proposal.view, handles.ADAPTERS)
    return mapping.model_copy(update={"adapter_override_settings": completed})


def override_errors(proposal: Proposal[SpConnection]) -> Iterator[FieldError]:
    """Find errors in the overrides, whose parent is the IdP adapter of their mapping."""
    found = []
    for index, mapping in enumerate(proposal.new.sp_browser_sso.adapter_mappings):
        override = mapping.adapter_override_settings
        if override is None:
            continue
        errors = list(parent_errors(IDP_ADAPTER_OVERRIDES, index, override, mapping.idp_adapter_ref.id))
        yield from errors
        if not errors:
            found.append((index, as_instance(override, IdpAdapter)))
    before = () if proposal.old is None else proposal.old.sp_browser_sso.adapter_mappings
    stored = {
        each.idp_adapter_ref.id: as_instance(each.adapter_override_settings, IdpAdapter)
        for each in before
        if each.adapter_override_settings is not None
    }
    yield from IDP_ADAPTER_OVERRIDES.errors(proposal, found, stored)
