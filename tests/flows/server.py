"""A complete server in this process with all of its protective layers, called over ASGI.

Every answer is checked against the server's own OpenAPI description: an undeclared status, or a body that violates its
schema, fails the test.
"""

import base64
import json
import re
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import httpx
import jsonschema_rs
from anyio.from_thread import BlockingPortal, start_blocking_portal
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hanse.admin.api.dispatch import OperationDispatcher
from hanse.admin.api.openapi import describe
from hanse.admin.api.routing import documents, routes
from hanse.admin.frames.frame import frames_of
from hanse.admin.frames.site import FrameSite
from hanse.admin.frames.state_pages.state_sites import state_routes
from hanse.app.admin_app import build_admin_app
from hanse.app.admin_services import AdminServices, administer
from hanse.app.api_origins import follow_origins
from hanse.app.application_parts import AdminParts
from hanse.app.cluster_node import ConsoleNode, join_as_console, standalone_node
from hanse.app.core import Core, ProcessEnvironment, opened
from hanse.kit.http.request_log import route_template
from hanse.kit.option_values import networks
from hanse.kit.options import Options
from hanse.ops.metrics import Metrics
from hanse.resources.all_resources import PLUGIN_KINDS
from tests.support.clock import ManualClock
from tests.support.randomness import SeededRandomness

API = "/pf-admin-api/v1"
UI = "/pf-admin-ui"
PASSWORD = "Hansa-1241"
ALL_ROLES = (
    "ADMINISTRATOR",
    "CRYPTO_ADMINISTRATOR",
    "USER_ADMINISTRATOR",
    "EXPRESSION_ADMINISTRATOR",
    "DATA_COLLECTION_ADMINISTRATOR",
)
FAR = "203.0.113.7"
HOST = "hanse.example:9999"
Body = dict[str, Any]
_REFERENCE = re.compile(r'"#/components/schemas/([^"/]+)')


class Contract:
    """Checks answers against the OpenAPI description."""

    def __init__(self, description: Body) -> None:
        self.description = description
        self._validators: dict[tuple[str, str, str], Any] = {}

    def check(self, template: str, method: str, status: int, content_type: str, body: bytes) -> None:
        """Raise AssertionError for an answer that violates the description."""
        described = self.description["paths"].get(template, {}).get("get" if method == "HEAD" else method.lower())
        if described is None:
            return
        responses = described["responses"]
        assert str(status) in responses, f"{method} {template} answered an undeclared {status}: {body[:500]!r}"
        content = responses[str(status)].get("content")
        if content is None:
            assert not body, f"{method} {template} answered {status} with an undeclared body: {body[:500]!r}"
            return
        ((declared, media),) = content.items()
        assert content_type == declared or content_type.partition(";")[0] == declared
        if declared == "application/json" and method != "HEAD":
            validator = self._validator(template, method, str(status), media["schema"])
            problems = [
                f"{'/'.join(map(str, e.instance_path))}: {e.message}" for e in validator.iter_errors(json.loads(body))
            ]
            assert not problems, f"{method} {template} answered {status} against its schema: {problems}"

    def _validator(self, template: str, method: str, status: str, schema: Body) -> Any:
        key = (template, method, status)
        if key not in self._validators:
            named = {name: self._schemas[name] for name in sorted(self._named_in(schema))}
            whole = {**schema, "components": {"schemas": named}}
            self._validators[key] = jsonschema_rs.Draft202012Validator(whole)
        return self._validators[key]

    @property
    def _schemas(self) -> Body:
        schemas: Body = self.description["components"]["schemas"]
        return schemas

    def _named_in(self, schema: Body) -> set[str]:
        """Return the schemas that a schema refers to. A validator with all schemas would take long to build."""
        found, new = set[str](), set(_REFERENCE.findall(json.dumps(schema)))
        while new:
            found |= new
            new = set(_REFERENCE.findall(json.dumps([self._schemas[name] for name in new]))) - found
        return found


_CONTRACTS: list[Contract] = []


class RouteRecorder:
    """Records the route template of each request, so that its answer can be checked against the description."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self.template = ""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def note(message: Message) -> None:
            if message["type"] == "http.response.start":
                self.template = route_template(scope)
            await send(message)

        await self._app(scope, receive, note)


@dataclass
class Client:
    """A browser or program. Cookies are kept; the Authorization header is sent to the API only."""

    server: "FlowServer"
    address: str = FAR
    host: str = HOST
    authorization: str | None = None
    cookies: httpx.Cookies = field(default_factory=httpx.Cookies)

    def request(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        headers: Mapping[str, str | bytes | None] | None = None,
        **rest: Any,
    ) -> httpx.Response:
        """Send a request with the anti-forgery header. A header with the value None is omitted."""
        usual: dict[str, str | bytes | None] = {"X-XSRF-Header": "hanse", "Host": self.host}
        if self.authorization is not None and path.startswith("/pf-admin-api"):
            usual["Authorization"] = self.authorization
        if body is not None:
            rest["content"] = json.dumps(body)
            usual["Content-Type"] = "application/json"
        sent = [
            (name.encode(), value.encode() if isinstance(value, str) else value)
            for name, value in {**usual, **(headers or {})}.items()
            if value is not None
        ]
        return self.server.send(self, httpx.Request(method, f"https://{self.host}{path}", headers=sent, **rest))

    def get(self, path: str, **rest: Any) -> httpx.Response:
        return self.request("GET", path, **rest)

    def post(self, path: str, body: Any = None, **rest: Any) -> httpx.Response:
        return self.request("POST", path, body, **rest)

    def put(self, path: str, body: Any = None, **rest: Any) -> httpx.Response:
        return self.request("PUT", path, body, **rest)

    def delete(self, path: str, **rest: Any) -> httpx.Response:
        return self.request("DELETE", path, **rest)

    def sign_in(self, username: str = "Administrator", password: str = PASSWORD) -> "Client":
        """Sign in as the console does: a session cookie for the session service and a bearer token for the API."""
        answer = self.post(f"{UI}/login", {"username": username, "password": password})
        assert answer.status_code == 200, answer.text
        token = self.post(f"{UI}/apitoken")
        assert token.status_code == 200, token.text
        self.authorization = f"Bearer {token.json()['access_token']}"
        return self


class FlowServer:
    """A server and its clients."""

    def __init__(
        self,
        core: Core,
        administration: AdminServices,
        options: Options,
        portal: BlockingPortal,
        node: ConsoleNode,
    ) -> None:
        self.core = core
        self.administration = administration
        self.options = options
        self.setup_key = administration.gate.issue_key()
        self._portal = portal
        dispatcher = OperationDispatcher(core.configuration, administration.authenticator, node.admit)
        shown = frames_of(core.configuration.registry, PLUGIN_KINDS)
        frames = FrameSite(
            core.configuration,
            dispatcher,
            administration.operations,
            shown,
            lambda: not node.is_active(),
            zone=options.timezone,
        )
        is_passive, clock = (lambda: not node.is_active()), core.environment.clock
        on_state = state_routes(dispatcher, administration.operations, is_passive, clock)
        parts = AdminParts(
            routes=[*routes(dispatcher, administration.operations), *on_state, *frames.routes()],
            documents=documents(administration.operations),
            allowed_origins=follow_origins(core.configuration),
        )
        self.app = build_admin_app(parts, options, core.environment.randomness, Metrics())
        self._recorder = RouteRecorder(self.app)

    @property
    def clock(self) -> ManualClock:
        clock = self.core.environment.clock
        assert isinstance(clock, ManualClock)
        return clock

    @cached_property
    def contract(self) -> Contract:
        # All servers have the same description, and building its validators takes seconds.
        if not _CONTRACTS:
            _CONTRACTS.append(Contract(describe(self.administration.operations, title="Hanse", version="1")))
        return _CONTRACTS[0]

    def client(self, **fields: Any) -> Client:
        """Return an anonymous client on another machine."""
        return Client(self, **fields)

    def local(self) -> Client:
        """Return a client on the server's own machine, which can carry out the setup until it is complete."""
        return Client(self, address="127.0.0.1", host="localhost:9999")

    def basic(self, username: str, password: str = PASSWORD) -> Client:
        """Return a client with basic authentication."""
        pair = base64.b64encode(f"{username}:{password}".encode()).decode()
        return Client(self, authorization=f"Basic {pair}")

    def send(self, client: Client, request: httpx.Request) -> httpx.Response:
        client.cookies.set_cookie_header(request)
        response = self._portal.call(self._send, client.address, request)
        response.request = request
        client.cookies.extract_cookies(response)
        self.contract.check(
            self._recorder.template,
            request.method,
            response.status_code,
            response.headers.get("content-type", ""),
            response.content,
        )
        return response

    async def _send(self, address: str, request: httpx.Request) -> httpx.Response:
        transport = httpx.ASGITransport(self._recorder, client=(address, 50_000), raise_app_exceptions=False)
        response = await transport.handle_async_request(request)
        await response.aread()
        return response

    def set_up(self) -> Client:
        """Create the first administrator like the wizard, and return a signed-in client of this administrator."""
        answer = self.local().post(f"{API}/administrativeAccounts", account("Administrator", ALL_ROLES))
        assert answer.status_code == 200, answer.text
        return self.client().sign_in()

    def revision(self) -> int:
        """Return the number of the newest revision."""
        with self.core.configuration.reading() as view:
            return view.revision()


def account(username: str, roles: Any = (), **fields: Any) -> Body:
    """Return the body of an administrative account."""
    return {"username": username, "password": PASSWORD, "active": True, "roles": list(roles), **fields}


@contextmanager
def flow_server(
    database_url: str, data: Path, *, clock: ManualClock | None = None, seed: int = 1, **options: Any
) -> Iterator[FlowServer]:
    """Yield a server on a database; `options` are those of `hanse serve`."""
    chosen = Options(
        data=data,
        database=database_url,
        **{"demo_port": 0, "outgoing_networks": networks("127.0.0.0/8,::1"), **options},
    )
    environment = ProcessEnvironment(clock or ManualClock(), SeededRandomness(seed))
    with opened(chosen, environment) as core, start_blocking_portal() as portal, ExitStack() as cleanup:
        node = join_as_console(core, chosen, cleanup) if chosen.mode == "console" else standalone_node(core, chosen)
        yield FlowServer(core, administer(core, chosen, node.answers), chosen, portal, node)
