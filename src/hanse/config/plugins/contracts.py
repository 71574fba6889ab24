"""The attribute contracts of instances: core attributes come from the plug-in, extended ones from the administrator."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, get_args

from pydantic import Field

from hanse.config.declare.handles import Handle
from hanse.config.declare.rules import Preparation, Proposal, Rule, repeated_attributes
from hanse.config.declare.view import View
from hanse.config.plugins.plugin import Plugin, PluginSet
from hanse.kit.errors import FieldError
from hanse.kit.texts.messages import message

MOST_ATTRIBUTES: Final = 500
CORE, EXTENDED = "attributeContract.coreAttributes", "attributeContract.extendedAttributes"


def core_attributes_field() -> Any:
    """Return the declaration of the field for the core attributes of a contract."""
    return Field(
        title="Core attributes",
        description="Attributes that are always part of the contract.",
        max_length=MOST_ATTRIBUTES,
    )


def extended_attributes_field(description: str) -> Any:
    """Return the declaration of the field for the extended attributes of a contract."""
    return Field(title="Extended attributes", description=description, max_length=MOST_ATTRIBUTES, default_factory=list)


def settle_contract(plugins: PluginSet[Any]) -> Preparation[Any]:
    """Return a function that adds missing core attributes to a contract."""

    def settle(proposal: Proposal[Any]) -> Any:
        new, plugin = proposal.new, _plugin(plugins, proposal)
        contract = new.attribute_contract
        if plugin is None or contract is None:
            return new
        sent = list(contract.core_attributes or ())
        there = {each.name for each in sent}
        item = _item_model(type(contract))
        core = sent + [item(name=name) for name in plugin.attribute_contract if name not in there]
        return new.model_copy(update={"attribute_contract": contract.model_copy(update={"core_attributes": core})})

    return settle


def check_contract(plugins: PluginSet[Any]) -> Rule[Any]:
    """Return the rule that a contract has the plug-in's core attributes, and others only if the type allows them."""

    def check(proposal: Proposal[Any]) -> Iterator[FieldError]:
        plugin, contract = _plugin(plugins, proposal), proposal.new.attribute_contract
        if plugin is None or contract is None:
            return
        core = [each.name for each in getattr(contract, "core_attributes", None) or ()]
        if sorted(core) != sorted(plugin.attribute_contract):
            names = ", ".join(plugin.attribute_contract) or "none"
            yield FieldError(
                message("The core attributes of this type are: {names}.", names=names), CORE, "invalid_core_attributes"
            )
        if contract.extended_attributes and not plugin.supports_extended_contract:
            yield FieldError("This type supports core attributes only.", EXTENDED, "not_supported")
            return
        extended = (each.name for each in contract.extended_attributes)
        yield from repeated_attributes(extended, plugin.attribute_contract, EXTENDED)

    return check


def contract_attributes(
    view: View, body: Mapping[str, Any], *, plugins: PluginSet[Any], resource: Handle[Any]
) -> tuple[str, ...]:
    """Return the attributes of an instance: of its contract, or of its parent's, or else the plug-in's core ones."""
    holder: Mapping[str, Any] | None = body
    seen: set[str] = set()
    while holder is not None and not holder.get("attributeContract"):
        parent = (holder.get("parentRef") or {}).get("id") or ""
        stored = view.find(resource, parent) if parent and parent not in seen else None
        seen.add(parent)
        holder = None if stored is None else stored.body
    if holder is None:
        plugin = plugins.get((body.get("pluginDescriptorRef") or {}).get("id") or "")
        return () if plugin is None else tuple(plugin.attribute_contract)
    contract = holder["attributeContract"]
    names = (each.get("name") for part in ("coreAttributes", "extendedAttributes") for each in contract.get(part) or ())
    return tuple(dict.fromkeys(name for name in names if name))


def _plugin(plugins: PluginSet[Any], proposal: Proposal[Any]) -> Plugin[Any] | None:
    return plugins.get(proposal.new.plugin_descriptor_ref.id)


def _item_model(contract: type[Any]) -> Any:
    """Return the model of an attribute."""
    return get_args(contract.model_fields["extended_attributes"].annotation)[0]
