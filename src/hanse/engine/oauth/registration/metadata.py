"""The metadata of clients, with the names of RFC 7591, section 2, and of the IANA registry of client metadata.

Unknown members are ignored (RFC 7591, section 2); so are names in other languages, such as `client_name#de`.
"""

import re
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from hanse.engine.errors import InvalidClientMetadata, InvalidRedirectUri

REDIRECT_URIS: Final = "redirect_uris"
_PATH: Final = re.compile(r"^(?P<text>.*) - at `\$\.?(?P<path>.*)`$", re.DOTALL)
_LONGEST_PATH: Final = 100


class RegisteredMetadata(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The metadata of a client. Members with default values are not part of answers."""

    redirect_uris: list[str] = []
    token_endpoint_auth_method: str = ""
    grant_types: list[str] = []
    response_types: list[str] = []
    client_name: str = ""
    client_uri: str = ""
    logo_uri: str = ""
    scope: str = ""
    contacts: list[str] = []
    tos_uri: str = ""
    policy_uri: str = ""
    jwks_uri: str = ""
    jwks: dict[str, Any] | None = None
    software_id: str = ""
    software_version: str = ""
    software_statement: str = ""
    # OpenID Connect Dynamic Client Registration 1.0, section 2.
    application_type: str = ""
    sector_identifier_uri: str = ""
    subject_type: str = ""
    id_token_signed_response_alg: str = ""
    id_token_encrypted_response_alg: str = ""
    id_token_encrypted_response_enc: str = ""
    userinfo_signed_response_alg: str = ""
    userinfo_encrypted_response_alg: str = ""
    userinfo_encrypted_response_enc: str = ""
    request_object_signing_alg: str = ""
    token_endpoint_auth_signing_alg: str = ""
    default_max_age: int | None = None
    default_acr_values: list[str] = []
    initiate_login_uri: str = ""
    request_uris: list[str] = []
    # The logout specifications: RP-Initiated, Front-Channel and Back-Channel Logout 1.0.
    post_logout_redirect_uris: list[str] = []
    frontchannel_logout_uri: str = ""
    backchannel_logout_uri: str = ""
    # JARM, section 3, and RFC 9701, section 6.
    authorization_signed_response_alg: str = ""
    authorization_encrypted_response_alg: str = ""
    authorization_encrypted_response_enc: str = ""
    introspection_signed_response_alg: str = ""
    introspection_encrypted_response_alg: str = ""
    introspection_encrypted_response_enc: str = ""
    # RFC 9126, section 6; RFC 9101, section 10.5; RFC 9396, section 10; RFC 9449, section 5.2.
    require_pushed_authorization_requests: bool = False
    require_signed_request_object: bool = False
    authorization_details_types: list[str] = []
    dpop_bound_access_tokens: bool = False
    # RFC 8705, sections 2.1.2 and 3.4.
    tls_client_auth_subject_dn: str = ""
    tls_client_auth_san_dns: str = ""
    tls_client_auth_san_uri: str = ""
    tls_client_auth_san_ip: str = ""
    tls_client_auth_san_email: str = ""
    tls_client_certificate_bound_access_tokens: bool = False
    # CIBA Core 1.0, section 4.
    backchannel_token_delivery_mode: str = ""
    backchannel_client_notification_endpoint: str = ""
    backchannel_authentication_request_signing_alg: str = ""
    backchannel_user_code_parameter: bool = False


def parse_metadata(document: Mapping[str, Any]) -> RegisteredMetadata:
    """Return the metadata of a JSON object. Raises InvalidRedirectUri and InvalidClientMetadata."""
    try:
        return msgspec.convert(dict(document), RegisteredMetadata)
    except msgspec.ValidationError as error:
        found = _PATH.match(str(error))
        path = "" if found is None else found["path"][:_LONGEST_PATH]
        text = str(error) if found is None else f"{path}: {found['text']}"
        raise refusal(path, text) from error


def refusal(member: str, text: str) -> InvalidClientMetadata | InvalidRedirectUri:
    """Return the error for a member."""
    is_redirect = member.partition("[")[0] == REDIRECT_URIS
    return InvalidRedirectUri(text) if is_redirect else InvalidClientMetadata(text)


def read_document(body: bytes) -> dict[str, Any]:
    """Return the JSON object of a request without members that are null, which mean the same as absent ones.

    Raises InvalidClientMetadata. RFC 7592, section 2.2, has the rule about null.
    """
    try:
        found = msgspec.json.decode(body, type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError) as error:
        raise InvalidClientMetadata("The body must be a JSON object.") from error
    return {name: value for name, value in found.items() if value is not None}
