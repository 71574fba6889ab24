"""A flow whose states an application shows to the user, instead of pages of this server."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from hanse.engine.http.answers import Answer, Header
from hanse.engine.http.parameters import Parameters
from hanse.engine.http.request import Request
from hanse.engine.signin.api.adapter_states import available_actions
from hanse.engine.signin.api.answers import state_answer
from hanse.engine.signin.api.errors import input_refusal
from hanse.engine.signin.api.stored_states import StoredApiState
from hanse.engine.signin.flows.active_flow import ActiveFlow
from hanse.engine.signin.flows.flow_store import FlowStore, LoadedFlow
from hanse.engine.signin.pages import PageRenderer
from hanse.kit.sign_in_traces import StepKind
from hanse.plugins.contracts.authentication_api import ApiAction, ApiError, ApiState

# The state of a flow that no application has read yet.
NO_STATE: Final = StoredApiState(status="")


class ApiFlow(ActiveFlow):
    """A flow in a request of the authentication API, or in one that begins the redirectless mode."""

    is_api_call = True

    def __init__(
        self,
        store: FlowStore,
        pages: PageRenderer,
        request: Request,
        flow: LoadedFlow,
        actions: Sequence[ApiAction],
        cookie: Header | None = None,
    ) -> None:
        """`actions` are those of the flow's completion."""
        super().__init__(store, pages, request, flow, cookie)
        self._pages = pages
        self._actions = actions
        # The input of the action, as the form that the page would send.
        self.submitted: Sequence[tuple[str, str]] = ()

    async def form(self, _request: Request) -> Parameters:
        """Return the input of the action."""
        return Parameters(list(self.submitted))

    async def show(
        self,
        request: Request,
        stage: str,
        state: Mapping[str, Any],
        page: Answer,  # noqa: ARG002 - the application shows its own page.
        shown: ApiState | None = None,
    ) -> Answer:
        """Wait for the user at a stage of the completion, and return the state to the application."""
        if shown is None:
            raise TypeError("the stage has no state for applications")
        self.enter_stage(stage, state)
        self.loaded.state.api = StoredApiState(
            status=shown.status,
            values=dict(shown.values),
            actions=[each.name for each in shown.actions],
            message=shown.message,
        )
        request.trace.wait(StepKind.PAGE, shown.status)
        await self.store_page(None)
        return self.answer_application(request, shown.errors)

    def available_actions(self, request: Request) -> Mapping[str, ApiAction]:
        """Return the actions of the current state by their names."""
        return available_actions(request.snapshot, self.loaded.state.api or NO_STATE, self._actions)

    def answer_application(self, request: Request, errors: Sequence[ApiError] = ()) -> Answer:
        """Return the current state, or the refusal of the last input."""
        state = self.loaded.state
        if errors:
            locale = self._pages.locale(request, state.wanted.ui_locales)
            return self.with_cookies(input_refusal(self._pages, locale, errors).answer())
        actions = self.available_actions(request).values()
        return self.with_cookies(state_answer(request, self._pages, self, state.api or NO_STATE, actions))
