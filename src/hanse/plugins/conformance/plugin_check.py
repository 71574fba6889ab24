"""Runs a plug-in through the contract of its kind."""

from collections.abc import Callable, Mapping
from typing import Any

from hanse.config.plugins.plugin import Plugin
from hanse.plugins.conformance.access_tokens import check_token_manager
from hanse.plugins.conformance.adapters import check_adapter
from hanse.plugins.conformance.authorization_details import check_detail_processor
from hanse.plugins.conformance.client_registration import check_registration_policy
from hanse.plugins.conformance.data_stores import check_data_store
from hanse.plugins.conformance.declaration import check_declaration
from hanse.plugins.conformance.example import Example
from hanse.plugins.conformance.notification import check_publisher
from hanse.plugins.conformance.out_of_band import check_authenticator
from hanse.plugins.conformance.selectors import check_selector
from hanse.plugins.conformance.sp_adapters import check_sp_adapter
from hanse.plugins.conformance.token_exchange import check_token_generator, check_token_processor
from hanse.plugins.conformance.trial import PluginTrial
from hanse.plugins.conformance.validators import check_validator
from hanse.plugins.contracts import (
    access_tokens,
    adapters,
    authorization_details,
    client_registration,
    data_stores,
    notification,
    out_of_band,
    selectors,
    sp_adapters,
    token_generators,
    token_processors,
    validators,
)

Check = Callable[[Plugin[Any], Example, PluginTrial], None]
# The required attributes of an object of each kind.
MEMBERS: Mapping[str, tuple[str, ...]] = {
    access_tokens.KIND: ("expands_scope_groups", "issue", "extended"),
    adapters.KIND: ("begin", "resume"),
    authorization_details.KIND: ("validate", "describe", "enrich", "is_equal_or_subset"),
    client_registration.KIND: ("apply",),
    data_stores.KIND: ("attributes", "filter_fields", "check", "look_up"),
    notification.KIND: ("retries", "send"),
    out_of_band.KIND: ("notify",),
    selectors.KIND: ("results", "select"),
    sp_adapters.KIND: ("subject_attribute", "receives_logouts", "hand_over", "log_out"),
    token_generators.KIND: ("generate",),
    token_processors.KIND: ("process",),
    validators.KIND: ("validate",),
}
CHECKS: Mapping[str, Check] = {
    access_tokens.KIND: check_token_manager,
    adapters.KIND: check_adapter,
    authorization_details.KIND: check_detail_processor,
    client_registration.KIND: check_registration_policy,
    data_stores.KIND: check_data_store,
    notification.KIND: check_publisher,
    out_of_band.KIND: check_authenticator,
    selectors.KIND: check_selector,
    sp_adapters.KIND: check_sp_adapter,
    token_generators.KIND: check_token_generator,
    token_processors.KIND: check_token_processor,
    validators.KIND: check_validator,
}


def check_plugin(plugin: Plugin[Any], example: Example) -> list[str]:
    """Return the errors of a plug-in as sentences; an empty list if it keeps its contract."""
    trial = PluginTrial()
    check_declaration(plugin, trial)
    if trial.expect(plugin.kind in CHECKS, f"There is no kind {plugin.kind!r}. The kinds are {sorted(CHECKS)}."):
        # A plug-in that cannot be created has no other findings.
        settings = example.settings(plugin.form)
        made = trial.call("Making an instance of the example", plugin.make, settings)
        if made is not None and _has_members(plugin.kind, made, trial):
            CHECKS[plugin.kind](plugin, example, trial)
    return trial.findings


def _has_members(kind: str, made: object, trial: PluginTrial) -> bool:
    missing = [name for name in MEMBERS[kind] if not hasattr(made, name)]
    return trial.expect(not missing, f"What make returns has no {', '.join(missing)}.")
