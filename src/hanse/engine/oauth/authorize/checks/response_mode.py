"""`response_mode`: how the answer is sent (OAuth 2.0 Multiple Response Types, section 2.1; JARM, section 2.3)."""

from hanse.engine.errors import InvalidRequest
from hanse.engine.oauth.authorize.model import BROWSER_MODES, JWT_MODE, AuthorizationRequestDraft, ResponseMode
from hanse.engine.oauth.authorize.redirectless_mode import check_redirectless_mode
from hanse.engine.oauth.authorize.signed_responses import response_encryption

_TOKENS = frozenset({"token", "id_token"})


def check_response_mode(draft: AuthorizationRequestDraft) -> None:
    """Choose the mode, by default the one of the response type (section 5).

    An error of this step is signed for clients that must get signed responses, as they trust no other.
    """
    types = {word for each in draft.parameters.all("response_type") for word in each.split(" ")}
    default = ResponseMode.FRAGMENT if types & _TOKENS else ResponseMode.QUERY
    draft.wanted.response_mode = default
    is_required = draft.client.settings.require_jwt_secured_authorization_response_mode
    draft.wanted.is_jwt_response = is_required
    requested = draft.parameters.one("response_mode") or default.value
    if requested == ResponseMode.PI_FLOW:
        _choose_redirectless_mode(draft, is_required=is_required)
        return
    transport, is_jwt = _read(requested, default)
    if is_required and not is_jwt:
        raise InvalidRequest("This client must request a signed response with a response mode such as jwt.")
    if transport is ResponseMode.QUERY and types & _TOKENS and not (is_jwt and response_encryption(draft.client)):
        # Multiple Response Types, section 3: a query is logged and passed on. JARM, section 2.3.1, allows it encrypted.
        raise InvalidRequest("Tokens must not be sent in the query. Use another response mode.")
    draft.wanted.response_mode, draft.wanted.is_jwt_response = transport, is_jwt


def _choose_redirectless_mode(draft: AuthorizationRequestDraft, *, is_required: bool) -> None:
    # Errors in this mode are JSON as well, because its clients do not follow redirects.
    draft.wanted.response_mode, draft.wanted.is_jwt_response = ResponseMode.PI_FLOW, False
    check_redirectless_mode(draft.request, draft.client)
    if is_required:
        raise InvalidRequest("This client must request a signed response with a response mode such as jwt.")


def _read(requested: str, default: ResponseMode) -> tuple[ResponseMode, bool]:
    """Return the mode without the suffix for JWTs, and whether the answer is a JWT."""
    if requested == JWT_MODE:
        return default, True
    name, dot, suffix = requested.partition(".")
    if name not in BROWSER_MODES or (dot and suffix != JWT_MODE):
        raise InvalidRequest("The response mode is not supported.")
    return ResponseMode(name), bool(dot)
