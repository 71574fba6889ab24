"""Operations that find and return the traces of sign-ins.

Traces are not part of the configuration. They belong to the run-time state, which is read through
`kit.sign_in_traces.SignInTraces`.
"""

from functools import partial

from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.ui.navigation import SERVER, ConsolePage
from hanse.config.http.key_paging import LIMIT, NO_PAGE, NextAfter, invalid_parameter, time_parameter
from hanse.config.http.operation import API, Call, Operation, OperationResult, QueryParameter
from hanse.kit.errors import NotFound
from hanse.kit.sign_in_traces import SignInTraces, TraceFilter, TraceOutcome
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
        connection_id=query["connectionId"],
        reference=query["reference"],
        outcome=TraceOutcome(query["outcome"]) if query["outcome"] else None,
        begins=time_parameter(call, "from"),
        ends=time_parameter(call, "to"),
    )
    try:
        page = call.ports.get(SignInTraces).page(wanted, after=query["after"], most=query["limit"])
    except ValueError:
        raise invalid_parameter(NO_PAGE, "after") from None
    with call.configuration.reading() as view:
        items = TraceViews(call.configuration, view).summaries(page.items)
    return OperationResult(SignInTraceList(items=items, next_after=page.next_after))


def _get(call: Call) -> OperationResult:
    found = call.ports.get(SignInTraces).get(call.path["id"])
    if found is None:
        raise NotFound("The trace does not exist or has expired.")
    with call.configuration.reading() as view:
        return OperationResult(TraceViews(call.configuration, view).whole(found))


SIGN_IN_TRACE_OPERATIONS = (
    _operation(
        path=PATH,
        summary="List: Sign-ins and failed requests for tokens",
        run=_list,
        answer=SignInTraceList,
        query=(
            QueryParameter("user", str, "Return the sign-ins of this user only, in any letter case.", ""),
            QueryParameter(
                "clientId",
                str,
                "Return the sign-ins for this client only. The client of a SAML sign-in is the partner's entity ID.",
                "",
            ),
            QueryParameter("connectionId", str, "Return the sign-ins through this IdP connection only.", ""),
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
