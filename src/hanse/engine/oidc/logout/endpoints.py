"""The endpoints of logout."""

from collections.abc import Sequence
from functools import partial
from http import HTTPStatus

from hanse.engine.http.answers import Answer
from hanse.engine.http.protocol_endpoint import Access, ErrorRenderer, ProtocolEndpoint
from hanse.engine.http.request import Request
from hanse.engine.oauth.contracts import IdTokenHints
from hanse.engine.oidc.logout import provider_initiated, rp_initiated
from hanse.engine.oidc.logout.logout_end import PURPOSE, complete, show_page
from hanse.engine.oidc.logout.pages import LogoutPages
from hanse.engine.oidc.logout.provider_initiated import ProviderInitiatedLogout
from hanse.engine.oidc.logout.rp_initiated import RpInitiatedLogout
from hanse.engine.oidc.logout.sign_out import SignOut
from hanse.engine.services import Services
from hanse.engine.signin.endpoints import PageErrors
from hanse.kit.endpoint_descriptions import EndpointKind
from hanse.kit.errors import NotFound


def logout_endpoints(services: Services, sign_out: SignOut, hints: IdTokenHints) -> Sequence[ProtocolEndpoint]:
    """Return the logout endpoints for users' browsers."""
    pages = LogoutPages(services.pages)
    errors = PageErrors(services.pages)
    by_application = RpInitiatedLogout(sign_out, pages, hints)
    by_user = ProviderInitiatedLogout(sign_out, pages)
    sign_out.chain.register(PURPOSE, partial(complete, pages))
    sign_out.chain.register_page(partial(show_page, pages))
    return (
        ProtocolEndpoint(
            path=rp_initiated.PATH,
            access=Access.BROWSER,
            methods={"GET": by_application.answer, "POST": by_application.answer},
            render_error=errors,
            title="Logout initiated by clients",
            description="Clients send users here to sign them out (OpenID Connect RP-Initiated Logout 1.0, section 2).",
        ),
        ProtocolEndpoint(
            path=provider_initiated.PATH,
            access=Access.BROWSER,
            methods={"GET": by_user.start, "POST": by_user.start},
            render_error=errors,
            title="Logout",
            description="Signs users out of this server and their applications. TargetResource is the address to which"
            " they are then redirected, and InErrorResource the one if an application has not signed them out, if"
            " redirect validation allows them.",
            kinds=frozenset({EndpointKind.IDP_APPLICATION}),
        ),
        ProtocolEndpoint(
            path=provider_initiated.SP_PATH,
            access=Access.BROWSER,
            methods={"GET": by_user.start_as_service_provider, "POST": by_user.start_as_service_provider},
            render_error=errors,
            title="SP-initiated logout",
            description="Signs users out of this server, of the identity provider at which they have signed in, and of"
            " their applications. It has the parameters TargetResource and InErrorResource.",
            kinds=frozenset({EndpointKind.SP_APPLICATION}),
        ),
        ProtocolEndpoint(
            path=provider_initiated.ADAPTER_PATH,
            access=Access.BROWSER,
            methods={"GET": by_user.at_adapter, "POST": by_user.at_adapter},
            render_error=_or_nothing(errors),
        ),
    )


def _or_nothing(errors: ErrorRenderer) -> ErrorRenderer:
    """Return the error renderer of an endpoint with configured paths: other paths are not found."""

    def render(request: Request, error: Exception) -> Answer:
        return Answer(HTTPStatus.NOT_FOUND) if isinstance(error, NotFound) else errors(request, error)

    return render
