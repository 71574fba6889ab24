"""Operations that find and return the traces of sign-ins.

Traces are not part of the configuration. They belong to the run-time state, which is read through
`kit.sign_in_traces.SignInTraces`.
"""

from collections.abc import Mapping
from datetime import datetime
from functools import partial

from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.ui.navigation import SERVER, ConsolePage
from hanse.config.http.key_paging import LIMIT, NextAfter
from hanse.config.http.operation import API, Call, Operation, OperationResult, QueryParameter
from hanse.kit.clock import from_text
from hanse.kit.errors import FieldError, NotFound, ValidationFailed
from hanse.kit.sign_in_traces import SignInTraces, TraceFilter, TraceOutcome
from hanse.kit.texts.messages import Message, message
from hanse.resources.authentication.sign_in_traces.trace_views import SignInTraceView, TraceSummaryView, TraceViews

PAGE = ConsolePage(
    id="signInTrace",
    label="Sign-In Trace",
    heading=SERVER,
    slug="sign-in-trace",
    position=95,
    keywords=("failed login", "troubleshooting", "reference number", "audit", "error"),
)
PATH = f"{API}/signInTraces/records"
NO_TIME = message("Enter a date and time with a time zone, such as 2026-11-21T08:30:00Z.")
NO_PAGE = message("No page of this list has returned this value.")
_TAG = "Sign-In Trace"
# The run-time state is another database, which may be slow.
_operation = partial(Operation, area=Area.CONFIGURATION, tag=_TAG, in_transaction=False, calls_out=True)


class SignInTraceList(ConfigModel):
    """One page of sign-ins, the newest first."""

    items: list[TraceSummaryView]
    next_after: NextAfter = None


def _list(call: Call) -> OperationResult:
    query = call.query
    wanted = TraceFilter(
        user=query["user"],
        client_id=query["clientId"],
        reference=query["reference"],
        outcome=TraceOutcome(query["outcome"]) if query["outcome"] else None,
        begins=_time(query, "from"),
        ends=_time(query, "to"),
    )
    try:
        page = call.ports.get(SignInTraces).page(wanted, after=query["after"], most=query["limit"])
    except ValueError:
        raise _invalid(NO_PAGE, "after") from None
    with call.configuration.reading() as view:
        items = TraceViews(call.configuration, view).summaries(page.items)
    return OperationResult(SignInTraceList(items=items, next_after=page.next_after))


def _get(call: Call) -> OperationResult:
    found = call.ports.get(SignInTraces).get(call.path["id"])
    if found is None:
        raise NotFound("The trace does not exist or has expired.")
    with call.configuration.reading() as view:
        return OperationResult(TraceViews(call.configuration, view).whole(found))


def _time(query: Mapping[str, str], name: str) -> datetime | None:
    if not query[name]:
        return None
    try:
        return from_text(query[name])
    except ValueError:
        raise _invalid(NO_TIME, name) from None


def _invalid(text: Message, name: str) -> ValidationFailed:
    return ValidationFailed([FieldError(text, name)])


SIGN_IN_TRACE_OPERATIONS = (
    _operation(
        path=PATH,
        summary="List: Sign-ins and failed requests for tokens",
        run=_list,
        answer=SignInTraceList,
        query=(
            QueryParameter("user", str, "Return the sign-ins of this user only, in any letter case.", ""),
            QueryParameter("clientId", str, "Return the sign-ins for this client only.", ""),
            QueryParameter("reference", str, "Return the sign-in with this reference number only.", ""),
            QueryParameter(
                "outcome",
                str,
                "Return the sign-ins with this outcome only.",
                "",
                choices=("", *(each.value for each in TraceOutcome)),
            ),
            QueryParameter("from", str, "Return the sign-ins that started at this time or later.", ""),
            QueryParameter("to", str, "Return the sign-ins that started at this time or earlier.", ""),
            QueryParameter("after", str, "Return the sign-ins after those of the previous page.", ""),
            LIMIT,
        ),
    ),
    _operation(
        path=f"{PATH}/{{id}}",
        summary="Get: Sign-in with its steps",
        run=_get,
        answer=SignInTraceView,
    ),
)
