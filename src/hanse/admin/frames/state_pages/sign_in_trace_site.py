"""The pages with the traces of sign-ins: a search by user, client, reference number and time, and the steps of one."""

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any, Final

from starlette.responses import Response
from starlette.routing import Route

from hanse.admin.api.dispatch import OperationDispatcher
from hanse.admin.frames.responses import HEADERS
from hanse.admin.frames.state_pages.state_site import PER_PAGE, StatePageRequest, StateSite
from hanse.config.http.operation import Operation
from hanse.kit.clock import Clock, to_text
from hanse.kit.sign_in_traces import TraceOutcome
from hanse.kit.texts.messages import Message, message
from hanse.kit.texts.translation import localized, say
from hanse.resources.authentication.sign_in_traces.operations import PAGE, PATH, SignInTraceList
from hanse.resources.authentication.sign_in_traces.settings import SIGN_IN_TRACE_SETTINGS
from hanse.resources.authentication.sign_in_traces.step_texts import OUTCOME_STATES, OUTCOME_TEXTS, STEP_TEXTS
from hanse.resources.authentication.sign_in_traces.trace_views import SignInTraceView

_TEXTS = ("user", "client", "connection", "reference")
_OUTCOME, _HOURS = "outcome", "hours"
# Periods that end now, in hours.
_PERIODS: Final[Mapping[str, Message]] = {
    "1": message("Last hour"),
    "24": message("Last 24 hours"),
    "168": message("Last 7 days"),
}


class SignInTraceSite(StateSite):
    """The list, the steps of one sign-in, and its file."""

    page = PAGE
    path = PATH
    guide = "sign-in-trace"

    def __init__(
        self, dispatcher: OperationDispatcher, operations: Iterable[Operation], clock: Clock, **options: Any
    ) -> None:
        """`options` are those of every page on the run-time state."""
        super().__init__(dispatcher, operations, **options)
        self._clock = clock

    def routes(self) -> list[Route]:
        """Return the routes of the list, of a sign-in, and of its file."""
        one = f"{self.address()}/{{id}}"
        return [
            *super().routes(),
            Route(one, self.answering(self._show_steps)),
            Route(f"{one}/file", self.answering(self._download)),
        ]

    def show(self, request: StatePageRequest) -> Response:
        """Return the sign-ins that match a search, the newest first."""
        search = {name: request.text(name) for name in _TEXTS}
        outcome, hours = request.query.get(_OUTCOME, ""), request.query.get(_HOURS, "")
        # Invalid choices are ignored.
        search |= {
            _OUTCOME: outcome if outcome in TraceOutcome.__members__ else "",
            _HOURS: hours if hours in _PERIODS else "",
        }
        found = self.perform("GET", PATH, SignInTraceList, request, query=self._query(search, request.after))
        return self.render(
            "sign_in_traces.html",
            request,
            description=say("Steps of each sign-in and each failed request for a token, with the reason of a failure."),
            search=search,
            traces=found.items,
            settings_page=SIGN_IN_TRACE_SETTINGS.page_of(""),
            outcomes={each.value: localized(text) for each, text in OUTCOME_TEXTS.items()},
            periods={each: localized(text) for each, text in _PERIODS.items()},
            looks=OUTCOME_STATES,
            next_page=found.next_after and self.address(**search, after=found.next_after),
        )

    def _query(self, search: Mapping[str, str], after: str) -> Mapping[str, str | int]:
        hours = search[_HOURS]
        return {
            "user": search["user"],
            "clientId": search["client"],
            "connectionId": search["connection"],
            "reference": search["reference"],
            "outcome": search[_OUTCOME],
            "from": to_text(self._clock.now() - timedelta(hours=int(hours))) if hours else "",
            "after": after,
            "limit": PER_PAGE,
        }

    def _show_steps(self, request: StatePageRequest) -> Response:
        trace = self._one(request)
        return self.render(
            "sign_in_steps.html",
            request,
            title=say("Sign-in of {user}", user=trace.user) if trace.user else say("Sign-in of an unknown user"),
            description=say(
                "Requests of this sign-in, with the branch taken at each step and the attributes before and after "
                "mappings."
            ),
            trail=((self.address(), localized(PAGE.label)),),
            trace=trace,
            file=f"{self.address()}/{trace.id}/file",
            kinds={kind: localized(text) for kind, text in STEP_TEXTS.items()},
            outcomes={each: localized(text) for each, text in OUTCOME_TEXTS.items()},
            looks=OUTCOME_STATES,
        )

    def _download(self, request: StatePageRequest) -> Response:
        trace = self._one(request)
        text = trace.model_dump_json(by_alias=True, indent=2, exclude_none=True)
        name = f'attachment; filename="sign-in-{trace.id}.json"'
        return Response(text, headers={**HEADERS, "Content-Disposition": name}, media_type="application/json")

    def _one(self, request: StatePageRequest) -> SignInTraceView:
        return self.perform("GET", f"{PATH}/{{id}}", SignInTraceView, request, path={"id": request.id})
