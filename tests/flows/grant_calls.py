"""Valid calls for the grants of users, and a grant for them."""

import asyncio

from hanse.app.state_keys import StateKeys
from hanse.engine.state.contracts import Grant
from hanse.engine.state.open_state import open_state
from tests.flows.server import API, FlowServer
from tests.flows.valid_call import GoodCall, Key

GRANTS = f"{API}/oauth/grants"
GRANT = "grant-1"
GRANT_CALLS: dict[Key, GoodCall] = {
    ("GET", GRANTS): GoodCall(),
    ("DELETE", f"{GRANTS}/{{id}}"): GoodCall(204, target=GRANT),
}


def grant_roles(*, sees: frozenset[str], configures: frozenset[str]) -> dict[Key, frozenset[str]]:
    """Return the roles that may make each call."""
    return {("GET", GRANTS): sees, ("DELETE", f"{GRANTS}/{{id}}"): configures}


def add_grant(server: FlowServer, id_: str = GRANT, user_key: str = "joe", client_id: str = "web") -> None:
    """Store a grant like an engine, unless it exists."""
    core, options = server.core, server.options
    now = core.environment.clock.now().timestamp()
    grant = Grant(
        id=id_,
        user_key=user_key,
        client_id=client_id,
        issuer="https://sso.example.com",
        grant_type="AUTHORIZATION_CODE",
        scopes=("openid", "email"),
        issued=now,
        updated=now,
        expires=now + 3600,
        idle_seconds=None,
    )
    environment = core.environment
    keys = StateKeys(core.keyring, core.configuration.database, environment.clock)
    state = open_state(options.data, options.database, keys=keys, randomness=environment.randomness, boot="engine")

    async def store() -> None:
        if await state.grants.get(id_, now) is None:
            await state.grants.create(grant, None)
        await state.close()

    asyncio.run(store())
