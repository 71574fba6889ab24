"""The newest sign-ins through a connection, from the sign-in trace."""

from typing import Final
from urllib.parse import quote, urlencode

from hanse.config.declare.ports import Ports
from hanse.config.declare.ui.declaration import Body
from hanse.config.declare.ui.recent_sign_ins import RecentSignIns, SignInLine
from hanse.kit.clock import to_text
from hanse.kit.errors import Unavailable
from hanse.kit.sign_in_traces import SignInTraces, TraceFilter, TraceSummary
from hanse.kit.texts.translation import localized, localized_message
from hanse.resources.authentication.sign_in_traces.failure_texts import failure_text
from hanse.resources.authentication.sign_in_traces.operations import PAGE
from hanse.resources.authentication.sign_in_traces.step_texts import OUTCOME_STATES, OUTCOME_TEXTS

SHOWN: Final = 10


def sign_ins_of_service_provider(ports: Ports, body: Body) -> RecentSignIns:
    """Return the sign-ins for an SP connection, whose traces have the partner's entity ID as the client."""
    return _recent(ports, TraceFilter(client_id=body["entityId"]), client=body["entityId"])


def sign_ins_of_identity_provider(ports: Ports, body: Body) -> RecentSignIns:
    """Return the sign-ins through an IdP connection."""
    return _recent(ports, TraceFilter(connection_id=body["id"]), connection=body["id"])


def _recent(ports: Ports, wanted: TraceFilter, **search: str) -> RecentSignIns:
    address = f"{PAGE.path}?{urlencode(search)}"
    try:
        found = ports.get(SignInTraces).page(wanted, after="", most=SHOWN)
    except Unavailable:
        return RecentSignIns((), address, is_available=False)
    return RecentSignIns(tuple(map(_line, found.items)), address)


def _line(trace: TraceSummary) -> SignInLine:
    reason = trace.detail if trace.reason is None else localized_message(failure_text(trace.reason, trace.detail))
    return SignInLine(
        started=to_text(trace.started),
        address=f"{PAGE.path}/{quote(trace.id, safe='')}",
        user=trace.user,
        outcome=localized(OUTCOME_TEXTS[trace.outcome]),
        state=OUTCOME_STATES[trace.outcome],
        reason=reason,
    )
