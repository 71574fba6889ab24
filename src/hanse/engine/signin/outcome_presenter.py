"""Shows users what the policies require of them: pages in the browser, or states to an authentication application."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final
from urllib.parse import urlsplit

from hanse.engine.http.answers import Answer, redirect_answer
from hanse.engine.http.request import Request
from hanse.engine.services import Services
from hanse.engine.signin.api.adapter_states import AdapterState
from hanse.engine.signin.api.stored_states import StoredAuthentication
from hanse.engine.signin.contracts import SignInFailed
from hanse.engine.signin.flows.active_flow import ActiveFlow
from hanse.engine.signin.flows.api_flow import NO_STATE, ApiFlow
from hanse.engine.signin.negotiation import requesting_ticket
from hanse.engine.signin.policies.outcomes import Authenticated, ChooseAdapter, ShownStep
from hanse.engine.signin.traced_results import trace_page
from hanse.kit.sign_in_traces import StepKind
from hanse.plugins.contracts.adapters import Redirect, ShowPage

Wait = Callable[[float], Awaitable[None]]
# The longest time for which an adapter can keep one of its pages usable.
MOST_PAGE_SECONDS: Final = 86_400.0
# The longest time for which an adapter can delay a page.
MOST_WAIT_SECONDS: Final = 60.0
CHOICE_TEMPLATE: Final = "sourceid-choose-idp-adapter-form-template.html"


class OutcomePresenter:
    """Answers requests of users who have not completed the policies."""

    def __init__(self, services: Services, wait: Wait = asyncio.sleep) -> None:
        """`wait` waits for some seconds."""
        self._services = services
        self._pages = services.pages
        self._wait = wait

    async def show(
        self,
        request: Request,
        flow: ActiveFlow,
        outcome: ShownStep,
        adapter: AdapterState | None,
    ) -> Answer:
        """Show a page, redirect the user, or return the state of an adapter to an authentication application."""
        state = flow.loaded.state
        before = state.api or NO_STATE
        page = self._page(request, flow, outcome, adapter)
        if adapter is not None:
            state.api = adapter.state
        else:
            state.api = before.resuming() if isinstance(flow, ApiFlow) else None
        if isinstance(outcome, ShowPage):
            flow.extend(self._services.clock.now().timestamp() + min(outcome.usable_seconds, MOST_PAGE_SECONDS))
            trace_page(request, self._pages, outcome, "" if adapter is None else adapter.state.status)
            if outcome.after_seconds > 0:
                await self._wait(min(outcome.after_seconds, MOST_WAIT_SECONDS))
        callback = outcome.callback if isinstance(outcome, Redirect) else ""
        accepts_link = not callback if isinstance(outcome, Redirect) else _accepts_link(outcome)
        if isinstance(flow, ApiFlow):
            await flow.store_page(page, accepts_link=accepts_link, callback=callback)
            return flow.answer_application(request, () if adapter is None else adapter.errors)
        if isinstance(outcome, Redirect):
            return await flow.send_away(request, outcome)
        return await flow.show_page(request, page, accepts_link=accepts_link)

    async def return_to_browser(self, request: Request, flow: ApiFlow, outcome: Authenticated | SignInFailed) -> Answer:
        """Keep the result of the policies, and have the application send the browser to the address of the flow.

        The browser is then first-party, so that it accepts the cookies of the session.
        """
        state = flow.loaded.state
        before = state.api or NO_STATE
        if isinstance(outcome, SignInFailed):
            state.api = before.resuming(failed=outcome)
        else:
            found = StoredAuthentication(outcome.origin, dict(outcome.attributes))
            state.api = before.resuming(authenticated=found)
        await flow.store_page(None)
        return flow.answer_application(request)

    def _page(
        self,
        request: Request,
        flow: ActiveFlow,
        outcome: ShownStep,
        adapter: AdapterState | None,
    ) -> Answer:
        """Return the answer for the browser at the address of the flow."""
        if adapter is not None:
            # In the redirectless mode, the client shows the state, and a browser has nothing to show.
            return Answer(204) if adapter.application is None else redirect_answer(adapter.application.address(flow.id))
        match outcome:
            case ShowPage():
                values = {"error": "", "error_values": {}, **outcome.values}
                page = flow.page(
                    request, outcome.template, values, fallback=outcome.fallback, runs_script=outcome.runs_script
                )
                return requesting_ticket(page) if outcome.negotiates else page
            case ChooseAdapter():
                request.trace.wait(StepKind.PAGE, CHOICE_TEMPLATE)
                return flow.page(request, CHOICE_TEMPLATE, {"sources": outcome.adapters})
            case Redirect():
                request.trace.wait(StepKind.REDIRECT, urlsplit(outcome.url).hostname or "")
                return flow.page_of(request, outcome)


def _accepts_link(outcome: ShowPage | ChooseAdapter) -> bool:
    return isinstance(outcome, ShowPage) and outcome.accepts_link
