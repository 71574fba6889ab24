"""All protocol endpoints of the engine: the one list of what an issuer answers."""

from collections.abc import Sequence
from functools import cache
from typing import Any, cast

from hanse.engine.accounts.account_links import account_link_endpoints
from hanse.engine.accounts.defederation import defederation_endpoints
from hanse.engine.accounts.profile_page import profile_page_endpoints
from hanse.engine.attributes import AttributeFulfillment
from hanse.engine.handover.endpoints import handover_endpoints
from hanse.engine.handover.partner_sign_ins import PartnerSignIns
from hanse.engine.http.protocol_endpoint import ProtocolEndpoint
from hanse.engine.oauth.access_tokens.service import AccessTokenService
from hanse.engine.oauth.assertion_grants.jwt_assertions import JWT_BEARER, JwtAssertions
from hanse.engine.oauth.assertion_grants.saml_assertions import SAML_BEARER, SamlAssertions
from hanse.engine.oauth.authorize.endpoint import authorization_endpoints
from hanse.engine.oauth.authorize.granted_responses import GrantedResponses
from hanse.engine.oauth.authorize.submitted_requests import SubmittedRequests
from hanse.engine.oauth.ciba.endpoints import backchannel_endpoints
from hanse.engine.oauth.client_management.service import client_management_endpoints
from hanse.engine.oauth.device.user_endpoint import device_endpoints
from hanse.engine.oauth.dpop.service import DpopProofs
from hanse.engine.oauth.grants.grant_service import grant_service_endpoints
from hanse.engine.oauth.grants.grants_page import grants_page_endpoints
from hanse.engine.oauth.grants.service_callers import ServiceCallers, TokenCallers
from hanse.engine.oauth.jose.client_keys import ClientKeys
from hanse.engine.oauth.jose.encryption import JwtEncryption
from hanse.engine.oauth.presented_tokens import PresentedTokens
from hanse.engine.oauth.pushed_requests.endpoint import pushed_request_endpoints
from hanse.engine.oauth.registration.endpoint import registration_endpoints
from hanse.engine.oauth.token.endpoints import client_authentication, token_endpoints
from hanse.engine.oauth.token.grants.bearer_assertion import BearerAssertionGrant
from hanse.engine.oauth.token.grants.grant_handler import GrantHandler
from hanse.engine.oauth.token.grants.password import PasswordGrant
from hanse.engine.oauth.token.grants.token_exchange import TokenExchangeGrant
from hanse.engine.oauth.token_exchange.generated_tokens import GeneratedTokens
from hanse.engine.oauth.token_exchange.token_validation import TokenValidation
from hanse.engine.oidc.claims import UserClaims
from hanse.engine.oidc.endpoints import openid_endpoints
from hanse.engine.oidc.id_token import IdTokens
from hanse.engine.oidc.id_token_hint import HintVerifier
from hanse.engine.oidc.logout.client_tracking import ClientTracking
from hanse.engine.oidc.logout.sign_out import SignOut
from hanse.engine.oidc.userinfo import UserInfo
from hanse.engine.saml.idp.endpoints import identity_provider_endpoints
from hanse.engine.saml.logout.chain import LogoutChain
from hanse.engine.saml.logout.endpoints import single_logout_endpoints
from hanse.engine.saml.logout.openid_providers import ProviderLogouts
from hanse.engine.saml.metadata import saml_metadata_endpoint
from hanse.engine.saml.sp.endpoints import service_provider_endpoints
from hanse.engine.services import Services
from hanse.engine.session_notices import session_notices
from hanse.engine.signin.adapters.remote_logouts import ReceivedLogouts
from hanse.engine.signin.api.endpoint import authentication_api_endpoints
from hanse.engine.signin.application_sign_in import ApplicationSignIn
from hanse.engine.signin.assembly import adapter_support, credentials_of, open_sign_in
from hanse.engine.signin.endpoints import signin_endpoints
from hanse.engine.signin.sessions.application_sessions import ApplicationSessions
from hanse.engine.signin.sessions.sso_sessions import SsoSessions
from hanse.engine.wsfed.endpoints import passive_requestor_endpoints
from hanse.engine.wsfed.participants import cleanup_addresses


def protocol_endpoints(services: Services) -> Sequence[ProtocolEndpoint]:
    """Return the endpoints that every issuer has below its host and path."""
    fulfillment = AttributeFulfillment(services)
    client_keys = ClientKeys(services)
    authenticator = client_authentication(services, client_keys)
    encryption = JwtEncryption(client_keys)
    access_tokens = AccessTokenService.of(services, fulfillment)
    proofs = DpopProofs(services)
    presented = PresentedTokens(access_tokens, proofs)
    sessions = SsoSessions(services, session_notices)
    tracking = ClientTracking(sessions, services.clock)
    claims = UserClaims(fulfillment)
    id_tokens = IdTokens(claims, access_tokens, encryption, services.clock, tracking)
    responses = GrantedResponses(services, access_tokens, id_tokens)
    hints = HintVerifier(services.clock)
    support = adapter_support(services, sessions, client_keys.published_at)
    logout_chain = LogoutChain(services, ProviderLogouts(support))
    sign_out = SignOut(sessions, ApplicationSessions(services), logout_chain, cleanup_addresses)
    sign_in = open_sign_in(services, support)
    applications = ApplicationSignIn(sign_in)
    submitted = SubmittedRequests(services, client_keys)
    grants: tuple[GrantHandler, ...] = (
        PasswordGrant(services, credentials_of(services), fulfillment),
        TokenExchangeGrant(
            services,
            TokenValidation(services, access_tokens, client_keys),
            GeneratedTokens(services, fulfillment),
            fulfillment,
        ),
        BearerAssertionGrant(services, JWT_BEARER, JwtAssertions(services, client_keys).validate),
        BearerAssertionGrant(services, SAML_BEARER, SamlAssertions(services).validate),
    )
    return (
        *signin_endpoints(services, sign_in, ReceivedLogouts(support)),
        *authentication_api_endpoints(applications),
        *authorization_endpoints(services, sign_in, fulfillment, responses, encryption, submitted, hints),
        *pushed_request_endpoints(services, authenticator, proofs, submitted, hints),
        *token_endpoints(services, authenticator, proofs, access_tokens, encryption, grants, id_tokens, hints),
        *device_endpoints(services, sign_in, applications, fulfillment, authenticator, proofs, hints),
        *backchannel_endpoints(
            services, sign_in, fulfillment, authenticator, proofs, client_keys, hints, credentials_of(services)
        ),
        *registration_endpoints(services, presented, client_keys),
        *client_management_endpoints(services, ServiceCallers(services, credentials_of(services))),
        *grants_page_endpoints(services, sign_in, fulfillment),
        *profile_page_endpoints(services, sign_in, sessions),
        *account_link_endpoints(services, sessions),
        *defederation_endpoints(services, sessions),
        *grant_service_endpoints(
            services, ServiceCallers(services, credentials_of(services)), TokenCallers(services, presented)
        ),
        *handover_endpoints(services, sign_in, fulfillment, sessions),
        saml_metadata_endpoint(services),
        *identity_provider_endpoints(services, sign_in, fulfillment, sessions),
        *service_provider_endpoints(services, sign_in, PartnerSignIns(services, sign_in).receive_unsolicited),
        *passive_requestor_endpoints(services, sign_in, fulfillment, sign_out),
        *single_logout_endpoints(services, sessions, sign_out, logout_chain),
        *openid_endpoints(services, authenticator, UserInfo(services, presented, claims, encryption), sign_out, hints),
    )


class _NoServices:
    """A placeholder for every service; it has any attribute and does nothing."""

    def __getattr__(self, name: str) -> "_NoServices":
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __call__(self, *_arguments: Any, **_named: Any) -> "_NoServices":
        return self


@cache
def declared_endpoints() -> tuple[ProtocolEndpoint, ...]:
    """Return the endpoints as declarations, for metadata and for the console; their handlers cannot be called.

    A console of a cluster lists the endpoints although it answers none, and metadata exists before the services.
    """
    return tuple(protocol_endpoints(cast("Services", _NoServices())))
