"""`max_age`: the maximum time since the user's authentication (OpenID Connect Core 1.0, section 3.1.2.1)."""

import re

from hanse.engine.errors import InvalidRequest
from hanse.engine.oauth.authorize.model import AuthorizationRequestDraft

# Seconds; nine digits are more than thirty years.
_SECONDS = re.compile(r"[0-9]{1,9}")


def check_max_age(draft: AuthorizationRequestDraft) -> None:
    """Read the maximum age; the client's default applies to requests without one."""
    text = draft.parameters.one("max_age")
    if text is None:
        draft.wanted.max_age = draft.client.settings.oidc_policy.default_max_age
        return
    if not _SECONDS.fullmatch(text):
        raise InvalidRequest("The parameter max_age must be a number of seconds.")
    draft.wanted.max_age = int(text)
