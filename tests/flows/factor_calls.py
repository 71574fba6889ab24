"""Valid calls for the second factors of users, and second factors for them."""

import asyncio

from hanse.app.state_keys import StateKeys
from hanse.engine.state.open_state import open_state
from hanse.plugins.contracts.second_factors import FactorKind, SecondFactor
from tests.flows.server import API, FlowServer
from tests.flows.valid_call import GoodCall, Key

FACTORS = f"{API}/idp/secondFactors"
FACTOR = "factor-1"
FACTOR_CALLS: dict[Key, GoodCall] = {
    ("GET", FACTORS): GoodCall(),
    ("DELETE", f"{FACTORS}/{{id}}"): GoodCall(204, target=FACTOR),
    ("POST", f"{FACTORS}/reset"): GoodCall(body=lambda _serial, _cloud: {"userKey": "joe"}),
}


def factor_roles(*, sees: frozenset[str], configures: frozenset[str]) -> dict[Key, frozenset[str]]:
    """Return the roles that may make each call."""
    changes = (("DELETE", f"{FACTORS}/{{id}}"), ("POST", f"{FACTORS}/reset"))
    return {("GET", FACTORS): sees, **dict.fromkeys(changes, configures)}


def add_factor(
    server: FlowServer,
    id_: str = FACTOR,
    user_key: str = "joe",
    adapter: str = "totp",
    kind: FactorKind = FactorKind.TOTP,
) -> None:
    """Store a second factor like an engine, unless it exists."""
    core, options = server.core, server.options
    environment = core.environment
    keys = StateKeys(core.keyring, core.configuration.database, environment.clock)
    state = open_state(options.data, options.database, keys=keys, randomness=environment.randomness, boot="engine")
    factor = SecondFactor(
        id=id_,
        adapter=adapter,
        user_key=user_key,
        kind=kind,
        name="Phone",
        created=environment.clock.now().timestamp(),
        secret=b"shared-secret",
    )

    async def store() -> None:
        if not await state.second_factors.of_user(adapter, user_key):
            await state.second_factors.add(factor, most=10)
        await state.close()

    asyncio.run(store())
