"""The error codes of OAuth and OpenID Connect, one class each.

The description is for the developer of the client; it explains the error and never contains a secret. Details for the
operator are written to the log instead.
"""

from collections.abc import Sequence
from http import HTTPStatus


class OAuthError(Exception):
    """An error with a registered code. `headers` are added to the answer."""

    code = "server_error"
    status = HTTPStatus.BAD_REQUEST

    def __init__(self, description: str = "", headers: tuple[tuple[bytes, bytes], ...] = ()) -> None:
        super().__init__(description)
        self.description = description
        self.headers = headers


class InvalidRequest(OAuthError):
    """A parameter is missing, repeated or malformed (RFC 6749, sections 4.1.2.1 and 5.2)."""

    code = "invalid_request"


class InvalidClient(OAuthError):
    """Client authentication failed (RFC 6749, section 5.2)."""

    code = "invalid_client"
    status = HTTPStatus.UNAUTHORIZED


class InvalidGrant(OAuthError):
    """A code, refresh token or password is wrong, expired, revoked or belongs to another client (section 5.2)."""

    code = "invalid_grant"


class UnauthorizedClient(OAuthError):
    """The client may not use this grant type or response type (sections 4.1.2.1 and 5.2)."""

    code = "unauthorized_client"


class UnsupportedGrantType(OAuthError):
    """The server does not know the grant type (section 5.2)."""

    code = "unsupported_grant_type"


class UnsupportedResponseType(OAuthError):
    """The server does not know the response type (section 4.1.2.1)."""

    code = "unsupported_response_type"


class InvalidScope(OAuthError):
    """A scope is unknown, malformed or not allowed for the client (sections 4.1.2.1 and 5.2)."""

    code = "invalid_scope"


class InvalidTarget(OAuthError):
    """A resource is unknown or malformed (RFC 8707, section 2)."""

    code = "invalid_target"


class InvalidAuthorizationDetails(OAuthError):
    """Authorization details are malformed, unknown or not allowed for the client (RFC 9396, section 5)."""

    code = "invalid_authorization_details"


class InvalidDpopProof(OAuthError):
    """A DPoP proof is missing or invalid (RFC 9449, section 5)."""

    code = "invalid_dpop_proof"


class UseDpopNonce(OAuthError):
    """A DPoP proof lacks a nonce of this server, which the answer contains (RFC 9449, section 8)."""

    code = "use_dpop_nonce"


class AccessDenied(OAuthError):
    """The user or the server refused the request (RFC 6749, section 4.1.2.1)."""

    code = "access_denied"


class LoginRequired(OAuthError):
    """The user must sign in but `prompt=none` was sent (OpenID Connect Core 1.0, section 3.1.2.6)."""

    code = "login_required"


class ConsentRequired(OAuthError):
    """The user must consent but `prompt=none` was sent (OpenID Connect Core 1.0, section 3.1.2.6)."""

    code = "consent_required"


class InteractionRequired(OAuthError):
    """The user must do something but `prompt=none` was sent (OpenID Connect Core 1.0, section 3.1.2.6)."""

    code = "interaction_required"


class AccountSelectionRequired(OAuthError):
    """The user must choose an account but `prompt=none` was sent (OpenID Connect Core 1.0, section 3.1.2.6)."""

    code = "account_selection_required"


class AuthorizationPending(OAuthError):
    """The user has not decided yet; the client may ask again (RFC 8628, section 3.5; CIBA Core, section 11)."""

    code = "authorization_pending"


class SlowDown(AuthorizationPending):
    """The client polls too often; its interval becomes five seconds longer (RFC 8628, section 3.5)."""

    code = "slow_down"


class ExpiredToken(OAuthError):
    """The time in which the user could decide is over (RFC 8628, section 3.5; CIBA Core, section 11)."""

    code = "expired_token"


class ExpiredLoginHintToken(OAuthError):
    """A login hint token has expired (CIBA Core, section 13)."""

    code = "expired_login_hint_token"


class UnknownUserId(OAuthError):
    """The hint of a backchannel authentication request names no user (CIBA Core, section 13)."""

    code = "unknown_user_id"


class MissingUserCode(OAuthError):
    """A backchannel authentication request lacks the user code (CIBA Core, section 13)."""

    code = "missing_user_code"


class InvalidUserCode(OAuthError):
    """The user code of a backchannel authentication request is wrong (CIBA Core, section 13)."""

    code = "invalid_user_code"


class InvalidBindingMessage(OAuthError):
    """The binding message is too long or has characters that are not accepted (CIBA Core, section 13)."""

    code = "invalid_binding_message"


class BackchannelAccessDenied(AccessDenied):
    """The server refuses a backchannel authentication request (CIBA Core, section 13)."""

    status = HTTPStatus.FORBIDDEN


class InvalidToken(OAuthError):
    """An access token is malformed, expired or revoked (RFC 6750, section 3.1)."""

    code = "invalid_token"
    status = HTTPStatus.UNAUTHORIZED


class InsufficientUserAuthentication(OAuthError):
    """The user must sign in more recently or more strongly; the challenge says how (RFC 9470, section 3)."""

    code = "insufficient_user_authentication"
    status = HTTPStatus.UNAUTHORIZED

    def __init__(self, acr_values: Sequence[str] = (), max_age: int | None = None) -> None:
        super().__init__("A different authentication of the user is required.")
        self.acr_values = acr_values
        self.max_age = max_age


class InsufficientScope(OAuthError):
    """An access token lacks the scope of the endpoint (RFC 6750, section 3.1)."""

    code = "insufficient_scope"
    status = HTTPStatus.FORBIDDEN


class UnsupportedTokenType(OAuthError):
    """The server does not revoke tokens of this type (RFC 7009, section 2.2.1)."""

    code = "unsupported_token_type"


class RequestUriNotSupported(OAuthError):
    """Request objects by reference are not supported (OpenID Connect Core 1.0, section 3.1.2.6)."""

    code = "request_uri_not_supported"


class InvalidRequestObject(OAuthError):
    """A request object is malformed, not signed by the client, expired or for another server (RFC 9101, section 7)."""

    code = "invalid_request_object"


class InvalidRequestUri(OAuthError):
    """A request URI is unknown, expired or not allowed for the client (RFC 9101, section 7)."""

    code = "invalid_request_uri"


class RegistrationNotSupported(OAuthError):
    """The registration parameter is not supported (OpenID Connect Core 1.0, section 3.1.2.6)."""

    code = "registration_not_supported"


class InvalidRedirectUri(OAuthError):
    """A redirect URI cannot be registered (RFC 7591, section 3.2.2)."""

    code = "invalid_redirect_uri"


class InvalidClientMetadata(OAuthError):
    """Other metadata of a registration is invalid (RFC 7591, section 3.2.2)."""

    code = "invalid_client_metadata"


class InvalidSoftwareStatement(OAuthError):
    """A software statement is malformed, expired or not signed by its issuer (RFC 7591, section 3.2.2)."""

    code = "invalid_software_statement"


class UnapprovedSoftwareStatement(OAuthError):
    """The issuer of a software statement is not accepted (RFC 7591, section 3.2.2)."""

    code = "unapproved_software_statement"


class ServerError(OAuthError):
    """The server met a condition it did not expect (RFC 6749, section 4.1.2.1)."""

    code = "server_error"
    status = HTTPStatus.INTERNAL_SERVER_ERROR


class TemporarilyUnavailable(OAuthError):
    """The server cannot answer at the moment (RFC 6749, section 4.1.2.1)."""

    code = "temporarily_unavailable"
    status = HTTPStatus.SERVICE_UNAVAILABLE
