"""Parameters must not be repeated (RFC 6749, section 3.1); unknown parameters are ignored."""

from typing import Final

from hanse.engine.errors import InvalidRequest
from hanse.engine.oauth.authorize.model import MOST_VALUE_LENGTH, AuthorizationRequestDraft

# All parameters that are read; others have no effect.
KNOWN: Final = (
    "access_token_manager_id",
    "acr_values",
    "aud",
    "authorization_details",
    "claims",
    "client_id",
    "code_challenge",
    "code_challenge_method",
    "display",
    "dpop_jkt",
    "id_token_hint",
    "login_hint",
    "max_age",
    "nonce",
    "prompt",
    "redirect_uri",
    "registration",
    "request",
    "request_uri",
    "response_mode",
    "response_type",
    "scope",
    "state",
    "ui_locales",
)
# RFC 8707, section 2.
REPEATABLE: Final = ("resource",)
MOST_RESOURCES: Final = 20


def check_repetition(draft: AuthorizationRequestDraft) -> None:
    """Refuse repeated and oversized parameters."""
    for name in KNOWN:
        if len(draft.parameters.one(name) or "") > MOST_VALUE_LENGTH:
            raise InvalidRequest(f"The parameter {name} is too long.")
    if len(draft.parameters.all("resource")) > MOST_RESOURCES:
        raise InvalidRequest("There are too many resources.")
