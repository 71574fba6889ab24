"""Grants and consents that are stored before a test."""

import asyncio
from typing import Any

from hanse.engine.oauth.contracts import GrantContext
from hanse.engine.signin.contracts import Origin
from hanse.engine.state.contracts import Consent, Grant
from tests.engine.server import BASE_URL, EngineServer


def add_grant(engine: EngineServer, id_: str = "grant-1", **more: Any) -> Grant:
    """Store a grant of Joe to the client `web`."""
    now = engine.now()
    context = GrantContext(
        user_key="joe",
        user_name="Joe",
        origin=Origin("ADAPTER", "adapter-0"),
        attributes={"mail": "joe@example.com", "groups": ["a", "b"]},
        session_id="session-1",
        authorization_details='[{"type":"payment"}]',
    )
    usual: dict[str, Any] = {
        "user_key": "joe",
        "client_id": "web",
        "issuer": BASE_URL,
        "grant_type": "AUTHORIZATION_CODE",
        "scopes": ("openid",),
        "issued": now,
        "updated": now + 60,
        "expires": None,
        "idle_seconds": None,
        "body": context.encode(),
    }
    made = Grant(id=id_, **{**usual, **more})
    asyncio.run(engine.state.grants.create(made, None))
    return made


def add_consent(engine: EngineServer, user_key: str = "joe", client_id: str = "web") -> None:
    given = Consent(
        user_key=user_key, client_id=client_id, scopes=("openid",), details="", given=engine.now(), expires=None
    )
    asyncio.run(engine.state.consents.put(given))


def has_consent(engine: EngineServer, user_key: str = "joe", client_id: str = "web") -> bool:
    return asyncio.run(engine.state.consents.get(user_key, client_id, engine.now())) is not None


def is_in_force(engine: EngineServer, id_: str = "grant-1") -> bool:
    return asyncio.run(engine.state.grants.get(id_, engine.now())) is not None
