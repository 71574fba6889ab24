"""Errors in the settings of an OpenID provider."""

from collections.abc import Iterator
from typing import Final

from hanse.crypto.jws_signing import LEAST_SECRET_OCTETS
from hanse.kit.errors import FieldError
from hanse.kit.texts.messages import message
from hanse.resources.federation.idp_connections.browser_sso.model import MEMBER, PROVIDER, IdpBrowserSso
from hanse.resources.federation.idp_connections.browser_sso.openid_choices import (
    AuthenticationScheme,
    LoginType,
    SecuredResponses,
)
from hanse.resources.federation.idp_connections.browser_sso.openid_connect import (
    CREDENTIALS,
    OIDCClientCredentials,
    OIDCProviderSettings,
)
from hanse.resources.federation.idp_connections.model import IdpConnection

_OPENID: Final = "openid"
_WITH_SECRET: Final = (AuthenticationScheme.BASIC, AuthenticationScheme.POST)
# The methods with a client assertion; true if the client secret signs it.
_ASSERTIONS: Final = {AuthenticationScheme.PRIVATE_KEY_JWT: False, AuthenticationScheme.CLIENT_SECRET_JWT: True}


def provider_errors(sso: IdpBrowserSso, connection: IdpConnection) -> Iterator[FieldError]:
    """Yield the findings in the settings of the provider and of this server as its client."""
    provider, client = sso.oidc_provider_settings, connection.oidc_client_credentials
    has_artifacts = sso.artifact is not None and bool(sso.artifact.resolver_locations)
    endpoints = (*sso.sso_service_endpoints, *sso.slo_service_endpoints)
    has_addresses = bool(endpoints) or has_artifacts
    if sso.enabled_profiles or sso.incoming_bindings or has_addresses or sso.authn_context_mappings:
        yield FieldError("Profiles, bindings and endpoints are for the protocol SAML 2.0.", f"{MEMBER}.protocol")
    if provider is None:
        yield FieldError("This field is required.", f"{MEMBER}.{PROVIDER}.authorizationEndpoint", "required_field")
    if client is None:
        yield FieldError("This field is required.", f"{CREDENTIALS}.clientId", "required_field")
    if provider is None or client is None:
        return
    yield from _flow_errors(provider)
    if _OPENID not in provider.scopes.split():
        yield FieldError("The scopes must include openid.", f"{MEMBER}.{PROVIDER}.scopes")
    yield from _algorithm_errors(provider, client)
    needs_secret = provider.authentication_scheme in _WITH_SECRET
    if needs_secret and not (client.client_secret or client.encrypted_client_secret):
        text = "This client authentication requires a client secret."
        yield FieldError(text, f"{CREDENTIALS}.clientSecret", "required_field")
    if not connection.entity_id.startswith("https://"):
        text = "The entity ID of an OpenID provider is its issuer, an https address."
        yield FieldError(text, "entityId", "invalid_url")


def _algorithm_errors(provider: OIDCProviderSettings, client: OIDCClientCredentials) -> Iterator[FieldError]:
    """Find algorithms that do not belong to the client authentication, and secrets that are too short for them."""
    path, scheme = f"{MEMBER}.{PROVIDER}", provider.authentication_scheme
    chosen = provider.authentication_signing_algorithm
    if chosen is not None and scheme in _ASSERTIONS and (chosen in LEAST_SECRET_OCTETS) is not _ASSERTIONS[scheme]:
        text = "This algorithm does not belong to the client authentication. HS algorithms use the client secret."
        yield FieldError(text, f"{path}.authenticationSigningAlgorithm")
    requests = provider.request_signing_algorithm
    used = [provider.assertion_algorithm] if scheme is AuthenticationScheme.CLIENT_SECRET_JWT else []
    used += [requests] if requests is not None else []
    least = max((LEAST_SECRET_OCTETS.get(each, 0) for each in used), default=0)
    if least and not (client.client_secret or client.encrypted_client_secret):
        text = "This algorithm requires a client secret."
        yield FieldError(text, f"{CREDENTIALS}.clientSecret", "required_field")
    if least and client.client_secret and len(client.client_secret.encode()) < least:
        text = message("This algorithm requires a client secret of at least {count} characters.", count=least)
        yield FieldError(text, f"{CREDENTIALS}.clientSecret")
    names = [each.name for each in provider.request_parameters]
    for index, name in enumerate(names):
        if name in names[:index]:
            yield FieldError("This name is already in use.", f"{path}.requestParameters[{index}].name")


def _flow_errors(provider: OIDCProviderSettings) -> Iterator[FieldError]:
    """Find endpoints that the flow lacks, and settings that have no effect in it."""
    path = f"{MEMBER}.{PROVIDER}"
    if provider.login_type is LoginType.CODE:
        if not provider.token_endpoint:
            text = "Enter the token endpoint, at which authorization codes are redeemed."
            yield FieldError(text, f"{path}.tokenEndpoint", "required_field")
        return
    if provider.user_info_endpoint:
        text = "The login type Form post returns no access token for this endpoint. Leave it empty."
        yield FieldError(text, f"{path}.userInfoEndpoint")
    if provider.jwt_secured_authorization_response_mode_type is not SecuredResponses.DISABLED:
        text = "Responses of the login type Form post contain a signed ID token. Choose Not signed."
        yield FieldError(text, f"{path}.jwtSecuredAuthorizationResponseModeType")
