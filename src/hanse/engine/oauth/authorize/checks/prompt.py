"""`prompt`: required interactions with the user (OpenID Connect Core 1.0, section 3.1.2.1)."""

from hanse.engine.errors import InvalidRequest
from hanse.engine.oauth.authorize.model import AuthorizationRequestDraft, Prompt


def check_prompt(draft: AuthorizationRequestDraft) -> None:
    """Read the values; `none` must be the only one."""
    values = {each for each in (draft.parameters.one("prompt") or "").split(" ") if each}
    if not values <= set(Prompt):
        raise InvalidRequest("A value of prompt is not supported.")
    if Prompt.NONE in values and len(values) > 1:
        raise InvalidRequest("The prompt none must not be combined with other values.")
    draft.wanted.prompt = frozenset(Prompt(each) for each in values)
