"""Adapters' pages as states for authentication applications, and the actions of all states."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from hanse.engine.signin.api.stored_states import StoredApiState
from hanse.engine.signin.policies.policy_plan import POLICY_PLAN
from hanse.engine.signin.policies.policy_request import PolicyRequest
from hanse.engine.snapshot.authentication_api import AUTHENTICATION_API, ApiApplication
from hanse.engine.snapshot.authentication_sources import find_source
from hanse.engine.snapshot.model import Snapshot
from hanse.plugins.contracts.adapters import ShowPage
from hanse.plugins.contracts.authentication_api import AdapterApi, ApiAction, ApiError

# The attribute of adapters that support the authentication API.
_API: Final = "api"


@dataclass(frozen=True)
class AdapterState:
    """A page of an adapter as a state, and the errors in the last input."""

    state: StoredApiState
    # None in the redirectless mode.
    application: ApiApplication | None
    errors: tuple[ApiError, ...]


def adapter_state(turn: PolicyRequest, page: ShowPage) -> AdapterState | None:
    """Return the state of a page; None if the page must be shown in the browser.

    A page is shown in the browser if the API is disabled, the adapter does not support it, or neither the policy nor
    the settings name an application.
    """
    application = None if turn.wanted.redirectless else _application(turn)
    waiting = turn.position.waiting
    if waiting is None or (application is None and not turn.wanted.redirectless):
        return None
    api = _api_of(turn.request.snapshot, waiting.adapter)
    found = None if api is None else api.state(page)
    if found is None:
        return None
    instance = find_source(turn.request.snapshot, waiting.adapter)
    if instance is None:
        return None
    stored = StoredApiState(
        status=found.status,
        application="" if application is None else application.id,
        adapter=waiting.adapter,
        plugin_type=instance.settings.plugin_descriptor_ref.id,
        values=dict(found.values),
        actions=[each.name for each in found.actions],
        message=found.message,
        message_values=dict(found.message_values),
    )
    return AdapterState(stored, application, found.errors)


def available_actions(
    snapshot: Snapshot, state: StoredApiState, of_completion: Sequence[ApiAction]
) -> Mapping[str, ApiAction]:
    """Return the actions of a state by their names. A state without an adapter is one of the flow's completion."""
    api = _api_of(snapshot, state.adapter)
    known = {each.name: each for each in (of_completion if api is None else api.actions)}
    return {name: known[name] for name in state.actions if name in known}


def _api_of(snapshot: Snapshot, adapter: str) -> AdapterApi | None:
    instance = find_source(snapshot, adapter)
    return None if instance is None else getattr(instance.plugin, _API, None)


def _application(turn: PolicyRequest) -> ApiApplication | None:
    """Return the application of the policy, or the default application for adapters without a policy."""
    configuration = turn.request.snapshot.part(AUTHENTICATION_API)
    frames = turn.position.frames
    if not frames or frames[0].adapters:
        return configuration.application(configuration.default_application)
    policy = turn.request.snapshot.part(POLICY_PLAN).policy(frames[0].id)
    return None if policy is None else configuration.application(policy.application)
