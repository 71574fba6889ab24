"""`nonce`, `login_hint`, `acr_values` and `ui_locales` (OpenID Connect Core 1.0, section 3.1.2.1)."""

from typing import Final

from hanse.engine.errors import InvalidRequest
from hanse.engine.oauth.authorize.model import AuthorizationRequestDraft

_MOST_WORDS: Final = 20
_MOST_HINT: Final = 256


def check_hints(draft: AuthorizationRequestDraft) -> None:
    """Read the hints for the sign-in, and the nonce for the ID token."""
    wanted, parameters = draft.wanted, draft.parameters
    wanted.nonce = parameters.one("nonce") or ""
    wanted.login_hint = parameters.one("login_hint") or ""
    if len(wanted.login_hint) > _MOST_HINT:
        raise InvalidRequest("The parameter login_hint is too long.")
    # The defaults are those of OpenID Connect Dynamic Client Registration 1.0, section 2.
    wanted.acr_values = _words(draft, "acr_values") or tuple(draft.client.settings.oidc_policy.default_acr_values)
    # A user's language is only a preference, so further values are ignored.
    wanted.ui_locales = _words(draft, "ui_locales")[:_MOST_WORDS]
    if len(wanted.acr_values) > _MOST_WORDS:
        raise InvalidRequest("There are too many acr_values.")


def _words(draft: AuthorizationRequestDraft, name: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each for each in (draft.parameters.one(name) or "").split(" ") if each))
