"""The real engine application, which follows its configuration and is called over ASGI with any host name."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from pathlib import Path
from threading import current_thread
from typing import Any
from urllib.parse import urlencode

import httpx
from joserfc import jwt
from joserfc.jwk import KeySet
from sqlalchemy import event
from starlette.types import ASGIApp

from hanse.app.core import Core, ProcessEnvironment, opened
from hanse.app.engine_app import build_engine_app, engine_parts, follow
from hanse.app.engine_services import engine_services
from hanse.config.declare.resource import Resource
from hanse.engine.services import Services
from hanse.engine.snapshot.follower import THREAD, Follower
from hanse.engine.state.contracts import State
from hanse.kit.option_values import networks
from hanse.kit.options import Options
from hanse.ops.metrics import Metrics
from hanse.resources.system.server_settings.resource import SERVER_SETTINGS
from hanse.resources.system.virtual_host_names import VIRTUAL_HOST_NAMES
from hanse.resources.system.virtual_issuers import VIRTUAL_ISSUERS
from tests.engine.preparations import PREPARATIONS
from tests.support.clock import ManualClock
from tests.support.configurations import create, replace
from tests.support.databases import unused_sqlite
from tests.support.prepared import recorded
from tests.support.randomness import SeededRandomness

DISCOVERY = "/.well-known/openid-configuration"
SERVER_METADATA = "/.well-known/oauth-authorization-server"
JWKS = "/pf/JWKS"
BASE_URL = "https://sso.example.com:9031"
HOST = "sso.example.com:9031"
# Timeout in seconds, which only a failing test reaches.
PATIENCE = 30.0
Form = Mapping[str, str] | Sequence[tuple[str, str]]


@dataclass
class EngineServer:
    """One node's engine with its database."""

    core: Core
    follower: Follower
    app: ASGIApp
    clock: ManualClock
    services: Services

    @property
    def state(self) -> State:
        """The run-time state; its methods are coroutines, for `asyncio.run`."""
        return self.services.state

    def now(self) -> float:
        """The server's time in seconds since the epoch."""
        return self.clock.now().timestamp()

    def request(
        self,
        method: str,
        path: str,
        *,
        host: str = HOST,
        headers: Mapping[str, str] | None = None,
        form: Form | None = None,
        cookies: Mapping[str, str] | None = None,
        content: bytes | None = None,
    ) -> httpx.Response:
        """Send one request; redirects are not followed. A form may be a list of pairs, to repeat parameters."""
        return asyncio.run(
            self.send(method, path, host=host, headers=headers, form=form, cookies=cookies, content=content)
        )

    async def send(
        self,
        method: str,
        path: str,
        *,
        host: str = HOST,
        headers: Mapping[str, str] | None = None,
        form: Form | None = None,
        cookies: Mapping[str, str] | None = None,
        content: bytes | None = None,
    ) -> httpx.Response:
        """Send one request; several can run at the same time."""
        sent = {"Host": host, **(headers or {})}
        if form is not None:
            content = urlencode(form).encode()
            sent.setdefault("Content-Type", "application/x-www-form-urlencoded")
        transport = httpx.ASGITransport(self.app)
        async with httpx.AsyncClient(transport=transport, cookies=dict(cookies or {})) as client:
            return await client.request(method, f"https://engine.invalid{path}", headers=sent, content=content)

    def get(self, path: str, *, host: str = HOST, **headers: str) -> httpx.Response:
        return self.request("GET", path, host=host, headers=headers)

    def post(self, path: str, form: Form, *, host: str = HOST, **headers: str) -> httpx.Response:
        """Send a form."""
        return self.request("POST", path, host=host, headers=headers, form=form)

    def browser(self, host: str = HOST) -> "Browser":
        """A new browser without any cookies."""
        return Browser(self, host)

    def save(self, resource: Resource[Any], body: Any) -> None:
        """Replace a singleton, and wait until the engine uses it."""
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
        """Wait until the engine uses the newest configuration."""
        with self.core.configuration.reading() as view:
            newest = view.revision()
        assert self.follower.wait_for(newest, PATIENCE)

    def statements(self) -> list[str]:
        """Record all SQL statements from now on, except those of the follower, and return the growing list."""
        found: list[str] = []

        def add(_connection: Any, _cursor: Any, statement: str, *_more: Any) -> None:
            if current_thread().name != THREAD:
                found.append(statement)

        event.listen(self.core.configuration.database.engine, "before_cursor_execute", add)
        return found

    def verified(self, path: str = "", *, host: str = HOST) -> dict[str, Any]:
        """Verify the signed metadata of an issuer with the keys that it publishes, and return the metadata."""
        metadata: dict[str, Any] = self.get(f"{path}{DISCOVERY}", host=host).json()
        keys = KeySet.import_key_set(self.get(f"{path}{JWKS}", host=host).json())
        token = jwt.decode(metadata["signed_metadata"], keys, algorithms=["RS256"])
        claims = dict(token.claims)
        assert (claims.pop("iss"), claims.pop("iat")) == (metadata["issuer"], int(self.clock.now().timestamp()))
        assert claims == {name: value for name, value in metadata.items() if name != "signed_metadata"}
        return metadata


@dataclass
class Browser:
    """A client that stores cookies like a browser, but does not follow redirects."""

    engine: EngineServer
    host: str
    cookies: dict[str, str] = field(default_factory=dict)
    # The names of cookies without a lifetime, which are deleted when the browser is closed.
    _until_closed: set[str] = field(default_factory=set)

    def close(self) -> None:
        """Close the browser, which deletes the cookies without a lifetime."""
        for name in self._until_closed:
            self.cookies.pop(name, None)
        self._until_closed.clear()

    def get(self, path: str, **headers: str) -> httpx.Response:
        return self.keep(self.engine.request("GET", path, host=self.host, headers=headers, cookies=self.cookies))

    def post(self, path: str, form: Form, **headers: str) -> httpx.Response:
        answer = self.engine.request("POST", path, host=self.host, headers=headers, form=form, cookies=self.cookies)
        return self.keep(answer)

    def keep(self, answer: httpx.Response) -> httpx.Response:
        """Store the cookies of an answer."""
        for line in answer.headers.get_list("set-cookie"):
            for name, morsel in SimpleCookie(line).items():
                if morsel["max-age"] == "0" or not morsel.value:
                    self.cookies.pop(name, None)
                else:
                    self.cookies[name] = morsel.value
                    (self._until_closed.discard if morsel["max-age"] else self._until_closed.add)(name)
        return answer


@contextmanager
def engine_server(
    database_url: str, data: Path, clock: ManualClock | None = None, *, boot: str = "boot-1", **options_given: Any
) -> Iterator[EngineServer]:
    """Yield an engine; several on one database are nodes that share it.

    `boot` identifies the start of the server; another value simulates a restart. The engine may send requests to this
    machine, unless `outgoing_networks` are given among the options.
    """
    clock = clock or ManualClock()
    loopback = networks("127.0.0.0/8,::1")
    options = Options(data=data, database=database_url, **{"outgoing_networks": loopback, **options_given})
    randomness = SeededRandomness()
    file = unused_sqlite(database_url)
    preparation = PREPARATIONS.next() if file is not None and file.parent == data else None
    recording = preparation.recording(file, randomness) if file is not None and preparation is not None else None
    with opened(options, ProcessEnvironment(clock, randomness, boot)) as core, ExitStack() as cleanup:
        if recording is not None:
            cleanup.enter_context(recorded(core.configuration, recording))
        follower = follow(core, cleanup)
        services = engine_services(core, follower, options, cleanup)
        app = build_engine_app(engine_parts(core, follower, services), options, randomness, Metrics())
        yield EngineServer(core, follower, app, clock, services)
