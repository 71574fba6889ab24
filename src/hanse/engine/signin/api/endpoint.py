"""The endpoint at which authentication applications read flows and perform actions."""

from collections.abc import Sequence
from http import HTTPStatus

from hanse.engine.http.answers import Answer
from hanse.engine.http.protocol_endpoint import Access, Origins, ProtocolEndpoint
from hanse.engine.http.request import Request
from hanse.engine.signin.api.action_requests import action_name, form_of_action, read_object
from hanse.engine.signin.api.answers import FLOW_PATH
from hanse.engine.signin.api.callers import check_application, check_caller, handle_of
from hanse.engine.signin.api.errors import ApiRefusal, FlowNotFound, render_api_error
from hanse.engine.signin.application_sign_in import ApplicationSignIn
from hanse.engine.signin.contracts import FlowEnded
from hanse.engine.signin.flows.api_flow import ApiFlow


class FlowEndpoint:
    """Answers requests for one flow. It belongs to a browser by a cookie, or to a client by a handle."""

    def __init__(self, sign_in: ApplicationSignIn) -> None:
        self._sign_in = sign_in

    async def read(self, request: Request) -> Answer:
        """Return the state of the flow."""
        check_caller(request)
        flow = await self._load(request)
        return flow if isinstance(flow, Answer) else flow.answer_application(request)

    async def act(self, request: Request) -> Answer:
        """Perform an action, and return the next state."""
        check_caller(request)
        name = action_name(request)
        body = await read_object(request)
        flow = await self._load(request)
        if isinstance(flow, Answer):
            return flow
        state = flow.loaded.state.api
        action = flow.available_actions(request).get(name)
        if state is None or action is None:
            raise ApiRefusal("INVALID_ACTION", "The state of the flow does not allow this action.")
        form = form_of_action(action, body, state.values)
        try:
            return await self._sign_in.act(request, flow, form)
        except FlowEnded:
            # Another request for the flow was faster.
            current = await self._load(request)
            if isinstance(current, Answer):
                return current
            raise ApiRefusal(
                "CONFLICT", "Another request has changed the flow. Read its state again.", status=HTTPStatus.CONFLICT
            ) from None

    async def _load(self, request: Request) -> ApiFlow | Answer:
        """Return the flow, or the answer that has ended it. Raises FlowNotFound."""
        flow = await self._sign_in.find(request, request.values["flow"], handle_of(request))
        if flow is None:
            raise FlowNotFound
        stored = flow.loaded.state
        if stored.final is not None and stored.wanted.redirectless:
            return stored.final.answer()
        if stored.api is None:
            raise FlowNotFound
        check_application(request, stored.api.application, stored.wanted)
        return flow


def authentication_api_endpoints(sign_in: ApplicationSignIn) -> Sequence[ProtocolEndpoint]:
    """Return the endpoint that every issuer has below its path."""
    endpoint = FlowEndpoint(sign_in)
    return (
        ProtocolEndpoint(
            FLOW_PATH,
            Access.BROWSER,
            {"GET": endpoint.read, "POST": endpoint.act},
            render_api_error,
            origins=Origins.APPLICATIONS,
        ),
    )
