"""`authorization_details`: rich authorization requests (RFC 9396)."""

from hanse.engine.oauth.authorization_details import PARAMETER, requested_details
from hanse.engine.oauth.authorize.model import AuthorizationRequestDraft


def check_authorization_details(draft: AuthorizationRequestDraft) -> None:
    """Validate each detail by the processor of its type, which the client must be allowed to request (section 5)."""
    text = draft.parameters.one(PARAMETER)
    if text is not None:
        draft.wanted.authorization_details = requested_details(draft.request, draft.client, text)
