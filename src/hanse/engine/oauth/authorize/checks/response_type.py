"""`response_type`: what is asked for (RFC 6749, section 3.1.1)."""

from hanse.engine.errors import InvalidRequest, UnauthorizedClient, UnsupportedResponseType
from hanse.engine.oauth.authorize.model import AuthorizationRequestDraft
from hanse.resources.applications.clients.choices import ResponseType
from hanse.resources.grants import GrantType


def check_response_type(draft: AuthorizationRequestDraft) -> None:
    """Allow `code`, to clients that may use it. Tokens are not issued by this endpoint (RFC 9700, section 2.1.2)."""
    requested = draft.parameters.one("response_type")
    if requested is None:
        raise InvalidRequest("The parameter response_type is required.")
    if requested != ResponseType.CODE:
        raise UnsupportedResponseType("The response type is not supported.")
    settings = draft.client.settings
    if GrantType.AUTHORIZATION_CODE not in settings.grant_types:
        raise UnauthorizedClient("This client may not use the authorization code grant.")
    if settings.restricted_response_types and ResponseType.CODE not in settings.restricted_response_types:
        raise UnauthorizedClient("This client may not use this response type.")
    draft.wanted.response_type = ResponseType.CODE.value
