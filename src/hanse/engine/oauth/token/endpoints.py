"""The endpoints that clients call for tokens, with what is behind them."""

from collections.abc import Sequence

from hanse.engine.attributes import AttributeFulfilment
from hanse.engine.http.endpoint import Access, Origins, ProtocolEndpoint
from hanse.engine.oauth.access_tokens.issuing import TokenIssuance
from hanse.engine.oauth.client_authentication.authenticator import ClientAuthentication
from hanse.engine.oauth.client_authentication.client_secret_basic import ClientSecretBasic
from hanse.engine.oauth.client_authentication.client_secret_post import ClientSecretPost
from hanse.engine.oauth.client_authentication.failures import FailedAttempts
from hanse.engine.oauth.contracts import IdTokenIssuer
from hanse.engine.oauth.error_rendering import render_oauth_error
from hanse.engine.oauth.token.endpoint import PATH, TokenEndpoint
from hanse.engine.oauth.token.grants.client_credentials import ClientCredentialsGrant
from hanse.engine.services import Services


def client_authentication(services: Services) -> ClientAuthentication:
    """Return what authenticates clients, with all methods."""
    clock = services.clock
    methods = (ClientSecretBasic(clock), ClientSecretPost(clock))
    return ClientAuthentication(methods, FailedAttempts(services.state.throttle, clock))


def token_endpoints(services: Services, id_tokens: IdTokenIssuer | None = None) -> Sequence[ProtocolEndpoint]:
    """Return the token endpoint."""
    endpoint = TokenEndpoint(
        services,
        client_authentication(services),
        (ClientCredentialsGrant(),),
        TokenIssuance(services, AttributeFulfilment(services)),
        id_tokens,
    )
    return (
        ProtocolEndpoint(
            path=PATH,
            access=Access.CLIENT,
            methods={"POST": endpoint.answer},
            render_error=render_oauth_error,
            origins=Origins.CONFIGURED,
            title="Token endpoint",
            description="Clients exchange codes, refresh tokens and their own credentials for access tokens "
            "(RFC 6749, section 3.2).",
        ),
    )
