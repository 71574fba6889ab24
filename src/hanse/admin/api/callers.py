"""Identifies the caller of a request, and checks whether the caller may make it."""

from starlette.requests import Request

from hanse.admin.session.authentication import PresentedCredentials
from hanse.config.declare.access import Area, Intent, Principal, is_allowed
from hanse.config.http.operation import Caller, Operation
from hanse.kit.errors import NotAllowed, NotAuthenticated
from hanse.kit.http.csrf import SAFE_METHODS
from hanse.kit.http.hosts import from_this_machine
from hanse.kit.http.request_log import request_id

# The session cookie is accepted below this path, and the browser's own log-in window is not used.
CONSOLE = "/pf-admin-ui/"
# Header field with the session in which a page was opened.
_PAGE_SESSION = "x-hanse-session"


def presented(request: Request) -> PresentedCredentials:
    """Return the credentials of a request."""
    return PresentedCredentials(
        authorization=request.headers.get("authorization"),
        cookies=request.cookies,
        address=request.client.host if request.client is not None else "",
        is_local=from_this_machine(request.scope),
        is_console_path=request.scope["path"].startswith(CONSOLE),
        is_change=request.method not in SAFE_METHODS,
        page_session=request.headers.get(_PAGE_SESSION),
    )


def caller_of(request: Request, principal: Principal | None) -> Caller:
    """Return the parts of a request that operations may use."""
    return Caller(
        principal=principal,
        address=request.client.host if request.client is not None else "",
        request_id=request_id(request.scope),
        origin=f"{request.url.scheme}://{request.headers.get('host', '')}",
        headers=request.headers,
        query_string=request.url.query,
    )


def authorize(principal: Principal | None, operation: Operation) -> None:
    """Raise NotAuthenticated or NotAllowed unless a caller may make a call."""
    if is_allowed(principal, operation.area, operation.intent, open_to_setup=operation.open_to_setup):
        return
    if principal is None:
        raise NotAuthenticated("Authentication required.")
    if operation.area is Area.SETUP:
        # No role allows these, so a caller with an account means that the setup is complete.
        raise NotAllowed("The initial setup is already complete.")
    if principal.is_setup:
        raise NotAllowed("Complete the initial setup first.")
    if principal.auditor and operation.intent is Intent.WRITE:
        raise NotAllowed("Auditors have read-only access.")
    raise NotAllowed("Your account does not have the role required for this call.")
