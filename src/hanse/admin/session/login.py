"""The operations of the session service: log-in, log-out, the session's state, its extension, and API tokens."""

from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Protocol

from pydantic import Field
from starlette.requests import cookie_parser

from hanse.admin.session import cookies
from hanse.admin.session.credentials import AdminCredentials
from hanse.admin.session.sessions import AdminSessions, digest_of, handle_of
from hanse.config.declare.access import Area, Principal, Role
from hanse.config.declare.fields import ConfigModel
from hanse.config.http.operation import Call, Caller, Operation, OperationResult
from hanse.kit.errors import NotAllowed, NotAuthenticated

UI = "/pf-admin-ui"
TAG = "Session"
# The query parameter of log-out in which a page names its session; empty if it had none.
_SESSION = "session"
_OWN_PAGES = frozenset({"same-origin", "none"})


class SetupProgress(Protocol):
    """The setup's state, as the session service reads and updates it."""

    def is_complete(self) -> bool:
        """Return whether an administrator has ever signed in."""
        ...

    def complete(self) -> None:
        """Record that an administrator has signed in."""
        ...


class LoginRequest(ConfigModel):
    """A user name and password."""

    username: Annotated[str, Field(max_length=256)]
    password: Annotated[str, Field(max_length=256)]


class SessionState(ConfigModel):
    """The signed-in administrator, if any, and whether the setup of this installation is complete."""

    username: str | None = None
    roles: list[Role] = Field(default_factory=list)
    auditor: bool = False
    # Identifier by which the pages of a session name it, in calls and at log-out.
    handle: str | None = None
    initial_setup_complete: bool
    # Only before the setup is complete: this caller must use the one-time link, or the server's own machine.
    setup_link_required: bool = False


class ApiToken(ConfigModel):
    """A bearer token for the admin API (RFC 6750, section 4 has the names)."""

    access_token: Annotated[str, Field(alias="access_token")]
    token_type: Annotated[str, Field(alias="token_type")] = "Bearer"  # noqa: S105 - the name of a scheme.
    expires_in: Annotated[int, Field(alias="expires_in", description="Seconds.")]


@dataclass(frozen=True)
class SessionCalls:
    """The functions of the operations."""

    sessions: AdminSessions
    credentials: AdminCredentials
    setup: SetupProgress

    def log_in(self, call: Call) -> OperationResult:
        """Verify the credentials and begin a session under a new id; an existing session ends."""
        account = self.credentials.verify(call.body.username, call.body.password, call.caller.address)
        principal = account.principal
        before = call.caller.principal
        if before is not None and before.session_id is not None:
            self.sessions.end(before.session_id)
        secret = self.sessions.begin(account, call.caller.address)
        if Role.ADMINISTRATOR in principal.roles:
            self.setup.complete()
        gone = (cookies.clear_cookie(cookies.SETUP),)
        begun = replace(principal, session_id=digest_of(secret))
        return OperationResult(self._state(begun), cookies=(cookies.set_cookie(cookies.SESSION, secret), *gone))

    def log_out(self, call: Call) -> OperationResult:
        """End the session and redirect to the log-in screen.

        A page that lost its session names it (`session`). The browser may have a newer one by then, which continues. If
        a page of another site sent the browser here, no session ends.
        """
        principal = call.caller.principal
        session_id = None if principal is None else principal.session_id
        answer = _leave(call.caller, session_id)
        if answer.cookies and session_id is not None:
            self.sessions.end(session_id)
        return answer

    def read_session(self, call: Call) -> OperationResult:
        """Return the signed-in administrator; 401 without a session once the setup is complete."""
        principal = call.caller.principal
        if principal is not None and not principal.is_setup:
            return OperationResult(self._state(principal))
        if self.setup.is_complete():
            raise NotAuthenticated("You are not signed in. Sign in.")
        return OperationResult(SessionState(initial_setup_complete=False, setup_link_required=principal is None))

    def extend(self, call: Call) -> OperationResult:
        """Restart the idle time; there is no other effect, so GET is allowed."""
        self.sessions.extend(session_of(call))
        return OperationResult(status=204)

    def issue_token(self, call: Call) -> OperationResult:
        """Return a token. This is no activity: an unattended console renews its token automatically."""
        token = self.sessions.issue_token(session_of(call))
        return OperationResult(
            ApiToken(access_token=token, expires_in=int(self.sessions.lifetimes.token.total_seconds()))
        )

    def _state(self, principal: Principal) -> SessionState:
        return SessionState(
            username=principal.username,
            roles=sorted(principal.roles),
            auditor=principal.auditor,
            handle=None if principal.session_id is None else handle_of(principal.session_id),
            initial_setup_complete=self.setup.is_complete(),
        )


def _leave(caller: Caller, session_id: str | None) -> OperationResult:
    """Return the redirect to the log-in screen; the browser's cookie is cleared if its session is the one to end."""
    named, query = _split_session(caller.query_string)
    headers = {"Location": f"/login?{query}" if query else "/login"}
    is_another = named is not None and (session_id is None or named != handle_of(session_id))
    if is_another or caller.headers.get("sec-fetch-site", "none").lower() not in _OWN_PAGES:
        # The cookie may belong to another session, such as one that begins now, or another site has sent the request.
        return OperationResult(status=303, headers=headers)
    return OperationResult(status=303, headers=headers, cookies=(cookies.clear_cookie(cookies.SESSION),))


def _leave_without_database(caller: Caller) -> OperationResult:
    """Return the redirect to the log-in screen while the database is unreachable; only the cookie is cleared.

    The session expires on the server after its idle time. Nobody else has its secret.
    """
    secret = cookie_parser(caller.headers.get("cookie", "")).get(cookies.SESSION)
    return _leave(caller, None if secret is None else digest_of(secret))


def _split_session(query: str) -> tuple[str | None, str]:
    """Return the session that a query string names, if any, and the rest of the query string."""
    parts = [part.partition("=") for part in query.split("&")]
    named = [value for name, _, value in parts if name == _SESSION]
    rest = "&".join("".join(part) for part in parts if part[0] != _SESSION)
    return (named[0] if named else None), rest


def session_of(call: Call) -> str:
    """Return the caller's session; raises NotAllowed for callers that have none, such as HTTP Basic."""
    if call.principal.session_id is None:
        raise NotAllowed("This call requires a session of the console.")
    return call.principal.session_id


def session_operations(calls: SessionCalls) -> list[Operation]:
    """Return the session service. Its operations write run-time state, in transactions of their own."""
    service = partial(Operation, tag=TAG, in_transaction=False)
    public = partial(service, area=Area.PUBLIC, extra_statuses=(401, 429))
    own = partial(service, area=Area.OWN_SESSION)
    return [
        public(
            method="POST",
            path=f"{UI}/login",
            summary="Sign in",
            run=calls.log_in,
            body=LoginRequest,
            answer=SessionState,
        ),
        public(
            path=f"{UI}/logout",
            summary="Sign out",
            run=calls.log_out,
            status=303,
            open_query=True,
            is_document=True,
            without_database=_leave_without_database,
        ),
        public(path=f"{UI}/session", summary="Read the session", run=calls.read_session, answer=SessionState),
        own(path=f"{UI}/extendSession", summary="Extend the session", run=calls.extend, status=204),
        own(method="POST", path=f"{UI}/apitoken", summary="Get an API token", run=calls.issue_token, answer=ApiToken),
    ]
