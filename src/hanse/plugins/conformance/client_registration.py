"""The contract of client registration policies (RFC 7591)."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from hanse.config.plugins.plugin import Plugin
from hanse.plugins.conformance.example import NOW, Example
from hanse.plugins.conformance.trial import HOSTILE_TEXTS, PluginTrial, is_json
from hanse.plugins.contracts.client_registration import RegistrationAttempt, RegistrationPolicy, RegistrationRefused

_GOOD: dict[str, Any] = {
    "client_name": "Example",
    "redirect_uris": ["https://app.example.com/callback"],
    "grant_types": ["authorization_code"],
    "response_types": ["code"],
}


def check_registration_policy(plugin: Plugin[RegistrationPolicy], example: Example, trial: PluginTrial) -> None:
    """Find metadata that a policy cannot handle, and results that cannot be registered."""
    policy = plugin.make(example.settings(plugin.form))
    for metadata in (_GOOD, *_hostile()):
        before = deepcopy(metadata)
        found = trial.call("apply", _applied, policy, RegistrationAttempt(metadata))
        trial.expect(metadata == before, "apply changes the metadata that it receives.")
        if found is not None:
            trial.expect(is_json(found), "apply does not return a JSON object.")


def _applied(policy: RegistrationPolicy, attempt: RegistrationAttempt) -> dict[str, Any]:
    try:
        return dict(policy.apply(attempt, NOW))
    except RegistrationRefused as refused:
        return {"refused": str(refused)}


def _hostile() -> Iterator[dict[str, Any]]:
    values: tuple[Any, ...] = (*HOSTILE_TEXTS, True, -1, 1e300, [], {}, ["a", 1, None], {"a": {"b": [1]}})
    for value in values:
        yield {**_GOOD, "client_name": value, "contacts": value, "response_types": value, "jwks": value}
    yield {**_GOOD, **{f"member-{number}": number for number in range(2_000)}}
