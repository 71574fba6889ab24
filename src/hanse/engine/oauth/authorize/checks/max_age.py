"""`max_age`: how long ago the user may have authenticated (OpenID Connect Core 1.0, section 3.1.2.1)."""

import re

from hanse.engine.errors import InvalidRequest
from hanse.engine.oauth.authorize.model import AuthorizationRequestDraft

# Seconds; more than nine digits are a century.
_SECONDS = re.compile(r"[0-9]{1,9}")


def check_max_age(draft: AuthorizationRequestDraft) -> None:
    """Take the age over."""
    text = draft.parameters.one("max_age")
    if text is None:
        return
    if not _SECONDS.fullmatch(text):
        raise InvalidRequest("The parameter max_age must be a number of seconds.")
    draft.wanted.max_age = int(text)
