"""`response_mode`: how the answer travels (OAuth 2.0 Multiple Response Types, section 2.1)."""

from hanse.engine.errors import InvalidRequest
from hanse.engine.oauth.authorize.model import AuthorizationRequestDraft, ResponseMode

_TOKENS = frozenset({"token", "id_token"})


def check_response_mode(draft: AuthorizationRequestDraft) -> None:
    """Choose the mode, by default the one of the response type (section 5)."""
    types = {word for each in draft.parameters.all("response_type") for word in each.split(" ")}
    draft.wanted.response_mode = ResponseMode.FRAGMENT if types & _TOKENS else ResponseMode.QUERY
    requested = draft.parameters.one("response_mode")
    if draft.client.settings.require_jwt_secured_authorization_response_mode:
        # Such a client trusts signed answers only, and this server cannot sign answers.
        raise InvalidRequest("This client requires signed authorization responses, which are not supported.")
    if requested is None:
        return
    if requested not in set(ResponseMode):
        raise InvalidRequest("The response mode is not supported.")
    draft.wanted.response_mode = ResponseMode(requested)
