"""Operations to list and end the caller's own sessions."""

from dataclasses import dataclass
from functools import partial

from hanse.admin.session.sessions import AdminSessions
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel
from hanse.config.http.operation import API, Call, Operation, OperationResult
from hanse.kit.errors import NotFound

SESSIONS = f"{API}/internal/user/sessions"
TAG = "Session"


class OwnSession(ConfigModel):
    """A session: its start, its last activity, its address, and whether it is the caller's current one."""

    id: str
    created: str
    last_used: str
    address: str
    current: bool


class OwnSessionList(ConfigModel):
    """The caller's own sessions, the most recently used first."""

    items: list[OwnSession]


@dataclass(frozen=True)
class OwnSessions:
    """The functions of the operations.

    They concern the caller only, including auditors: sessions are not configuration.
    """

    sessions: AdminSessions

    def read(self, call: Call) -> OperationResult:
        """Return the caller's sessions; for a script that calls with HTTP Basic none of them is the current one."""
        items = [
            OwnSession(
                id=each.handle,
                created=each.created,
                last_used=each.last_seen,
                address=each.address,
                current=each.session_id == call.principal.session_id,
            )
            for each in self.sessions.of(call.view, call.principal.username)
        ]
        return OperationResult(OwnSessionList(items=items))

    def end(self, call: Call) -> OperationResult:
        """End one session, which may be the current one."""
        with call.configuration.reading() as view:
            own = self.sessions.of(view, call.principal.username)
        found = next((each for each in own if each.handle == call.path["id"]), None)
        if found is None:
            raise NotFound("The session does not exist or has ended.")
        self.sessions.end(found.session_id)
        return OperationResult(status=204)

    def end_others(self, call: Call) -> OperationResult:
        """End all sessions of the caller except for the current one."""
        self.sessions.end_all(call.principal.username, but_for=call.principal.session_id)
        return OperationResult(status=204)

    def operations(self) -> list[Operation]:
        """Return the operations."""
        own = partial(Operation, area=Area.OWN_SESSION, tag=TAG)
        # Run-time state: ending a session neither waits for writers of revisions nor makes a revision.
        ending = partial(own, method="DELETE", in_transaction=False, status=204)
        return [
            own(path=SESSIONS, summary="Your sessions", run=self.read, answer=OwnSessionList),
            ending(path=SESSIONS, summary="End all your other sessions", run=self.end_others),
            ending(path=f"{SESSIONS}/{{id}}", summary="End one of your sessions", run=self.end),
        ]
