"""Makes the authentication source of an IdP connection from its settings."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from hanse.crypto.certificate_chains import from_chain
from hanse.crypto.xml.algorithms import default_algorithm
from hanse.crypto.xml.encryption import DEFAULT_CIPHER, DEFAULT_TRANSPORT
from hanse.crypto.xml.signatures import XmlSigningKey
from hanse.engine.snapshot.outbound_channels import artifact_services, outbound_channel, signs_on_back_channel
from hanse.engine.snapshot.xml_signing_keys import decryption_keys_of
from hanse.plugins.adapters.openid_connect import setting_names as names
from hanse.plugins.adapters.openid_connect.request_parameters import RequestParameter
from hanse.plugins.adapters.openid_connect.settings import AssertionSettings
from hanse.plugins.connections.openid_provider import OpenIdProvider, openid_provider
from hanse.plugins.connections.saml_provider.settings import (
    AttributeServiceSettings,
    MessageSigning,
    NameIdEncryption,
    PartDecryption,
    SamlProvider,
    SignInQuery,
    SoapChannel,
    SsoEndpoint,
)
from hanse.plugins.connections.saml_provider.sign_in import SamlSignIn
from hanse.plugins.contracts.adapters import Adapter
from hanse.resources.federation.connections.certificates import certificate_of
from hanse.resources.federation.connections.credentials import ConnectionCredentials
from hanse.resources.federation.connections.endpoint_rules import absolute_endpoint
from hanse.resources.federation.connections.endpoints import ARTIFACT_SECONDS, Binding, Profile
from hanse.resources.federation.connections.model import LoggingMode
from hanse.resources.federation.idp_connections.browser_sso.decryption_policy import DecryptionPolicy
from hanse.resources.federation.idp_connections.browser_sso.model import IdpBrowserSso, SsoBinding
from hanse.resources.federation.idp_connections.browser_sso.openid_choices import (
    AuthenticationScheme,
    LoginType,
    SecuredResponses,
)
from hanse.resources.federation.idp_connections.browser_sso.openid_connect import (
    OIDCClientCredentials,
    OIDCProviderSettings,
)
from hanse.resources.federation.idp_connections.browser_sso.provisioning import ProvisioningErrorHandling
from hanse.resources.federation.idp_connections.model import IdpConnection
from hanse.resources.security.key_pairs.open_key_pairs import OpenKeyPair
from hanse.saml.assertions import ENCRYPTED_ASSERTION
from hanse.saml.attributes import ENCRYPTED_ATTRIBUTE
from hanse.saml.envelopes import DecryptionKeys
from hanse.saml.name_ids import ENCRYPTED_ID
from hanse.saml.xml_names import BINDING_ARTIFACT, BINDING_POST, BINDING_REDIRECT

_AUTHENTICATION: Final = {
    AuthenticationScheme.BASIC: names.BASIC,
    AuthenticationScheme.POST: names.POST,
    AuthenticationScheme.PRIVATE_KEY_JWT: names.PRIVATE_KEY,
    AuthenticationScheme.CLIENT_SECRET_JWT: names.SECRET_ASSERTION,
    None: names.NONE,
}

_REQUEST_BINDINGS: Final = {
    SsoBinding.REDIRECT: BINDING_REDIRECT,
    SsoBinding.POST: BINDING_POST,
    SsoBinding.ARTIFACT: BINDING_ARTIFACT,
}
_RESPONSE_BINDINGS: Final = {Binding.POST: BINDING_POST, Binding.ARTIFACT: BINDING_ARTIFACT}


@dataclass(frozen=True)
class OwnSide:
    """The part of a connection that belongs to this server."""

    # The entity ID towards the partner; empty if this server has none.
    entity_id: str
    signing: OpenKeyPair | None = field(repr=False)
    decryption: tuple[OpenKeyPair, ...] = field(repr=False)
    client_secret: str = field(repr=False)
    # The password with which this server authenticates on the partner's back channel; empty for none.
    back_channel_password: str = field(repr=False)
    # The key pair of the TLS client on the partner's back channel.
    client_key: OpenKeyPair | None = field(repr=False)
    # The certificates that are trusted for requests to the partner, as PEM.
    authorities: str = field(repr=False)
    # The password with which the partner authenticates on the back channel of this server; empty for none.
    partner_password: str = field(default="", repr=False)
    # The certificates with which the partner authenticates there, as PEM.
    partner_certificates: tuple[str, ...] = ()


def adapter_of(connection: IdpConnection, own: OwnSide) -> Adapter:
    """Return the source. Raises ValueError if the settings cannot be used."""
    sso = connection.idp_browser_sso
    if sso is None:
        raise ValueError("The connection has no Browser SSO.")
    if sso.is_saml:
        return SamlSignIn(_saml_provider(connection, sso, own))
    provider, client = sso.oidc_provider_settings, connection.oidc_client_credentials
    if provider is None or client is None:
        raise ValueError("The connection has no OpenID provider.")
    return openid_provider(_openid_provider(connection, provider, client, own))


def _openid_provider(
    connection: IdpConnection, provider: OIDCProviderSettings, client: OIDCClientCredentials, own: OwnSide
) -> OpenIdProvider:
    further = connection.additional_allowed_entities_configuration
    return OpenIdProvider(
        issuer=connection.entity_id,
        further_issuers=frozenset() if further is None else further.accepted,
        accepts_any_issuer=further is not None and further.allow_all_entities,
        client_id=client.client_id,
        client_secret=own.client_secret,
        authentication=_AUTHENTICATION[provider.authentication_scheme],
        assertion_algorithm=provider.assertion_algorithm,
        assertions=AssertionSettings(
            audience=provider.audience or "",
            seconds=int(provider.lifetime or 1) * 60,
            media_type=provider.type or "JWT",
            has_start=provider.include_not_before_claim,
        ),
        scopes=provider.scopes,
        uses_pkce=provider.enable_pkce,
        is_implicit=provider.login_type is LoginType.POST,
        authorization_endpoint=provider.authorization_endpoint,
        token_endpoint=provider.token_endpoint or "",
        user_info_endpoint=provider.user_info_endpoint or "",
        jwks_uri=provider.jwks_url,
        pushed_requests_endpoint=provider.pushed_authorization_request_endpoint or "",
        signed_responses=provider.jwt_secured_authorization_response_mode_type is SecuredResponses.QUERY_JWT,
        end_session_endpoint=provider.logout_endpoint or "",
        tracks_logouts=provider.track_user_sessions_for_logout,
        request_algorithm=provider.request_signing_algorithm or "",
        request_parameters=tuple(
            RequestParameter(each.name, each.attribute_value.value, is_context=each.is_context)
            for each in provider.request_parameters
        ),
        passes_errors=connection.idp_browser_sso is not None and connection.idp_browser_sso.passthrough_errors,
        authorities=own.authorities,
    )


def _saml_provider(connection: IdpConnection, sso: IdpBrowserSso, own: OwnSide) -> SamlProvider:
    is_requested = Profile.SP_INITIATED_SSO in sso.enabled_profiles
    endpoints = (
        SsoEndpoint(absolute_endpoint(connection.base_url, each.url), _REQUEST_BINDINGS[each.binding])
        for each in sso.sso_service_endpoints
    )
    return SamlProvider(
        entity_id=connection.entity_id,
        own_entity_id=own.entity_id,
        virtual_ids=tuple(connection.virtual_entity_ids),
        sso_endpoints=tuple(endpoints) if is_requested else (),
        accepts_unsolicited=Profile.IDP_INITIATED_SSO in sso.enabled_profiles,
        certificates=tuple(certificate_of(each.x509_file.file_data) for each in connection.credentials.verifying),
        signer_names=connection.credentials.signer_names,
        passes_errors=sso.passthrough_errors,
        requires_signed_assertion=sso.assertions_signed,
        subject=sso.subject,
        signing=message_signing(connection, own) if sso.sign_authn_requests else None,
        decryption=decryption_of(sso.decryption_policy, own),
        contexts={each.local: each.remote for each in sso.authn_context_mappings},
        response_bindings=_response_bindings(sso),
        artifacts=artifact_services(connection, sso.artifact, lambda: soap_channel(connection, own)),
        query=_sign_in_query(connection, sso, own),
        artifact_seconds=ARTIFACT_SECONDS if sso.artifact is None else sso.artifact.seconds,
        logs_messages=connection.logging_mode is LoggingMode.FULL,
    )


def _response_bindings(sso: IdpBrowserSso) -> tuple[str, ...]:
    """Return the bindings of responses; those for logout messages only are left out."""
    found = (_RESPONSE_BINDINGS.get(each) for each in sso.incoming_bindings)
    return tuple(each for each in found if each is not None) or (BINDING_POST,)


def attribute_service(connection: IdpConnection, own: OwnSide) -> AttributeServiceSettings | None:
    """Return the attribute service of the partner; None if it is not asked. Raises ValueError without a key."""
    query = connection.attribute_query
    if query is None:
        return None
    policy, credentials = query.policy, connection.credentials
    has_keys = credentials.decryption_key_pair_ref is not None
    return AttributeServiceSettings(
        entity_id=connection.entity_id,
        url=absolute_endpoint(connection.base_url, query.url),
        channel=soap_channel(connection, own),
        names={each.local_name: each.remote_name for each in query.name_mappings},
        signing=message_signing(connection, own) if policy.sign_attribute_query else None,
        decryption=DecryptionKeys(tuple(decryption_keys_of(own.decryption))) if has_keys else None,
        encryption=_name_id_encryption(credentials) if policy.encrypt_name_id else None,
        requires_signed_response=policy.require_signed_response,
        requires_signed_assertion=policy.require_signed_assertion,
        requires_encrypted_assertion=policy.require_encrypted_assertion,
    )


def _name_id_encryption(credentials: ConnectionCredentials) -> NameIdEncryption:
    found, cipher = credentials.encryption_certificate, credentials.block_encryption_algorithm
    if found is None:
        raise ValueError("The connection has no encryption certificate.")
    transport = credentials.key_transport_algorithm
    return NameIdEncryption(
        certificate_of(found.x509_file.file_data),
        DEFAULT_CIPHER if cipher is None else cipher.value,
        DEFAULT_TRANSPORT if transport is None else transport.value,
    )


def _sign_in_query(connection: IdpConnection, sso: IdpBrowserSso, own: OwnSide) -> SignInQuery | None:
    jit = sso.jit_provisioning
    if jit is None or not jit.user_attributes.do_attribute_query:
        return None
    service = attribute_service(connection, own)
    names = tuple(each.name for each in jit.user_attributes.attribute_contract)
    is_required = jit.error_handling is ProvisioningErrorHandling.ABORT_SSO
    return None if service is None else SignInQuery(service, names, is_required)


def soap_channel(connection: IdpConnection, own: OwnSide) -> SoapChannel:
    """Return the connections to the partner's SOAP services. Raises ValueError without a key that signs messages."""
    signing = message_signing(connection, own) if signs_on_back_channel(connection.credentials) else None
    return outbound_channel(
        connection.credentials,
        signing,
        password=own.back_channel_password,
        client_key="" if own.client_key is None else own.client_key.active.to_pem(),
        authorities=own.authorities,
    )


def message_signing(connection: IdpConnection, own: OwnSide) -> MessageSigning:
    """Return the key and the algorithm for messages to the partner. Raises ValueError without a key."""
    settings = connection.credentials.signing_settings
    if settings is None or own.signing is None:
        raise ValueError("The connection has no signing key.")
    active = own.signing.active
    certificate = from_chain(active.certificates)[0]
    key = XmlSigningKey(active.private_key, certificate, settings.include_raw_key_in_signature)
    return MessageSigning(key, settings.algorithm or default_algorithm(key.private), settings.include_cert_in_signature)


def decryption_of(policy: DecryptionPolicy, own: OwnSide) -> PartDecryption | None:
    """Return the keys that decrypt parts of the partner's responses; None if no part may be encrypted."""
    chosen = (
        (ENCRYPTED_ASSERTION, policy.assertion_encrypted),
        (ENCRYPTED_ID, policy.subject_name_id_encrypted),
        (ENCRYPTED_ATTRIBUTE, policy.attributes_encrypted),
    )
    return _decryption(own, (tag for tag, is_allowed in chosen if is_allowed))


def logout_decryption_of(policy: DecryptionPolicy, own: OwnSide) -> PartDecryption | None:
    """Return the keys that decrypt name identifiers in logout requests; None if they must not be encrypted."""
    return _decryption(own, (ENCRYPTED_ID,) if policy.slo_subject_name_id_encrypted else ())


def _decryption(own: OwnSide, tags: Iterable[str]) -> PartDecryption | None:
    allowed = frozenset(tags)
    return PartDecryption(tuple(decryption_keys_of(own.decryption)), allowed=allowed) if allowed else None
