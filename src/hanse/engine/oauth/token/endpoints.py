"""The endpoints that clients call for tokens, with their services."""

from collections.abc import Mapping, Sequence

from hanse.crypto.jws_signing import ALGORITHMS
from hanse.engine.failed_attempts import FailedAttempts
from hanse.engine.http.protocol_endpoint import Access, Handler, Origins, ProtocolEndpoint
from hanse.engine.mutual_tls.authorities import CertificatePurpose
from hanse.engine.mutual_tls.named_certificates import named_certificates
from hanse.engine.oauth.access_tokens.service import AccessTokenService
from hanse.engine.oauth.client_authentication import client_secret_jwt
from hanse.engine.oauth.client_authentication.assertion import AssertionRules
from hanse.engine.oauth.client_authentication.authenticator import ClientAuthentication
from hanse.engine.oauth.client_authentication.client_secret_basic import ClientSecretBasic
from hanse.engine.oauth.client_authentication.client_secret_jwt import ClientSecretJwt
from hanse.engine.oauth.client_authentication.client_secret_post import ClientSecretPost
from hanse.engine.oauth.client_authentication.private_key_jwt import PrivateKeyJwt
from hanse.engine.oauth.client_authentication.tls_certificate import TlsCertificate
from hanse.engine.oauth.contracts import IdTokenIssuer, IdTokenReader
from hanse.engine.oauth.dpop.service import DpopProofs
from hanse.engine.oauth.error_rendering import render_oauth_error
from hanse.engine.oauth.introspection import Introspection
from hanse.engine.oauth.jose.client_keys import ClientKeys
from hanse.engine.oauth.jose.encryption import JwtEncryption
from hanse.engine.oauth.paths import INTROSPECTION_PATH, REVOCATION_PATH, TOKEN_PATH
from hanse.engine.oauth.revocation import Revocation
from hanse.engine.oauth.token.endpoint import TokenEndpoint
from hanse.engine.oauth.token.grants.authorization_code import AuthorizationCodeGrant
from hanse.engine.oauth.token.grants.client_credentials import ClientCredentialsGrant
from hanse.engine.oauth.token.grants.grant_handler import GrantHandler
from hanse.engine.oauth.token.grants.polled_grant import backchannel_grant, device_code_grant
from hanse.engine.oauth.token.grants.refresh_token import RefreshTokenGrant
from hanse.engine.services import Services


def client_authentication(services: Services, client_keys: ClientKeys) -> ClientAuthentication:
    """Return the client authentication with all methods."""
    clock = services.clock
    rules = AssertionRules(services.state.one_time, clock)
    methods = (
        ClientSecretBasic(clock),
        ClientSecretPost(clock),
        ClientSecretJwt(rules, clock),
        PrivateKeyJwt(client_keys, rules),
    )
    certificates = TlsCertificate(client_keys, named_certificates(services, CertificatePurpose.OAUTH_CLIENT))
    attempts = FailedAttempts(services.state.throttle, clock)
    return ClientAuthentication(methods, attempts, certificates)


def token_endpoints(
    services: Services,
    authenticator: ClientAuthentication,
    proofs: DpopProofs,
    access_tokens: AccessTokenService,
    encryption: JwtEncryption,
    further: Sequence[GrantHandler],
    id_tokens: IdTokenIssuer | None = None,
    id_token_reader: IdTokenReader | None = None,
) -> Sequence[ProtocolEndpoint]:
    """Return the token endpoint, introspection and revocation.

    `further` are the grant types that need services of their own.
    """
    grants: tuple[GrantHandler, ...] = (
        ClientCredentialsGrant(),
        AuthorizationCodeGrant(services),
        RefreshTokenGrant(services),
        device_code_grant(services),
        backchannel_grant(services),
        *further,
    )
    endpoint = TokenEndpoint(services, authenticator, proofs, grants, access_tokens, id_tokens)
    introspection = Introspection(services, authenticator, access_tokens, encryption, id_token_reader)
    malicious = FailedAttempts(services.state.throttle, services.clock, "revocation")
    revocation = Revocation(services, authenticator, access_tokens, malicious)
    methods, algorithms = authenticator.method_names, (*ALGORITHMS, *client_secret_jwt.ALGORITHMS)
    return (
        _endpoint(
            TOKEN_PATH,
            endpoint.answer,
            "Token endpoint",
            "Clients exchange codes, refresh tokens and their own credentials for access tokens "
            "(RFC 6749, section 3.2).",
            {
                "grant_types_supported": endpoint.grant_types,
                "token_endpoint_auth_methods_supported": methods,
                "token_endpoint_auth_signing_alg_values_supported": algorithms,
                # RFC 9449, section 5.1.
                "dpop_signing_alg_values_supported": ALGORITHMS,
            },
        ),
        _endpoint(
            INTROSPECTION_PATH,
            introspection.answer,
            "Introspection endpoint",
            "Resource servers query whether a token is valid, and its attributes (RFC 7662).",
            {
                "introspection_endpoint_auth_methods_supported": tuple(each for each in methods if each != "none"),
                "introspection_endpoint_auth_signing_alg_values_supported": algorithms,
            },
        ),
        _endpoint(
            REVOCATION_PATH,
            revocation.answer,
            "Revocation endpoint",
            "Clients revoke tokens that they no longer need (RFC 7009).",
            {
                "revocation_endpoint_auth_methods_supported": methods,
                "revocation_endpoint_auth_signing_alg_values_supported": algorithms,
            },
        ),
    )


def _endpoint(
    path: str, handler: Handler, title: str, description: str, metadata: Mapping[str, tuple[str, ...]]
) -> ProtocolEndpoint:
    return ProtocolEndpoint(
        path=path,
        access=Access.CLIENT,
        methods={"POST": handler},
        render_error=render_oauth_error,
        origins=Origins.CONFIGURED,
        title=title,
        description=description,
        metadata=metadata,
    )
