"""Errors in the Browser SSO of an IdP connection."""

from collections.abc import Collection, Iterator, Sequence
from typing import Final, TypeVar

from hanse.config.declare.rules import repeated_attributes
from hanse.config.declare.view import View
from hanse.kit.errors import FieldError
from hanse.kit.texts.labels import Labeled
from hanse.kit.texts.messages import message
from hanse.resources.federation.connections.artifact_rules import artifact_errors
from hanse.resources.federation.connections.back_channel_rules import back_channel_errors
from hanse.resources.federation.connections.credentials import decryption_errors, encryption_errors
from hanse.resources.federation.connections.endpoint_rules import endpoint_errors
from hanse.resources.federation.connections.endpoints import LOGOUT_PROFILES, Binding, Profile
from hanse.resources.federation.connections.logout_rules import logout_endpoint_errors, logout_errors
from hanse.resources.federation.idp_connections.allowed_entities import allowed_entity_errors
from hanse.resources.federation.idp_connections.browser_sso.attribute_contract import (
    IdpBrowserSsoAttribute,
    IdpBrowserSsoAttributeContract,
)
from hanse.resources.federation.idp_connections.browser_sso.model import (
    LINKED_PROFILE,
    MEMBER,
    PROVIDER,
    SUPPORTED_BINDINGS,
    IdentityMapping,
    IdpBrowserSso,
    SsoBinding,
)
from hanse.resources.federation.idp_connections.browser_sso.openid_connect import CREDENTIALS
from hanse.resources.federation.idp_connections.browser_sso.openid_rules import provider_errors
from hanse.resources.federation.idp_connections.browser_sso.provisioning import JIT
from hanse.resources.federation.idp_connections.browser_sso.provisioning_rules import provisioning_errors
from hanse.resources.federation.idp_connections.browser_sso.target_mapping_rules import target_mapping_errors
from hanse.resources.federation.idp_connections.credentials import IdpConnectionCredentials
from hanse.resources.federation.idp_connections.model import IdpConnection

_CONTRACT: Final = f"{MEMBER}.attributeContract.extendedAttributes"
L = TypeVar("L", bound=Labeled)


def with_core_attribute(sso: IdpBrowserSso) -> IdpBrowserSso:
    """Return the settings with the core attribute of the protocol. Its masking is kept."""
    contract = sso.attribute_contract
    sent = next((each for each in contract.core_attributes if each.name == sso.subject), None)
    core = [sent or IdpBrowserSsoAttribute(name=sso.subject)]
    return sso.model_copy(update={"attribute_contract": contract.model_copy(update={"core_attributes": core})})


def contract_names(contract: IdpBrowserSsoAttributeContract) -> tuple[str, ...]:
    """Return the names of all attributes of a contract."""
    return tuple(each.name for each in (*contract.core_attributes, *contract.extended_attributes))


def browser_sso_errors(connection: IdpConnection, view: View) -> Iterator[FieldError]:
    """Find errors in the settings of the connection's protocol."""
    sso = connection.idp_browser_sso
    is_openid = sso is not None and not sso.is_saml
    yield from allowed_entity_errors(connection.additional_allowed_entities_configuration, is_openid=is_openid)
    if sso is None:
        if connection.oidc_client_credentials is not None:
            yield FieldError("Only connections with OpenID Connect have client credentials.", CREDENTIALS)
        return
    names = (each.name for each in sso.attribute_contract.extended_attributes)
    yield from repeated_attributes(names, (sso.subject,), _CONTRACT)
    yield from target_mapping_errors(connection, sso, view)
    yield from _linking_errors(sso)
    if sso.jit_provisioning is not None and sso.jit_provisioning.user_attributes.do_attribute_query:
        yield from _query_errors(sso, connection)
    yield from provisioning_errors(connection, sso, view)
    if sso.is_saml:
        yield from _saml_errors(sso, connection)
        if connection.oidc_client_credentials is not None:
            yield FieldError("Only connections with OpenID Connect have client credentials.", CREDENTIALS)
    else:
        yield from provider_errors(sso, connection)


def _query_errors(sso: IdpBrowserSso, connection: IdpConnection) -> Iterator[FieldError]:
    jit = sso.jit_provisioning
    path = f"{MEMBER}.{JIT}.userAttributes"
    if connection.attribute_query is None:
        text = "Enter the attribute service URL of the partner, or turn off attribute queries."
        yield FieldError(text, f"{path}.doAttributeQuery", "required_field")
    if jit is not None and not jit.user_attributes.attribute_contract:
        yield FieldError("Add the attributes to request.", f"{path}.attributeContract", "required_field")


def _linking_errors(sso: IdpBrowserSso) -> Iterator[FieldError]:
    path = f"{MEMBER}.{LINKED_PROFILE}"
    if sso.idp_identity_mapping is not IdentityMapping.ACCOUNT_LINKING:
        if sso.account_linking_profile_ref is not None:
            yield FieldError("Linked accounts require the identity mapping Account linking.", path)
        return
    if sso.account_linking_profile_ref is None:
        yield FieldError("Choose the profile of the linked accounts.", path, "required_field")
    if sso.jit_provisioning is not None:
        text = "Users either link their account or get one by just-in-time provisioning. Remove one of the settings."
        yield FieldError(text, f"{MEMBER}.idpIdentityMapping")


def _saml_errors(sso: IdpBrowserSso, connection: IdpConnection) -> Iterator[FieldError]:
    credentials, base_url = connection.credentials, connection.base_url
    yield from _unsupported(sso.incoming_bindings, SUPPORTED_BINDINGS, f"{MEMBER}.incomingBindings")
    receives_artifacts = Binding.ARTIFACT in sso.incoming_bindings
    yield from artifact_errors(sso.artifact, f"{MEMBER}.artifact", base_url, are_received=receives_artifacts)
    logs_out_by_artifact = any(each.binding is Binding.ARTIFACT for each in sso.slo_service_endpoints)
    sends_artifacts = logs_out_by_artifact or any(
        each.binding is SsoBinding.ARTIFACT for each in sso.sso_service_endpoints
    )
    yield from back_channel_errors(credentials, receives_requests=sends_artifacts)
    if sso.always_sign_artifact_response and credentials.signing_settings is None:
        text = "Choose the key that signs artifact responses."
        yield FieldError(text, "credentials.signingSettings.signingKeyPairRef", "required_field")
    if sso.oidc_provider_settings is not None:
        yield FieldError("These settings are for the protocol OpenID Connect.", f"{MEMBER}.{PROVIDER}")
    endpoints = f"{MEMBER}.ssoServiceEndpoints"
    is_requested = Profile.SP_INITIATED_SSO in sso.enabled_profiles
    if not is_requested and Profile.IDP_INITIATED_SSO not in sso.enabled_profiles:
        text = "Enable SP-initiated SSO, IdP-initiated SSO, or both."
        yield FieldError(text, f"{MEMBER}.enabledProfiles", "required_field")
    if is_requested and not sso.sso_service_endpoints:
        text = "Enter the address of the partner for authentication requests."
        yield FieldError(text, endpoints, "required_field")
    yield from endpoint_errors(
        base_url, [(f"{endpoints}[{index}].url", each.url) for index, each in enumerate(sso.sso_service_endpoints)]
    )
    yield from _logout_errors(sso, credentials, base_url)
    if sso.sign_authn_requests and credentials.signing_settings is None:
        text = "Choose the key that signs authentication requests."
        yield FieldError(text, "credentials.signingSettings.signingKeyPairRef", "required_field")
    if sso.decryption_policy.is_used:
        yield from decryption_errors(credentials)
    if sso.decryption_policy.slo_encrypt_subject_name_id:
        yield from encryption_errors(credentials)


def _logout_errors(
    sso: IdpBrowserSso, credentials: IdpConnectionCredentials, base_url: str | None
) -> Iterator[FieldError]:
    yield from logout_endpoint_errors(base_url, sso.slo_service_endpoints, f"{MEMBER}.sloServiceEndpoints")
    if not LOGOUT_PROFILES & set(sso.enabled_profiles):
        return
    yield from logout_errors(sso, credentials, MEMBER)
    if credentials.signing_settings is None:
        text = "Choose the key that signs logout messages."
        yield FieldError(text, "credentials.signingSettings.signingKeyPairRef", "required_field")


def _unsupported(found: Sequence[L], supported: Collection[L], path: str) -> Iterator[FieldError]:
    for each in found:
        if each not in supported:
            text = message("{choice} is not supported by this version.", choice=each.label)
            yield FieldError(text, path, "not_supported")
