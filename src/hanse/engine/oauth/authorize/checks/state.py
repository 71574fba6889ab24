"""`state`: what the client gets back as it is (RFC 6749, section 4.1.1)."""

from hanse.engine.errors import InvalidRequest
from hanse.engine.oauth.authorize.model import MOST_VALUE_LENGTH, AuthorizationRequestDraft


def check_state(draft: AuthorizationRequestDraft) -> None:
    """Take the state over. It comes first, so that every later error carries it."""
    state = draft.parameters.one("state") or ""
    if len(state) > MOST_VALUE_LENGTH:
        raise InvalidRequest("The parameter state is too long.")
    draft.wanted.state = state
