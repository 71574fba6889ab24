"""The endpoints that clients call for tokens, with what is behind them."""

from collections.abc import Sequence

from hanse.crypto.signing import ALGORITHMS
from hanse.engine.http.endpoint import Access, Origins, ProtocolEndpoint
from hanse.engine.oauth.access_tokens.issuing import TokenIssuance
from hanse.engine.oauth.client_authentication import client_secret_jwt
from hanse.engine.oauth.client_authentication.assertion import AssertionRules
from hanse.engine.oauth.client_authentication.authenticator import ClientAuthentication
from hanse.engine.oauth.client_authentication.client_secret_basic import ClientSecretBasic
from hanse.engine.oauth.client_authentication.client_secret_jwt import ClientSecretJwt
from hanse.engine.oauth.client_authentication.client_secret_post import ClientSecretPost
from hanse.engine.oauth.client_authentication.failures import FailedAttempts
from hanse.engine.oauth.client_authentication.private_key_jwt import PrivateKeyJwt
from hanse.engine.oauth.contracts import IdTokenIssuer
from hanse.engine.oauth.error_rendering import render_oauth_error
from hanse.engine.oauth.jose.client_keys import ClientKeys
from hanse.engine.oauth.paths import TOKEN_PATH
from hanse.engine.oauth.token.endpoint import TokenEndpoint
from hanse.engine.oauth.token.grants.authorization_code import AuthorizationCodeGrant
from hanse.engine.oauth.token.grants.client_credentials import ClientCredentialsGrant
from hanse.engine.oauth.token.grants.refresh_token import RefreshTokenGrant
from hanse.engine.services import Services


def client_authentication(services: Services, client_keys: ClientKeys) -> ClientAuthentication:
    """Return what authenticates clients, with all methods."""
    clock = services.clock
    rules = AssertionRules(services.state.one_time, clock)
    methods = (
        ClientSecretBasic(clock),
        ClientSecretPost(clock),
        ClientSecretJwt(rules, clock),
        PrivateKeyJwt(client_keys, rules),
    )
    return ClientAuthentication(methods, FailedAttempts(services.state.throttle, clock))


def token_endpoints(
    services: Services,
    authenticator: ClientAuthentication,
    access_tokens: TokenIssuance,
    id_tokens: IdTokenIssuer | None = None,
) -> Sequence[ProtocolEndpoint]:
    """Return the token endpoint."""
    grants = (ClientCredentialsGrant(), AuthorizationCodeGrant(services), RefreshTokenGrant(services))
    endpoint = TokenEndpoint(services, authenticator, grants, access_tokens, id_tokens)
    return (
        ProtocolEndpoint(
            path=TOKEN_PATH,
            access=Access.CLIENT,
            methods={"POST": endpoint.answer},
            render_error=render_oauth_error,
            origins=Origins.CONFIGURED,
            title="Token endpoint",
            description="Clients exchange codes, refresh tokens and their own credentials for access tokens "
            "(RFC 6749, section 3.2).",
            metadata={
                "grant_types_supported": endpoint.grant_types,
                "token_endpoint_auth_methods_supported": authenticator.method_names,
                "token_endpoint_auth_signing_alg_values_supported": (*ALGORITHMS, *client_secret_jwt.ALGORITHMS),
            },
        ),
    )
