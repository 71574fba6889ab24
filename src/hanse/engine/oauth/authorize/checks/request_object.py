"""`request`, `request_uri` and `registration`: other ways to send a request (OpenID Connect Core 1.0, section 6)."""

from hanse.engine.errors import InvalidRequest, RegistrationNotSupported, RequestNotSupported, RequestUriNotSupported
from hanse.engine.oauth.authorize.model import AuthorizationRequestDraft
from hanse.resources.system.authorization_server.model import PushedRequests


def check_request_object(draft: AuthorizationRequestDraft) -> None:
    """Refuse what is not supported, and requests of clients that have to send one of these."""
    if "request" in draft.parameters:
        raise RequestNotSupported("Request objects are not supported.")
    if "request_uri" in draft.parameters:
        raise RequestUriNotSupported("Request objects by reference are not supported.")
    if "registration" in draft.parameters:
        raise RegistrationNotSupported("The parameter registration is not supported.")
    if draft.client.settings.require_signed_requests:
        raise InvalidRequest("This client must send signed request objects.")
    is_required = draft.settings.par_status is PushedRequests.REQUIRED
    if is_required or draft.client.settings.require_pushed_authorization_requests:
        raise InvalidRequest("This client must push its authorization requests (RFC 9126).")
