"""`id_token_hint`: the user whom the client expects to be signed in (OpenID Connect Core 1.0, section 3.1.2.1)."""

from hanse.engine.errors import InvalidRequest
from hanse.engine.oauth.authorize.model import AuthorizationRequestDraft


def check_id_token_hint(draft: AuthorizationRequestDraft) -> None:
    """Read the subject of the hint. Runs after `scope`, which determines whether it is OpenID Connect."""
    hint = draft.parameters.one("id_token_hint")
    if hint is None:
        return
    if not draft.wanted.is_openid:
        raise InvalidRequest("The parameter id_token_hint needs the scope openid.")
    found = draft.hints.check(draft.request, hint, draft.client.id)
    if found is None:
        raise InvalidRequest("The ID token of id_token_hint was not issued to this client by this server.")
    draft.wanted.expected_subject = found.subject
