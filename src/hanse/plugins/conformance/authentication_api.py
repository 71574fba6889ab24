"""The contract of adapters that support the authentication API."""

from typing import Any, Final

from hanse.plugins.conformance.adapter_results import plain
from hanse.plugins.conformance.trial import PluginTrial, is_json
from hanse.plugins.contracts.adapters import Adapter, AdapterResult, ShowPage
from hanse.plugins.contracts.authentication_api import AdapterApi, ApiState

_MEMBERS_OF_THE_SERVER: Final = frozenset({"id", "status", "pluginTypeId", "userMessage", "resumeUrl", "_links"})


def check_api_state(trial: PluginTrial, what: str, adapter: Adapter, result: AdapterResult, secret: str) -> None:
    """Find errors in the state that an application would see instead of a page. `secret` was entered by the user."""
    api: AdapterApi | None = getattr(adapter, "api", None)
    if api is None or not isinstance(result, ShowPage):
        return
    state = trial.call(f"{what}, as a state", api.state, result)
    if state is None:
        return
    if trial.expect(isinstance(state, ApiState), f"{what} has a state of another type than ApiState."):
        _check(trial, what, api, state, secret)


def _check(trial: PluginTrial, what: str, api: AdapterApi, state: ApiState, secret: str) -> None:
    trial.expect(state.status.replace("_", "").isalnum(), f"{what} has a state without a plain name.")
    values: Any = plain(state.values)
    trial.expect(is_json(values), f"{what} has a state with values that are not JSON.")
    trial.expect(secret not in repr(state), f"{what} passes on a secret that the user entered.")
    reserved = sorted(_MEMBERS_OF_THE_SERVER & state.values.keys())
    trial.expect(not reserved, f"{what} has a state with members that the server adds: {reserved}.")
    names = [each.name for each in api.actions]
    trial.expect(len(names) == len(set(names)), f"{what}: two actions of the adapter have the same name.")
    unknown = sorted({each.name for each in state.actions} - set(names))
    trial.expect(not unknown, f"{what} has a state with actions that the adapter does not list: {unknown}.")
    inputs = {each.name for action in state.actions for each in action.inputs} | {""}
    targets = {each.target for each in state.errors}
    are_known = targets <= inputs or "fieldValues" in inputs
    trial.expect(are_known, f"{what} has an error for an input that no action has.")
