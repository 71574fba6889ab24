"""The endpoints at which partners send logout messages, at the paths that existing partners know."""

from collections.abc import Sequence

from hanse.engine.http.protocol_endpoint import Access, ProtocolEndpoint
from hanse.engine.saml.idp.answers import SamlPageErrors
from hanse.engine.saml.idp.back_channel import back_channel, render_soap_error
from hanse.engine.saml.logout.chain import RESUME_PATH, LogoutChain
from hanse.engine.saml.logout.partners import PartnerRole
from hanse.engine.saml.logout.received_requests import PartnerLogout, SessionEnd
from hanse.engine.saml.logout.soap_service import SoapLogoutService
from hanse.engine.services import Services
from hanse.engine.signin.sessions.sso_sessions import SsoSessions
from hanse.kit.endpoint_descriptions import EndpointKind
from hanse.plugins.contracts.remote_logouts import POST_LOGOUT_PATH
from hanse.saml.paths import IDP_SLO_PATH, SP_SLO_PATH


def single_logout_endpoints(
    services: Services, sessions: SsoSessions, session_end: SessionEnd, chain: LogoutChain
) -> Sequence[ProtocolEndpoint]:
    """Return the endpoints that every issuer has below its path."""
    soap = back_channel(services)
    logout, errors = PartnerLogout(services, sessions, session_end, chain), SamlPageErrors(services)
    returned = ProtocolEndpoint(POST_LOGOUT_PATH, Access.BROWSER, {"GET": chain.come_back}, errors)
    resumed = ProtocolEndpoint(RESUME_PATH, Access.BROWSER, {"GET": chain.resume}, errors)
    return (
        returned,
        resumed,
        *(
            ProtocolEndpoint(
                role.soap_path,
                Access.SERVICE,
                {"POST": SoapLogoutService(services, sessions, session_end, chain.by_soap, role, soap)},
                render_soap_error,
                title=title,
                description=description,
                kinds=frozenset({kind}),
            )
            for role, title, description, kind in (
                (
                    PartnerRole.SERVICE_PROVIDER,
                    "Single logout service (SOAP)",
                    "Endpoint at which service providers request logouts by SOAP, without a browser.",
                    EndpointKind.IDP,
                ),
                (
                    PartnerRole.IDENTITY_PROVIDER,
                    "Single logout service for identity providers (SOAP)",
                    "Endpoint at which SAML identity providers request logouts by SOAP, without a browser.",
                    EndpointKind.SP,
                ),
            )
        ),
        *(
            ProtocolEndpoint(
                path,
                Access.BROWSER,
                {"GET": handler, "POST": handler},
                errors,
                title=title,
                description=description,
                kinds=frozenset({kind}),
            )
            for path, handler, title, description, kind in (
                (
                    IDP_SLO_PATH,
                    logout.from_service_provider,
                    "Single logout service",
                    "Endpoint at which service providers request logouts and answer logout requests.",
                    EndpointKind.IDP,
                ),
                (
                    SP_SLO_PATH,
                    logout.from_identity_provider,
                    "Single logout service for identity providers",
                    "Endpoint at which SAML identity providers request logouts and answer logout requests.",
                    EndpointKind.SP,
                ),
            )
        ),
    )
