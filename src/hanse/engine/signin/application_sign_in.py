"""Sign-ins of users at applications that call the authentication API."""

from collections.abc import Sequence

from hanse.engine.http.answers import Answer
from hanse.engine.http.request import Request
from hanse.engine.signin.contracts import SignInRequest
from hanse.engine.signin.flows.api_flow import ApiFlow
from hanse.engine.signin.service import SignInService
from hanse.engine.signin.traced_results import begin_trace
from hanse.kit.sign_in_traces import StepKind
from hanse.plugins.contracts.authentication_api import ApiState


class ApplicationSignIn:
    """Continues flows with the actions of applications; implements `contracts.QuestionsBeforeSignIn`."""

    def __init__(self, sign_in: SignInService) -> None:
        self._sign_in = sign_in

    async def find(self, request: Request, flow_id: str, handle: str | None) -> ApiFlow | None:
        """Return a flow for an application. `handle` is that of a client without cookies."""
        if handle is not None:
            request.ignore_cookies()
        loaded = await self._sign_in.store.load(request, flow_id, handle)
        return None if loaded is None else self._sign_in.api_flow(request, loaded)

    async def act(self, request: Request, flow: ApiFlow, form: Sequence[tuple[str, str]]) -> Answer:
        """Continue a flow with the form that an application has filled in. Raises FlowEnded."""
        state = flow.loaded.state
        begin_trace(request, flow.id, state.wanted)
        if not state.stage:
            return await self._sign_in.run(request, flow, dict(form))
        flow.submitted = form
        if state.result is not None:
            return await self._sign_in.resume_completion(request, flow)
        prepared = await self._sign_in.completions.preparation(state.wanted.purpose)(request, flow, state.wanted)
        if isinstance(prepared, Answer):
            return prepared
        state.wanted, state.stage, state.api = prepared, "", None
        request.trace.client_id = prepared.client_id
        return await self._sign_in.run(request, flow, None)

    async def begin_with_question(self, request: Request, wanted: SignInRequest, stage: str, shown: ApiState) -> Answer:
        """Start a flow in the redirectless mode with a question; its answer goes to the preparation."""
        if wanted.cookieless:
            request.ignore_cookies()
        loaded, cookie = self._sign_in.store.new(request, wanted)
        begin_trace(request, loaded.id, wanted)
        request.trace.add(StepKind.REQUEST, wanted.client_id, result=wanted.purpose)
        return await self._sign_in.api_flow(request, loaded, cookie).show(request, stage, {}, Answer(204), shown)
