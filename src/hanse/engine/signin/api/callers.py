"""Checks of the caller: protection against cross-site requests, and the origins of authentication applications.

A browser sends the required header field across origins only after a preflight, which only origins of applications
pass (Fetch, section 3.2). The origin of the request itself is compared as well, with those of the flow's application.
"""

from http import HTTPStatus
from typing import Final

import structlog

from hanse.engine.http.request import Request
from hanse.engine.signin.api.errors import ApiRefusal, FlowNotFound
from hanse.engine.signin.contracts import SignInRequest
from hanse.engine.snapshot.authentication_api import AUTHENTICATION_API

LOG = structlog.stdlib.get_logger("hanse.signin")
CSRF_HEADER: Final = b"x-xsrf-header"
HANDLE_HEADER: Final = b"x-pf-authn-api-state"
_LONGEST_HANDLE: Final = 128


def check_caller(request: Request) -> None:
    """Raise ApiRefusal for a request that a page of a stranger could send, or if the API is disabled."""
    configuration = request.snapshot.part(AUTHENTICATION_API)
    if not configuration.is_enabled:
        raise FlowNotFound
    if request.header(CSRF_HEADER) is None:
        raise _refusal("The header field X-XSRF-Header is required.")
    origin = origin_of(request)
    if origin is not None and not configuration.has_origin(origin):
        LOG.warning("authentication API called by an unknown origin", origin=origin, client=request.client_address)
        raise _refusal("The origin is not that of an authentication application.")


def check_application(request: Request, application: str, wanted: SignInRequest) -> None:
    """Raise FlowNotFound if the request comes from a page of another application than the flow's.

    Flows in the redirectless mode have no application, but the client or the origin that began them.
    """
    origin, configuration = origin_of(request), request.snapshot.part(AUTHENTICATION_API)
    if origin is None:
        return
    found = configuration.application(application)
    if application:
        is_own = found is not None and origin in found.origins
    elif wanted.origin is not None:
        is_own = origin == wanted.origin
    else:
        is_own = configuration.may_be_redirectless(wanted.client_id, origin)
    if not is_own:
        raise FlowNotFound


def origin_of(request: Request) -> str | None:
    """Return the origin of the page that sent a request; None if it was not sent across origins, or by a program."""
    value = request.header(b"origin")
    return None if value is None else value.decode("latin-1")


def handle_of(request: Request) -> str | None:
    """Return the handle of a cookieless flow; None for a request of a browser with cookies."""
    value = request.header(HANDLE_HEADER)
    return None if value is None else value.decode("latin-1")[:_LONGEST_HANDLE]


def _refusal(message: str) -> ApiRefusal:
    return ApiRefusal("REQUEST_NOT_ALLOWED", message, status=HTTPStatus.FORBIDDEN)
