"""Rules for SP connections with WS-Federation, and for the members that only one of the protocols has."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from hanse.kit.errors import FieldError
from hanse.resources.federation.connections.allowed_addresses import allowed_address_errors
from hanse.resources.federation.connections.credentials import SUBJECT_DN
from hanse.resources.federation.connections.endpoints import Binding
from hanse.resources.federation.sp_connections.attribute_query import QUERY
from hanse.resources.federation.sp_connections.browser_sso import SpBrowserSso, SpSamlIdentityMapping
from hanse.resources.federation.sp_connections.model import SSO, SpConnection

CONSUMERS: Final = f"{SSO}.ssoServiceEndpoints"
ALLOWED_ADDRESSES: Final = f"{SSO}.urlWhitelistEntries"
# The members of Browser SSO that only one protocol has, by their attributes, with their names in the API.
WS_FEDERATION_MEMBERS: Final = {
    "ws_fed_token_type": "wsFedTokenType",
    "ws_trust_version": "wsTrustVersion",
    "sp_ws_fed_identity_mapping": "spWsFedIdentityMapping",
    "url_whitelist_entries": "urlWhitelistEntries",
}
SAML_MEMBERS: Final = {
    "enabled_profiles": "enabledProfiles",
    "incoming_bindings": "incomingBindings",
    "slo_service_endpoints": "sloServiceEndpoints",
    "artifact": "artifact",
    "always_sign_artifact_response": "alwaysSignArtifactResponse",
    "require_signed_authn_requests": "requireSignedAuthnRequests",
    "encrypts_assertions": "encryptionPolicy.encryptAssertion",
}
_ONLY_SAML: Final = "This setting is for SAML 2.0."


def members_of_other_protocol(sso: SpBrowserSso, members: Mapping[str, str], text: str) -> Iterator[FieldError]:
    """Find members of the other protocol that are set."""
    for attribute, name in members.items():
        value: Any = getattr(sso, attribute)
        if value:
            yield FieldError(text, f"{SSO}.{name}", "not_supported")


def ws_federation_errors(connection: SpConnection) -> Iterator[FieldError]:
    """Find members for SAML 2.0, and errors in the addresses of the partner."""
    sso = connection.sp_browser_sso
    yield from members_of_other_protocol(sso, SAML_MEMBERS, _ONLY_SAML)
    if sso.sp_saml_identity_mapping is not SpSamlIdentityMapping.STANDARD:
        yield FieldError(_ONLY_SAML, f"{SSO}.spSamlIdentityMapping", "not_supported")
    if sso.encryption.encrypted_attributes:
        yield FieldError(_ONLY_SAML, f"{SSO}.encryptionPolicy.encryptedAttributes", "not_supported")
    if connection.credentials.verification_subject_dn:
        yield FieldError(_ONLY_SAML, SUBJECT_DN, "not_supported")
    if connection.attribute_query is not None:
        yield FieldError(_ONLY_SAML, QUERY, "not_supported")
    if connection.metadata_reload_settings is not None:
        yield FieldError(_ONLY_SAML, "metadataReloadSettings", "not_supported")
    if not sso.sso_service_endpoints:
        yield FieldError("Add the service URL of the partner.", CONSUMERS, "required_field")
    for index, each in enumerate(sso.sso_service_endpoints):
        if each.binding is Binding.ARTIFACT:
            text = "Tokens of WS-Federation are sent by the binding POST."
            yield FieldError(text, f"{CONSUMERS}[{index}].binding", "not_supported")
    for index, entry in enumerate(sso.url_whitelist_entries):
        yield from allowed_address_errors(entry, f"{ALLOWED_ADDRESSES}[{index}]")
