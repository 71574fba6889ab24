"""Custom data stores: data stores that a plug-in implements, whose settings are the plug-in's own form."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from hanse import handles
from hanse.config.declare.rules import Proposal
from hanse.config.declare.view import View
from hanse.config.plugins.inheritance import ancestors, check_parents, merged
from hanse.config.plugins.kind import opened, prepare_instance
from hanse.config.plugins.rules import check_instance, settings_of
from hanse.config.plugins.secret_targets import check_secret_targets, with_kept_secrets
from hanse.kit.errors import FieldError
from hanse.plugins.contracts.data_stores import CustomDataStore
from hanse.plugins.data_stores.installed import DATA_STORE_PLUGINS, store_without_secrets
from hanse.resources.system.data_stores.model import DataStore

_REQUIRED = "This field is required."


def prepare_custom(proposal: Proposal[DataStore]) -> DataStore:
    """Return a data store without values in inherited fields, and with the time of its last change."""
    prepared: DataStore = prepare_instance(proposal, None, DATA_STORE_PLUGINS)
    return prepared


def check_custom(proposal: Proposal[Any]) -> Iterator[FieldError]:
    """Find errors in the settings of a plug-in, and members of other types."""
    new = proposal.new
    for member, value in (("password", new.password), ("encryptedPassword", new.encrypted_password)):
        if value is not None:
            yield FieldError("Enter the password in the configuration of the plug-in.", member, "unknown_field")
    missing = [
        member
        for member, value in (
            ("name", new.name),
            ("pluginDescriptorRef", new.plugin_descriptor_ref),
            ("configuration", new.configuration),
        )
        if not value
    ]
    yield from (FieldError(_REQUIRED, member, "required_field") for member in missing)
    if not missing:
        yield from check_instance(proposal, DATA_STORE_PLUGINS, handles.DATA_STORES)


def custom_client(proposal: Proposal[Any], authorities: str) -> CustomDataStore | None:
    """Return the object for settings that need not be saved; None if they are not valid, or secrets are missing.

    Secrets that were left blank are the stored ones.
    """
    new, old, view = proposal.new, proposal.old, proposal.view
    plugin = None if new.plugin_descriptor_ref is None else DATA_STORE_PLUGINS.get(new.plugin_descriptor_ref.id)
    if plugin is None or new.configuration is None:
        return None
    above = tuple(ancestors(view, handles.DATA_STORES, new))
    if any(check_parents(new, above)) or any(check_secret_targets(proposal, plugin.form, handles.DATA_STORES)):
        return None
    whole = new.model_copy(update={"configuration": with_kept_secrets(new.configuration, old, plugin.form)})
    clear = [opened(view, handles.DATA_STORES, each).configuration for each in (whole, *above)]
    settings = settings_of(new.id or "", merged(clear, plugin.form), plugin.form)
    return plugin.make(replace(settings, authorities=authorities))


def custom_attributes(view: View, body: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the attributes that a data store provides; none if only the source itself knows them."""
    made = store_without_secrets(view, body)
    return () if made is None else tuple(made.attributes)
