"""The sign-in service for protocols, and the endpoint at which a sign-in continues."""

import asyncio
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

import structlog

from hanse.engine.attributes import AttributeFulfillment
from hanse.engine.http.answers import Answer, Header, redirect_answer
from hanse.engine.http.parameters import Parameters
from hanse.engine.http.request import Request
from hanse.engine.local_accounts import LocalUserLookups
from hanse.engine.services import Services
from hanse.engine.signin.adapters.adapter_calls import Adapters
from hanse.engine.signin.adapters.adapter_services import AdapterServiceParts
from hanse.engine.signin.adapters.consent_service import AdapterConsent
from hanse.engine.signin.adapters.user_provisioning import UserProvisioner
from hanse.engine.signin.api.adapter_states import adapter_state
from hanse.engine.signin.api.stored_states import StoredApiState
from hanse.engine.signin.completions import Completions
from hanse.engine.signin.contracts import (
    ConsentQuestion,
    FlowEnded,
    FlowHandle,
    SignedIn,
    SignInFailed,
    SignInRequest,
    SignInResult,
    Value,
)
from hanse.engine.signin.flows.active_flow import ActiveFlow
from hanse.engine.signin.flows.api_flow import ApiFlow
from hanse.engine.signin.flows.flow_store import FlowStore, LoadedFlow
from hanse.engine.signin.negotiation import sent_token
from hanse.engine.signin.outcome_presenter import OutcomePresenter, Wait
from hanse.engine.signin.policies.fallback import try_sources
from hanse.engine.signin.policies.local_identities import StoredLocalIdentities
from hanse.engine.signin.policies.outcomes import DENIED, NEEDS_BROWSER, Authenticated
from hanse.engine.signin.policies.policy_request import PolicyRequest
from hanse.engine.signin.policies.policy_runner import PolicyRunner
from hanse.engine.signin.policies.position import PassedAdapter, WaitingAdapter
from hanse.engine.signin.policies.trace import RecordedTrace
from hanse.engine.signin.returned_states import returned_parameters, state_of
from hanse.engine.signin.sessions.application_sessions import ApplicationSessions
from hanse.engine.signin.sessions.browser_session import BrowserSession
from hanse.engine.signin.sessions.quotas import TOO_MANY_SESSIONS, SessionQuotaReached
from hanse.engine.signin.sessions.sso_sessions import SsoSessions
from hanse.engine.signin.signed_in_users import proofs_of, signed_in
from hanse.engine.signin.traced_results import (
    OTHER_USER,
    begin_trace,
    trace_failure,
    trace_nodes,
    trace_signed_in,
    trace_user,
)
from hanse.kit.sign_in_traces import StepKind
from hanse.plugins.contracts.adapters import NEGOTIATED, ShowPage

LOG = structlog.stdlib.get_logger("hanse.signin")
EXPIRED_TEMPLATE: Final = "state.not.found.error.page.template.html"


class SignInService:
    """Runs sign-ins; implements `contracts.SignIn`."""

    def __init__(
        self, services: Services, support: AdapterServiceParts, sessions: SsoSessions, wait: Wait = asyncio.sleep
    ) -> None:
        """`wait` waits for some seconds."""
        self._services = services
        self._presenter = OutcomePresenter(services, wait)
        self.sessions = sessions
        self._applications = ApplicationSessions(services)
        self.store = FlowStore(services, services.sign_in_timeout.total_seconds())
        self.completions = Completions()
        self.register = self.completions.register
        fulfillment = AttributeFulfillment(services)
        identities = StoredLocalIdentities(services)
        adapters = Adapters(support, fulfillment, UserProvisioner(identities, fulfillment))
        self._runner = PolicyRunner(adapters, fulfillment, identities, services.clock)
        self._consent = AdapterConsent(adapters)

    async def request_consent(
        self, request: Request, flow: FlowHandle, question: ConsentQuestion, state: Mapping[str, Any] | None
    ) -> Answer | Mapping[str, Value] | None:
        """Ask the user for consent through an adapter."""
        if not isinstance(flow, ActiveFlow):
            raise TypeError("the flow does not belong to this service")
        return await self._consent.request_consent(request, flow, question, state)

    async def begin(self, request: Request, wanted: SignInRequest) -> Answer:
        """Start a flow, or complete at once with an existing session."""
        if wanted.cookieless:
            request.ignore_cookies()
        loaded, cookie = self.store.new(request, wanted)
        begin_trace(request, loaded.id, wanted)
        request.trace.add(StepKind.REQUEST, wanted.client_id, result=wanted.purpose)
        flow = (self.api_flow if wanted.redirectless else self._flow)(request, loaded, cookie)
        session = await self._applications.use(request, wanted, wanted.max_age) if wanted.own_application else None
        if session is None:
            return await self.run(request, flow, None)
        flow.extend(session.expires)
        return await self._complete(request, flow, session.result)

    async def begin_with_answer(
        self, request: Request, wanted: SignInRequest, state: Mapping[str, Any], parameters: Mapping[str, str]
    ) -> Answer:
        """Start a flow with an answer of the request's source that nobody has requested."""
        loaded, cookie = self.store.new(request, wanted)
        flow = self._flow(request, loaded, cookie)
        try_sources(loaded.state.position, [wanted.source])
        loaded.state.position.waiting = WaitingAdapter(wanted.source, dict(state))
        return flow.with_cookies(await flow.come_back(request, parameters))

    def _flow(self, request: Request, loaded: LoadedFlow, cookie: Header | None = None) -> ActiveFlow:
        return ActiveFlow(self.store, self._services.pages, request, loaded, cookie)

    def api_flow(self, request: Request, loaded: LoadedFlow, cookie: Header | None = None) -> ApiFlow:
        """Return a flow whose states an application shows."""
        actions = self.completions.actions(loaded.state.wanted.purpose)
        return ApiFlow(self.store, self._services.pages, request, loaded, actions, cookie)

    async def resume(self, request: Request) -> Answer:
        """Continue a flow: the handler of its address."""
        loaded = await self.store.load(request, request.values["flow"])
        if loaded is None or loaded.state.wanted.redirectless:
            return self._expired(request)
        flow = self._flow(request, loaded)
        if loaded.state.final is None:
            begin_trace(request, loaded.id, loaded.state.wanted)
        try:
            answer = self._submitted if request.method == "POST" else self._resume_by_get
            return await answer(request, flow)
        except FlowEnded:
            # A double click: the user gets the result of the other request.
            again = await self.store.load(request, flow.id)
            return self._expired(request) if again is None else self._current(request, flow.id, again)

    async def come_back(self, request: Request) -> Answer:
        """Continue a flow with the answer of another server: the handler of the callbacks."""
        parameters = await returned_parameters(request)
        return await self.receive(request, state_of(parameters), request.values["name"], parameters)

    async def receive(self, request: Request, state: str, callback: str, parameters: Mapping[str, str]) -> Answer:
        """Continue the flow whose id begins `state` with parameters that another server sent to a callback."""
        loaded = await self.store.load(request, state.partition(".")[0])
        if loaded is None or loaded.state.final is not None:
            return self._expired(request)
        flow = self._flow(request, loaded)
        begin_trace(request, loaded.id, loaded.state.wanted)
        if loaded.state.callback != callback:
            # The answer was already used, or it came to the callback of another server.
            LOG.info("callback not expected", callback=callback[:100])
            return flow.continue_at(request, flow.resume_url)
        try:
            return await flow.come_back(request, parameters)
        except FlowEnded:
            return flow.continue_at(request, flow.resume_url)

    async def _resume_by_get(self, request: Request, flow: ActiveFlow) -> Answer:
        """Answer a GET request: a reload, or the return from another server."""
        if (returned := flow.take_returned()) is not None:
            return await self.run(request, flow, returned)
        parameters, api = request.query, flow.loaded.state.api
        if api is not None and (api.authenticated is not None or api.failed is not None):
            return await self._end_after_api(request, flow, api)
        if (token := sent_token(request, flow.current_page())) is not None:
            return await self.run(request, flow, {NEGOTIATED: token})
        if flow.loaded.state.accepts_link and any(True for _ in parameters):
            if flow.loaded.state.stage:
                return await self.resume_completion(request, flow)
            return await self.run(request, flow, _first_values(parameters))
        return flow.current_page() or self._expired(request)

    async def _submitted(self, request: Request, flow: ActiveFlow) -> Answer:
        form, state = await request.form(), flow.loaded.state
        check = flow.check(form.one("flow_token") or "")
        if check.forged:
            LOG.warning("form without the token of its flow", client=request.client_address)
        if state.final is not None:
            return self._expired(request) if check.forged or check.stale else state.final.answer()
        if check.forged or check.stale:
            return redirect_answer(flow.resume_url)
        if not state.stage:
            return await self.run(request, flow, _first_values(form))
        return await self.resume_completion(request, flow)

    async def resume_completion(self, request: Request, flow: ActiveFlow) -> Answer:
        """Continue the completion with the user's form."""
        state = flow.loaded.state
        completion, result = self.completions.completion(state.wanted.purpose), state.result
        if result is None:
            return self._expired(request)
        if state.wanted.own_application:
            session = await self._applications.use(request, state.wanted)
            if session is None or session.result.user_key != result.user_key:
                # The session has ended, for example by a logout in another window.
                return self._expired(request)
            flow.extend(session.expires)
        return await completion.resume(request, flow, state.wanted.body, result, state.stage, state.stage_state)

    def _current(self, request: Request, flow_id: str, loaded: LoadedFlow) -> Answer:
        if loaded.state.final is not None:
            return loaded.state.final.answer()
        flow = self._flow(request, loaded)
        LOG.debug("form submitted twice", flow=flow_id)
        return redirect_answer(flow.resume_url)

    async def run(self, request: Request, flow: ActiveFlow, form: Mapping[str, str] | None) -> Answer:
        """Continue the policies, with a form or without."""
        state, now = flow.loaded.state, self._now()
        browser = await self.sessions.of_browser(request)

        def session(adapter: str) -> PassedAdapter | None:
            if state.position.ignore_sessions:
                return None
            return browser.usable(request.snapshot, adapter, state.wanted, now)

        nodes = RecordedTrace()
        turn = PolicyRequest(
            request, state.wanted, state.position, form, session, flow.absolute_url, flow.id, trace=nodes
        )
        outcome = await self._runner.run(turn)
        trace_nodes(turn, nodes)
        flow.cookies += turn.cookies
        if isinstance(outcome, Authenticated | SignInFailed):
            if isinstance(flow, ApiFlow) and not state.wanted.redirectless:
                return await self._presenter.return_to_browser(request, flow, outcome)
            return await self._end(request, flow, browser, outcome)
        adapter = adapter_state(turn, outcome) if isinstance(outcome, ShowPage) else None
        if adapter is None and state.wanted.redirectless:
            return await self._end(request, flow, browser, NEEDS_BROWSER)
        return await self._presenter.show(request, flow, outcome, adapter)

    async def _end_after_api(self, request: Request, flow: ActiveFlow, api: StoredApiState) -> Answer:
        """Continue after an authentication application, with the result that the policies had there."""
        found, flow.loaded.state.api = api.authenticated, None
        trace_user(request, flow.loaded.state.position.passed)
        outcome = api.failed or DENIED if found is None else Authenticated(found.origin, found.attributes)
        return await self._end(request, flow, await self.sessions.of_browser(request), outcome)

    async def _end(
        self, request: Request, flow: ActiveFlow, browser: BrowserSession, outcome: Authenticated | SignInFailed
    ) -> Answer:
        if isinstance(outcome, SignInFailed):
            return await self._complete(request, flow, outcome)
        result = await self._signed_in(request, flow, browser, outcome)
        if isinstance(result, SignedIn):
            trace_signed_in(request, result)
        return await self._complete(request, flow, result)

    async def _signed_in(
        self, request: Request, flow: ActiveFlow, browser: BrowserSession, outcome: Authenticated
    ) -> SignedIn | SignInFailed:
        state = flow.loaded.state
        position = state.position
        proofs = proofs_of(position.passed)
        if state.wanted.expected_user_key and proofs[-1].user_key != state.wanted.expected_user_key:
            LOG.info("another user has signed in than the application expects")
            return OTHER_USER
        try:
            kept = await self.sessions.keep(request, browser, state.wanted, position.passed)
        except SessionQuotaReached:
            LOG.info("sign-in denied by the session quota")
            return TOO_MANY_SESSIONS
        flow.cookies += kept.cookies
        result = signed_in(outcome, position, proofs, kept.id)
        if any(each.local_user and not each.from_session for each in proofs):
            await LocalUserLookups(self._services).record_sign_in(request.snapshot, result.local_user, self._now())
        if state.wanted.own_application:
            session, cookie = await self._applications.open(request, result)
            flow.extend(session.expires)
            flow.cookies.append(cookie)
            return session.result
        return result

    async def _complete(self, request: Request, flow: ActiveFlow, result: SignInResult) -> Answer:
        state = flow.loaded.state
        state.result = result if isinstance(result, SignedIn) else None
        trace_failure(request, result)
        completion = self.completions.completion(state.wanted.purpose)
        return await completion.complete(request, flow, state.wanted.body, result)

    def _now(self) -> float:
        return self._services.clock.now().timestamp()

    def _expired(self, request: Request) -> Answer:
        return self._services.pages.render(
            request, EXPIRED_TEMPLATE, {"reference": request.id}, status=HTTPStatus.BAD_REQUEST
        )


def _first_values(parameters: Parameters) -> Mapping[str, str]:
    return {name: parameters.all(name)[0] for name in parameters if name != "flow_token"}
