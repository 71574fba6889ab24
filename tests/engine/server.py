"""The real engine application on a configuration that is followed, called over ASGI under any host."""

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import current_thread
from typing import Any

import httpx
from joserfc import jwt
from joserfc.jwk import KeySet
from sqlalchemy import event
from starlette.types import ASGIApp

from hanse.app.core import Core, Environment, opened
from hanse.app.engine import build_engine_app, engine_parts, follow
from hanse.config.resource import Resource
from hanse.engine.snapshot.follower import THREAD, Follower
from hanse.kit.options import Options
from hanse.ops.metrics import Metrics
from hanse.resources.system.server_settings.resource import SERVER_SETTINGS
from hanse.resources.system.virtual_host_names import VIRTUAL_HOST_NAMES
from hanse.resources.system.virtual_issuers import VIRTUAL_ISSUERS
from tests.support.clock import ManualClock
from tests.support.configurations import create, replace
from tests.support.randomness import SeededRandomness

DISCOVERY = "/.well-known/openid-configuration"
SERVER_METADATA = "/.well-known/oauth-authorization-server"
JWKS = "/pf/JWKS"
BASE_URL = "https://sso.example.com:9031"
HOST = "sso.example.com:9031"
# Longer than anything takes; nobody waits it out.
PATIENCE = 30.0


@dataclass
class EngineServer:
    """One node's engine with its database."""

    core: Core
    follower: Follower
    app: ASGIApp
    clock: ManualClock

    def request(
        self, method: str, path: str, *, host: str = HOST, headers: Mapping[str, str] | None = None
    ) -> httpx.Response:
        return asyncio.run(self._request(method, path, {"Host": host, **(headers or {})}))

    async def _request(self, method: str, path: str, headers: Mapping[str, str]) -> httpx.Response:
        transport = httpx.ASGITransport(self.app)
        async with httpx.AsyncClient(transport=transport) as client:
            return await client.request(method, f"https://engine.invalid{path}", headers=headers)

    def get(self, path: str, *, host: str = HOST, **headers: str) -> httpx.Response:
        return self.request("GET", path, host=host, headers=headers)

    def save(self, resource: Resource[Any], body: Any) -> None:
        """Save a singleton, and wait until the engine has taken it over."""
        replace(self.core.configuration, resource, resource.singleton_id, body)
        self.caught_up()

    def set_base_url(self, base_url: str = BASE_URL) -> None:
        self.save(SERVER_SETTINGS, {"federationInfo": {"baseUrl": base_url}})

    def set_hosts(self, *hosts: str) -> None:
        self.save(VIRTUAL_HOST_NAMES, {"virtualHostNames": list(hosts)})

    def add_issuer(self, name: str, host: str, path: str = "") -> str:
        stored = create(self.core.configuration, VIRTUAL_ISSUERS, {"name": name, "host": host, "path": path})
        self.caught_up()
        return stored.id

    def caught_up(self) -> None:
        with self.core.configuration.reading() as view:
            newest = view.revision()
        assert self.follower.wait_for(newest, PATIENCE)

    def statements(self) -> list[str]:
        """Return the list to which every statement is added from now on, except the follower's own."""
        found: list[str] = []

        def add(_connection: Any, _cursor: Any, statement: str, *_more: Any) -> None:
            if current_thread().name != THREAD:
                found.append(statement)

        event.listen(self.core.configuration.database.engine, "before_cursor_execute", add)
        return found

    def verified(self, path: str = "", *, host: str = HOST) -> dict[str, Any]:
        """Return an issuer's metadata, once its signature holds under what the same issuer publishes."""
        metadata: dict[str, Any] = self.get(f"{path}{DISCOVERY}", host=host).json()
        keys = KeySet.import_key_set(self.get(f"{path}{JWKS}", host=host).json())
        token = jwt.decode(metadata["signed_metadata"], keys, algorithms=["RS256"])
        claims = dict(token.claims)
        assert (claims.pop("iss"), claims.pop("iat")) == (metadata["issuer"], int(self.clock.now().timestamp()))
        assert claims == {name: value for name, value in metadata.items() if name != "signed_metadata"}
        return metadata


@contextmanager
def engine_server(database_url: str, data: Path, clock: ManualClock | None = None) -> Iterator[EngineServer]:
    """Yield an engine; several on one database are nodes that share it."""
    clock = clock or ManualClock()
    options = Options(data=data, database=database_url)
    randomness = SeededRandomness()
    with opened(options, Environment(clock, randomness)) as core, ExitStack() as cleanup:
        follower = follow(core, cleanup)
        app = build_engine_app(engine_parts(core, follower), options, randomness, Metrics())
        yield EngineServer(core, follower, app, clock)
