"""`resource`, `aud` and `access_token_manager_id`: what the access token is for (RFC 8707)."""

from urllib.parse import urlsplit

from hanse.engine.errors import InvalidTarget
from hanse.engine.oauth.authorize.model import MOST_VALUE_LENGTH, Draft
from hanse.engine.snapshot.parts import MANAGERS


def check_resource(draft: Draft) -> None:
    """Check the form; the token endpoint chooses the access token manager and its audience."""
    resources = tuple(dict.fromkeys(draft.parameters.all("resource")))
    # `aud` is an older name of the same that existing clients send.
    audience = draft.parameters.one("aud")
    if audience is not None and not resources:
        resources = (audience,)
    if not all(_is_resource(each) for each in resources):
        raise InvalidTarget("A resource must be an absolute URI without a fragment.")
    manager = draft.parameters.one("access_token_manager_id") or ""
    if manager and not _may_use(draft, manager):
        raise InvalidTarget("The access token manager is unknown or not allowed for this client.")
    draft.wanted.resources, draft.wanted.manager_id = resources, manager


def _is_resource(text: str) -> bool:
    if len(text) > MOST_VALUE_LENGTH or "#" in text or not text.isascii() or not text.isprintable():
        return False
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    return bool(parts.scheme and (parts.netloc or parts.path))


def _may_use(draft: Draft, manager: str) -> bool:
    settings = draft.client.settings
    default = settings.default_access_token_manager_ref
    if settings.restrict_to_default_access_token_manager:
        return default is not None and default.id == manager
    return manager in draft.request.snapshot.part(MANAGERS)
