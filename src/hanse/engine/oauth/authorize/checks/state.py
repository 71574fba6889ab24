"""`state`: a value that is returned to the client unchanged (RFC 6749, section 4.1.1)."""

from hanse.engine.errors import InvalidRequest
from hanse.engine.oauth.authorize.model import MOST_VALUE_LENGTH, AuthorizationRequestDraft


def check_state(draft: AuthorizationRequestDraft) -> None:
    """Read the state. This check comes first, so that every later error contains it."""
    state = draft.parameters.one("state") or ""
    if len(state) > MOST_VALUE_LENGTH:
        raise InvalidRequest("The parameter state is too long.")
    draft.wanted.state = state
