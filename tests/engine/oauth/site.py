"""A server with a web application, and a browser without cookies.

The sign-in is replaced by one that authenticates the user at once; the real one has its own tests. Flows are stored in
memory and follow the rules of their contract.

"""

import asyncio
import re
from collections.abc import Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import httpx

from hanse.app.application_parts import EngineParts
from hanse.app.engine_app import build_engine_app
from hanse.engine.attributes import AttributeFulfillment
from hanse.engine.http.answers import Answer, html_answer, redirect_answer
from hanse.engine.http.dispatch import EndpointDispatcher
from hanse.engine.http.parameters import Parameters
from hanse.engine.http.protocol_endpoint import Access, ProtocolEndpoint
from hanse.engine.http.request import Request
from hanse.engine.oauth.access_tokens.service import AccessTokenService
from hanse.engine.oauth.authorize.endpoint import authorization_endpoints
from hanse.engine.oauth.authorize.granted_responses import GrantedResponses
from hanse.engine.oauth.authorize.submitted_requests import SubmittedRequests
from hanse.engine.oauth.grants.grants_page import grants_page_endpoints
from hanse.engine.oauth.jose.client_keys import ClientKeys
from hanse.engine.oauth.jose.encryption import JwtEncryption
from hanse.engine.oauth.paths import AUTHORIZATION_PATH as PATH
from hanse.engine.oidc.claims import UserClaims
from hanse.engine.oidc.id_token import IdTokens
from hanse.engine.oidc.id_token_hint import HintVerifier
from hanse.engine.services import Services, T
from hanse.engine.signin.contracts import (
    Completion,
    ConsentQuestion,
    FlowEnded,
    FlowHandle,
    Origin,
    Preparation,
    SignedIn,
    SignInRequest,
    SignInResult,
    Value,
)
from hanse.engine.signin.endpoints import PageErrors
from hanse.engine.signin.pages import PageRenderer
from hanse.kit.options import Options
from hanse.ops.metrics import Metrics
from hanse.plugins.contracts.authentication_api import ApiAction, ApiState
from hanse.resources.applications.clients.resource import OAUTH_CLIENTS
from hanse.resources.authentication.grant_mappings import CONTRACT_GRANT_MAPPINGS
from hanse.resources.authentication.policy_contracts import POLICY_CONTRACTS
from hanse.resources.system.authorization_server import COMMON_SCOPES, SETTINGS
from tests.engine.server import EngineServer, engine_server
from tests.support.clients import client
from tests.support.configurations import create, replace
from tests.support.mappings import contract, from_source
from tests.support.randomness import SeededRandomness

ORIGIN = "https://sso.example.com:9031"
HOST = "sso.example.com:9031"
CALLBACK = "https://web.example.com/callback"
# RFC 7636, appendix B.
VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
RESUME = "/as/{flow}/resume/as/authorization.ping"


def signed_in(**more: Any) -> SignedIn:
    """Return the result of a sign-in as Joe."""
    usual: dict[str, Any] = {
        "origin": Origin("AUTHENTICATION_POLICY_CONTRACT", "apc-0"),
        "attributes": {"subject": "joe", "mail": "joe@example.com"},
        "session_id": "session-1",
        "auth_time": 1_763_713_800.0,
        "acr": "basic",
        "amr": ("pwd",),
    }
    return SignedIn(**{**usual, **more})


@dataclass
class _Flow:
    """A sign-in flow; all of its requests share this object."""

    id: str
    owner: "InstantSignIn"
    wanted: SignInRequest
    result: SignInResult
    stage: str = ""
    state: Mapping[str, Any] = field(default_factory=dict)
    is_api_call: bool = False

    @property
    def resume_url(self) -> str:
        return RESUME.replace("{flow}", self.id)

    @property
    def form_token(self) -> str:
        return f"token-of-{self.id}"

    def page(self, request: Request, template: str, values: Mapping[str, Any]) -> Answer:
        application = self.wanted.application
        return self.owner.pages.render(
            request,
            template,
            values,
            form=self,
            locales=self.wanted.ui_locales,
            application=application,
            form_targets=self.wanted.form_targets,
        )

    async def form(self, request: Request) -> Parameters:
        return await request.form()

    async def show(
        self, _request: Request, stage: str, state: Mapping[str, Any], page: Answer, _shown: ApiState | None = None
    ) -> Answer:
        self.stage, self.state = stage, state
        self.owner.flows[self.id] = self
        return page

    async def visit(self, request: Request, stage: str, state: Mapping[str, Any], address: str) -> Answer:
        return await self.show(request, stage, state, redirect_answer(address))

    async def finish(self, _request: Request, answer: Answer) -> Answer:
        if self.id in self.owner.over:
            raise FlowEnded
        self.owner.over.add(self.id)
        return answer


@dataclass
class InstantSignIn:
    """Authenticates every user with the configured `result`."""

    result: SignInResult = field(default_factory=signed_in)
    flows: dict[str, _Flow] = field(default_factory=dict)
    over: set[str] = field(default_factory=set)
    requests: list[SignInRequest] = field(default_factory=list)
    completions: dict[str, Completion] = field(default_factory=dict)
    pages: PageRenderer = field(default_factory=PageRenderer)

    def register(
        self,
        purpose: str,
        completion: Completion,
        _actions: Sequence[ApiAction] = (),
        _preparation: Preparation | None = None,
    ) -> None:
        self.completions[purpose] = completion

    async def request_consent(
        self, request: Request, flow: FlowHandle, question: ConsentQuestion, state: Mapping[str, Any] | None
    ) -> Answer | Mapping[str, Value] | None:
        raise AssertionError((request, flow, question, state))

    async def begin(self, request: Request, wanted: SignInRequest) -> Answer:
        self.requests.append(wanted)
        flow = _Flow(f"flow{len(self.requests)}", self, wanted, self.result)
        return await self.completions[wanted.purpose].complete(request, flow, wanted.body, self.result)

    async def resume(self, request: Request) -> Answer:
        flow = self.flows[request.values["flow"]]
        form = await request.form()
        if form.one("flow_token") != flow.form_token:
            return html_answer("forged", 400)
        completion = self.completions[flow.wanted.purpose]
        assert isinstance(flow.result, SignedIn)
        try:
            return await completion.resume(request, flow, flow.wanted.body, flow.result, flow.stage, flow.state)
        except FlowEnded:
            return html_answer("over", 400)


@dataclass
class Site:
    """The server, and a browser without cookies."""

    engine: EngineServer
    sign_in: InstantSignIn

    @property
    def services(self) -> Services:
        return self.engine.services

    def send(
        self, method: str, path: str, body: str | bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> httpx.Response:
        async def sent() -> httpx.Response:
            async with httpx.AsyncClient(transport=httpx.ASGITransport(self.engine.app)) as browser:
                given = {"Host": HOST, **(headers or {})}
                return await browser.request(method, f"https://engine.invalid{path}", content=body, headers=given)

        return asyncio.run(sent())

    def post(self, path: str, fields: Mapping[str, Any], **headers: str) -> httpx.Response:
        encoded = urlencode(fields, doseq=True)
        return self.send("POST", path, encoded, {"Content-Type": "application/x-www-form-urlencoded", **headers})

    def authorize(self, **changed: Any) -> httpx.Response:
        """Send a valid request with changed parameters: None omits a parameter, a list repeats it."""
        return self.send("GET", f"{PATH}?{urlencode(self.parameters(**changed), doseq=True)}")

    def parameters(self, **changed: Any) -> dict[str, Any]:
        usual = {
            "client_id": "web",
            "redirect_uri": CALLBACK,
            "response_type": "code",
            "scope": "openid email",
            "state": "s-1",
            "code_challenge": CHALLENGE,
            "code_challenge_method": "S256",
        }
        return {name: value for name, value in {**usual, **changed}.items() if value is not None}

    def answer_form(self, page: httpx.Response, **fields: Any) -> httpx.Response:
        """Submit the form of a page with its hidden fields and the given ones."""
        action = re.search(r'<form method="post" action="([^"]*)"', page.text)
        assert action is not None, page.text
        hidden = dict(re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', page.text))
        return self.post(unescape(action[1]), {**hidden, **fields})

    def settings(self, **given: Any) -> None:
        replace(self.engine.core.configuration, SETTINGS, SETTINGS.singleton_id, given)
        self.engine.caught_up()

    def client(self, id_: str = "web", **given: Any) -> None:
        replace(self.engine.core.configuration, OAUTH_CLIENTS, id_, client(id_, **given))
        self.engine.caught_up()

    def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        return asyncio.run(coroutine)


def answered(response: httpx.Response) -> dict[str, str]:
    """Return the parameters of an authorization response, from the query or the fragment."""
    assert response.status_code == 303, response.text
    parts = urlsplit(response.headers["location"])
    return dict(parse_qsl(parts.fragment or parts.query))


@contextmanager
def opened_site(database_url: str, data: Path) -> Iterator[Site]:
    """Yield a server with the client `web`, the scope `email`, and grant mappings for the contract `apc-0`."""
    with engine_server(database_url, data) as engine:
        configuration = engine.core.configuration
        engine.set_base_url()
        create(configuration, COMMON_SCOPES, {"name": "email", "description": "Your e-mail address"})
        create(configuration, COMMON_SCOPES, {"name": "pay:*", "description": "Make a payment", "dynamic": True})
        create(configuration, POLICY_CONTRACTS, contract())
        fulfilled = {
            "USER_KEY": from_source("AUTHENTICATION_POLICY_CONTRACT", "subject", "apc-0"),
            "USER_NAME": from_source("AUTHENTICATION_POLICY_CONTRACT", "mail", "apc-0"),
        }
        mapping = {
            "authenticationPolicyContractRef": {"id": "apc-0"},
            "attributeContractFulfillment": fulfilled,
        }
        create(configuration, CONTRACT_GRANT_MAPPINGS, mapping)
        create(configuration, OAUTH_CLIENTS, client("web"))
        engine.caught_up()
        sign_in = InstantSignIn()
        direct = EndpointDispatcher(engine.services.snapshot, _endpoints(engine.services, sign_in))
        options = Options(data=data, database=database_url)
        engine.app = build_engine_app(EngineParts(direct), options, SeededRandomness(7), Metrics())
        yield Site(engine, sign_in)


def _endpoints(services: Services, sign_in: InstantSignIn) -> Sequence[ProtocolEndpoint]:
    fulfillment = AttributeFulfillment(services)
    client_keys = ClientKeys(services)
    encryption = JwtEncryption(client_keys)
    access_tokens = AccessTokenService.of(services, fulfillment)
    id_tokens = IdTokens(UserClaims(fulfillment), access_tokens, encryption, services.clock)
    responses = GrantedResponses(services, access_tokens, id_tokens)
    hints = HintVerifier(services.clock)
    submitted = SubmittedRequests(services, client_keys)
    resume = ProtocolEndpoint(RESUME, Access.BROWSER, {"POST": sign_in.resume}, PageErrors(services.pages))
    return (
        *authorization_endpoints(services, sign_in, fulfillment, responses, encryption, submitted, hints),
        *grants_page_endpoints(services, sign_in, fulfillment),
        resume,
    )
