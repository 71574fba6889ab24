"""`scope`: the access that the client requests (RFC 6749, section 3.3)."""

from hanse.engine.oauth.authorize.model import AuthorizationRequestDraft, Prompt
from hanse.engine.oauth.offline_access import needs_consent_prompt
from hanse.engine.oauth.scopes import OFFLINE_ACCESS, SCOPES


def check_scope(draft: AuthorizationRequestDraft) -> None:
    """Resolve the scopes. Runs after `prompt`, on which `offline_access` depends."""
    scopes = draft.request.snapshot.part(SCOPES).resolve(draft.client, draft.parameters.one("scope"))
    is_prompted = Prompt.CONSENT in draft.wanted.prompt
    if OFFLINE_ACCESS in scopes and not is_prompted and needs_consent_prompt(draft.settings, draft.client.settings):
        # OpenID Connect Core 1.0, section 11: otherwise the request for offline access is ignored.
        scopes = tuple(each for each in scopes if each != OFFLINE_ACCESS)
    draft.wanted.scopes = scopes
