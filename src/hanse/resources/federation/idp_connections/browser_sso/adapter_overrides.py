"""Settings of SP adapters that apply to the users of one connection only."""

from collections.abc import Iterator, Sequence
from typing import Any

from hanse import handles
from hanse.config.declare.rules import Proposal
from hanse.config.declare.view import View
from hanse.config.plugins.contracts import check_contract, settle_contract
from hanse.config.plugins.inheritance import ancestors, merged
from hanse.config.plugins.kind import opened_configuration
from hanse.config.plugins.overrides import OVERRIDE
from hanse.config.plugins.rules import settings_of
from hanse.kit.errors import FieldError
from hanse.resources.federation.connections.adapter_overrides import as_instance, parent_errors, with_parent
from hanse.resources.federation.idp_connections.browser_sso.model import IdpBrowserSso
from hanse.resources.federation.idp_connections.browser_sso.target_mappings import (
    SP_ADAPTER_OVERRIDES,
    SpAdapterMapping,
    SpAdapterOverride,
)
from hanse.resources.federation.idp_connections.model import IdpConnection
from hanse.resources.federation.sp_adapters.resource import SP_ADAPTER_PLUGINS, SpAdapter


def with_completed_overrides(sso: IdpBrowserSso, proposal: Proposal[IdpConnection]) -> IdpBrowserSso:
    """Return the settings with the parent, the type and the core attributes of each override."""
    mappings = [_with_completed(each, proposal) for each in sso.adapter_mappings]
    return sso.model_copy(update={"adapter_mappings": mappings})


def _with_completed(mapping: SpAdapterMapping, proposal: Proposal[IdpConnection]) -> SpAdapterMapping:
    override = mapping.adapter_override_settings
    if override is None:
        return mapping
    completed = with_parent(override, mapping.sp_adapter_ref, proposal.view, handles.SP_ADAPTERS)
    if completed.plugin_descriptor_ref is None:
        return mapping
    own: Proposal[Any] = Proposal(as_instance(completed, SpAdapter), None, proposal.view, proposal.ports)
    contract = settle_contract(SP_ADAPTER_PLUGINS)(own).attribute_contract
    completed = completed.model_copy(update={"attribute_contract": contract})
    return mapping.model_copy(update={"adapter_override_settings": completed})


def override_errors(proposal: Proposal[IdpConnection]) -> Iterator[FieldError]:
    """Find errors in the overrides, whose parent is the SP adapter of their mapping."""
    found = []
    for index, (mapping, override) in enumerate(_overrides(proposal.new)):
        if override is None:
            continue
        errors = list(parent_errors(SP_ADAPTER_OVERRIDES, index, override, mapping.sp_adapter_ref.id))
        yield from errors
        if not errors:
            found.append((index, as_instance(override, SpAdapter)))
    before = [] if proposal.old is None else _overrides(proposal.old)
    stored = {
        mapping.sp_adapter_ref.id: as_instance(override, SpAdapter)
        for mapping, override in before
        if override is not None
    }
    yield from SP_ADAPTER_OVERRIDES.errors(proposal, found, stored, (check_contract(SP_ADAPTER_PLUGINS),))
    # The rules are checked again for a stored connection because its SP adapter changes.
    if proposal.old is proposal.new:
        yield from _whole_errors(proposal.new.id or "", found, proposal.view)


def _whole_errors(id_: str, overrides: Sequence[tuple[int, SpAdapter]], view: View) -> Iterator[FieldError]:
    """Find stored overrides that do not work with the settings that they inherit, with all secrets in clear text."""
    connection = view.get(handles.IDP_CONNECTIONS, id_)
    for index, override in overrides:
        plugin = SP_ADAPTER_PLUGINS.get(
            "" if override.plugin_descriptor_ref is None else override.plugin_descriptor_ref.id
        )
        if plugin is None:
            continue
        way: tuple[str | int, ...] = (*SP_ADAPTER_OVERRIDES.holder, index, OVERRIDE)
        own = opened_configuration(view, handles.IDP_CONNECTIONS, connection, override.configuration, *way)
        above = (
            opened_configuration(
                view, handles.SP_ADAPTERS, view.get(handles.SP_ADAPTERS, each.id or ""), each.configuration
            )
            for each in ancestors(view, handles.SP_ADAPTERS, override)
        )
        try:
            plugin.make(settings_of(override.id or "", merged([own, *above], plugin.form), plugin.form))
        except ValueError as error:
            text = error.args[0] if error.args else str(error)
            yield FieldError(text, SP_ADAPTER_OVERRIDES.path(index), "invalid_configuration")


def _overrides(connection: IdpConnection) -> list[tuple[SpAdapterMapping, SpAdapterOverride | None]]:
    sso = connection.idp_browser_sso
    return [] if sso is None else [(each, each.adapter_override_settings) for each in sso.adapter_mappings]
