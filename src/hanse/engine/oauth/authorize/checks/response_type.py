"""`response_type`: the requested code or tokens (RFC 6749, section 3.1.1; OAuth 2.0 Multiple Response Types)."""

from hanse.engine.errors import InvalidRequest, UnauthorizedClient, UnsupportedResponseType
from hanse.engine.oauth.authorize.model import AuthorizationRequestDraft
from hanse.resources.applications.clients.choices import ResponseType, in_one_order
from hanse.resources.grants import GrantType


def check_response_type(draft: AuthorizationRequestDraft) -> None:
    """Refuse what the client may not use. Tokens of this endpoint require the grant type Implicit (RFC 9700, 2.1.2)."""
    requested = draft.parameters.one("response_type")
    if requested is None:
        raise InvalidRequest("The parameter response_type is required.")
    type_ = in_one_order(requested)
    if not isinstance(type_, ResponseType):
        raise UnsupportedResponseType("The response type is not supported.")
    settings, words = draft.client.settings, type_.value.split()
    if "code" in words and GrantType.AUTHORIZATION_CODE not in settings.grant_types:
        raise UnauthorizedClient("This client may not use the authorization code grant.")
    if words != ["code"] and GrantType.IMPLICIT not in settings.grant_types:
        raise UnauthorizedClient("This client may not use the implicit grant.")
    if settings.restricted_response_types and type_ not in settings.restricted_response_types:
        raise UnauthorizedClient("This client may not use this response type.")
    if "token" in words and settings.require_dpop:
        # A request from a browser has no DPoP proof with a key to which the token could be bound (RFC 9449).
        raise UnauthorizedClient("This client gets access tokens with a DPoP proof only, from the token endpoint.")
    if "token" in words and settings.tls_client_certificate_bound_access_tokens:
        # The browser's connection does not have the client's certificate (RFC 8705, section 6.4).
        raise UnauthorizedClient("This client gets access tokens with a certificate only, from the token endpoint.")
    draft.wanted.response_type = type_.value


def check_front_channel_id_token(draft: AuthorizationRequestDraft) -> None:
    """Require `openid` and a nonce for an ID token from this endpoint. Runs after `scope` and the hints."""
    wanted = draft.wanted
    if "id_token" not in wanted.response_type.split():
        return
    if not wanted.is_openid:
        raise InvalidRequest("The response type needs the scope openid.")
    if not wanted.nonce:
        # OpenID Connect Core 1.0, sections 3.2.2.1 and 3.3.2.11.
        raise InvalidRequest("The parameter nonce is required.")
