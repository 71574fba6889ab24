"""Consent through an adapter, instead of this server's own page."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import structlog

from hanse.engine.http.answers import Answer
from hanse.engine.http.request import Request
from hanse.engine.signin.adapters.adapter_calls import Adapters
from hanse.engine.signin.contracts import ConsentQuestion, Value
from hanse.engine.signin.flows.active_flow import ActiveFlow
from hanse.engine.signin.policies.policy_request import PolicyRequest, UserId
from hanse.engine.signin.policies.position import PassedAdapter, PolicyPosition, TreePosition, WaitingAdapter
from hanse.plugins.contracts.adapters import Failure, ShowPage

LOG = structlog.stdlib.get_logger("hanse.signin")
# The member of the flow's state that has the adapter's own state.
ADAPTER_STATE: Final = "adapter"


@dataclass(frozen=True)
class AdapterConsent:
    """Calls the adapter, page by page."""

    adapters: Adapters

    async def request_consent(
        self, request: Request, flow: ActiveFlow, question: ConsentQuestion, state: Mapping[str, Any] | None
    ) -> Answer | Mapping[str, Value] | None:
        """Begin, or continue with the state of the previous page; see `contracts.SignIn.request_consent`."""
        turn = await self._turn(request, flow, question, state)
        user = UserId(question.consent_request.user_name, is_authenticated=True, is_mapped=True)
        result = await self.adapters.call(turn, question.adapter, user, TreePosition("", ""))
        flow.cookies += turn.cookies
        if isinstance(result, PassedAdapter):
            return result.attributes
        if isinstance(result, Failure):
            LOG.info("consent not given", adapter=question.adapter, reason=result.code)
            return None
        flow.enter_stage(question.stage, {**question.kept, ADAPTER_STATE: dict(result.state)})
        if not isinstance(result, ShowPage):
            return await flow.send_away(request, result)
        values = {"error": "", "error_values": {}, **result.values}
        page = flow.page(request, result.template, values, fallback=result.fallback)
        return await flow.show_page(request, page, accepts_link=result.accepts_link)

    async def _turn(
        self, request: Request, flow: ActiveFlow, question: ConsentQuestion, state: Mapping[str, Any] | None
    ) -> PolicyRequest:
        form: Mapping[str, str] | None = None
        position = PolicyPosition()
        if state is not None:
            given = await request.form() if request.method == "POST" else request.query
            form = {name: given.all(name)[0] for name in given if name != "flow_token"}
            position.waiting = WaitingAdapter(question.adapter, dict(state))
        return PolicyRequest(
            request,
            flow.loaded.state.wanted,
            position,
            form,
            lambda _adapter: None,
            flow.absolute_url,
            consent=question.consent_request,
        )
