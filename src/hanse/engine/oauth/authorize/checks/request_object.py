"""Required forms of a request, and `registration` (OpenID Connect Core 1.0, sections 6 and 7.2.1)."""

from hanse.engine.errors import InvalidRequest, RegistrationNotSupported
from hanse.engine.oauth.authorize.model import AuthorizationRequestDraft
from hanse.resources.system.authorization_server.model import PushedRequests


def check_request_object(draft: AuthorizationRequestDraft) -> None:
    """Refuse requests that are not signed or not pushed, if the client or the server requires it."""
    submitted = draft.submitted
    if "registration" in draft.parameters:
        raise RegistrationNotSupported("The parameter registration is not supported.")
    if draft.client.settings.require_signed_requests and not submitted.signed:
        raise InvalidRequest("This client must send signed request objects.")
    is_required = draft.settings.par_status is PushedRequests.REQUIRED
    if (is_required or draft.client.settings.require_pushed_authorization_requests) and not submitted.pushed:
        raise InvalidRequest("This client must push its authorization requests (RFC 9126).")
