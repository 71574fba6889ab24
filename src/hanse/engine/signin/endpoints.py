"""The endpoints of sign-in."""

from collections.abc import Sequence
from http import HTTPStatus

import structlog

from hanse.engine.errors import OAuthError, TemporarilyUnavailable
from hanse.engine.http.answers import Answer
from hanse.engine.http.protocol_endpoint import Access, ProtocolEndpoint
from hanse.engine.http.request import Request
from hanse.engine.services import Services
from hanse.engine.signin.adapters.remote_logouts import ReceivedLogouts, render_logout_error
from hanse.engine.signin.flows.active_flow import RESUME_PATH
from hanse.engine.signin.pages import PageRenderer
from hanse.engine.signin.pages.assets import PREFIX
from hanse.engine.signin.service import SignInService
from hanse.kit.errors import NotFound, Unavailable
from hanse.plugins.contracts.adapters import CALLBACK_PATH
from hanse.plugins.contracts.remote_logouts import FRONT_LOGOUT_PATH, REMOTE_LOGOUT_PATH

LOG = structlog.stdlib.get_logger("hanse.signin")


class PageErrors:
    """Renders the errors of an endpoint for browsers as pages."""

    def __init__(self, pages: PageRenderer) -> None:
        self._pages = pages

    def __call__(self, request: Request, error: Exception) -> Answer:
        """Return the page of an error. Defects are logged with their traceback."""
        if isinstance(error, Unavailable | TemporarilyUnavailable):
            LOG.error("page not available", reason=str(error))
            page = self._pages.error(request, status=HTTPStatus.SERVICE_UNAVAILABLE, message="error.unavailable")
            return page.with_headers((b"retry-after", b"30"))
        if isinstance(error, OAuthError):
            LOG.info("request refused", error=error.code, reason=error.description)
            return self._pages.error(
                request, status=error.status, message="error.request", detail=error.description
            ).with_headers(*error.headers)
        LOG.error("page failed", exc_info=error)
        return self._pages.error(request, status=HTTPStatus.INTERNAL_SERVER_ERROR)


def signin_endpoints(
    services: Services, sign_in: SignInService, logouts: ReceivedLogouts
) -> Sequence[ProtocolEndpoint]:
    """Return the endpoints that every issuer has below its path."""
    errors = PageErrors(services.pages)

    async def asset(request: Request) -> Answer:
        found = services.pages.assets.answers.get(request.values["name"])
        if found is None:
            raise NotFound("Page not found, or you do not have access to it.")
        return found

    def render_asset_error(request: Request, error: Exception) -> Answer:
        return Answer(HTTPStatus.NOT_FOUND) if isinstance(error, NotFound) else errors(request, error)

    return (
        ProtocolEndpoint(f"{PREFIX}{{name}}", Access.PUBLIC, {"GET": asset}, render_asset_error),
        ProtocolEndpoint(CALLBACK_PATH, Access.BROWSER, {"GET": sign_in.come_back, "POST": sign_in.come_back}, errors),
        ProtocolEndpoint(REMOTE_LOGOUT_PATH, Access.PUBLIC, {"POST": logouts}, render_logout_error),
        ProtocolEndpoint(FRONT_LOGOUT_PATH, Access.PUBLIC, {"GET": logouts.receive_front_channel}, render_logout_error),
        ProtocolEndpoint(RESUME_PATH, Access.BROWSER, {"GET": sign_in.resume, "POST": sign_in.resume}, errors),
    )
