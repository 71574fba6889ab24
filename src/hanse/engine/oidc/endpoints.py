"""The endpoints of OpenID Connect besides those that OAuth has as well."""

from collections.abc import Sequence

from hanse.engine.http.protocol_endpoint import Access, Origins, ProtocolEndpoint
from hanse.engine.oauth.client_authentication.authenticator import ClientAuthentication
from hanse.engine.oauth.contracts import IdTokenHints
from hanse.engine.oauth.error_rendering import render_bearer_error, render_oauth_error
from hanse.engine.oidc import session_revocation
from hanse.engine.oidc.check_session import check_session_endpoint
from hanse.engine.oidc.logout.endpoints import logout_endpoints
from hanse.engine.oidc.logout.sign_out import SignOut
from hanse.engine.oidc.session_revocation import SessionRevocation
from hanse.engine.oidc.userinfo import USERINFO_PATH, UserInfo
from hanse.engine.services import Services


def openid_endpoints(
    services: Services, authenticator: ClientAuthentication, user_info: UserInfo, sign_out: SignOut, hints: IdTokenHints
) -> Sequence[ProtocolEndpoint]:
    """Return the endpoints that every issuer has below its host and path."""
    revocation = SessionRevocation(services, authenticator, sign_out)
    return (
        ProtocolEndpoint(
            path=USERINFO_PATH,
            access=Access.BEARER,
            methods={"GET": user_info.answer, "POST": user_info.answer},
            render_error=render_bearer_error,
            origins=Origins.CONFIGURED,
            title="UserInfo endpoint",
            description="Claims about the user of an access token (OpenID Connect Core 1.0, section 5.3).",
        ),
        check_session_endpoint(services),
        *logout_endpoints(services, sign_out, hints),
        ProtocolEndpoint(
            path=session_revocation.PATH,
            access=Access.CLIENT,
            methods={"POST": revocation.revoke},
            render_error=render_oauth_error,
            title="Session revocation",
            description="Clients with access revoke users' sessions by the session identifier in "
            "tokens. A GET request with "
            "the identifier as a further path segment returns whether a session is revoked.",
        ),
        ProtocolEndpoint(
            path=session_revocation.ITEM_PATH,
            access=Access.CLIENT,
            methods={"GET": revocation.read_status},
            render_error=render_oauth_error,
        ),
    )
