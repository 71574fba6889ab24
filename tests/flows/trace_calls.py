"""Valid calls for the sign-in trace, and a trace for them."""

import asyncio
from dataclasses import replace
from typing import Any

from hanse.app.state_keys import StateKeys
from hanse.engine.state.contracts import TracePart
from hanse.engine.state.open_state import open_state
from tests.conformance.state.test_traces import PART
from tests.flows.role_table import document
from tests.flows.server import API, FlowServer
from tests.flows.token_calls import settings_of
from tests.flows.valid_call import GoodCall, Key

SETTINGS = "/signInTraces/settings"
TRACES = f"{API}/signInTraces/records"
TRACE_CALLS: dict[Key, GoodCall] = {
    **settings_of(SETTINGS, GoodCall(body=lambda _serial, _cloud: {"retentionDays": 30})),
    ("GET", TRACES): GoodCall(),
    ("GET", f"{TRACES}/{{id}}"): GoodCall(target=PART.trace_id),
}


def trace_roles(*, sees: frozenset[str], configures: frozenset[str]) -> dict[Key, frozenset[str]]:
    """Return the roles that may make each call."""
    calls = (("GET", TRACES), ("GET", f"{TRACES}/{{id}}"))
    return {**document(f"{API}{SETTINGS}", sees=sees, changes=configures), **dict.fromkeys(calls, sees)}


def add_trace(server: FlowServer, **changed: Any) -> None:
    """Store a trace like an engine."""
    core, options = server.core, server.options
    environment = core.environment
    now = environment.clock.now().timestamp()
    part: TracePart = replace(PART, **{"time": now, "expires": now + 3600, **changed})
    keys = StateKeys(core.keyring, core.configuration.database, environment.clock)
    state = open_state(options.data, options.database, keys=keys, randomness=environment.randomness, boot="engine")

    async def store() -> None:
        await state.traces.add([part])
        await state.close()

    asyncio.run(store())
