"""`resource`, `aud` and `access_token_manager_id`: the target of the access token (RFC 8707)."""

from hanse.engine.oauth.access_tokens.compiled_managers import TOKEN_MANAGERS
from hanse.engine.oauth.access_tokens.manager_choice import choose_manager
from hanse.engine.oauth.authorize.model import AuthorizationRequestDraft


def check_resource(draft: AuthorizationRequestDraft) -> None:
    """Refuse a resource that no access token manager serves, before the token endpoint would."""
    resources = tuple(dict.fromkeys(draft.parameters.all("resource")))
    # `aud` is an older name of `resource` that existing clients send.
    audience = draft.parameters.one("aud")
    if audience is not None and not resources:
        resources = (audience,)
    manager = draft.parameters.one("access_token_manager_id") or ""
    if resources or manager:
        choose_manager(draft.request.snapshot.part(TOKEN_MANAGERS), draft.client, resources, manager)
    draft.wanted.resources, draft.wanted.manager_id = resources, manager
