"""`code_challenge`: proof key for code exchange (RFC 7636)."""

import re
from typing import Final

from hanse.engine.errors import InvalidRequest
from hanse.engine.oauth.authorize.model import AuthorizationRequestDraft
from hanse.resources.applications.clients.choices import AuthType

PLAIN: Final = "plain"
S256: Final = "S256"
# Section 4.1; the SHA-256 of a verifier has 43 characters.
_CHALLENGES: Final = {PLAIN: re.compile(r"[A-Za-z0-9._~-]{43,128}"), S256: re.compile(r"[A-Za-z0-9_-]{43}")}


def check_pkce(draft: AuthorizationRequestDraft) -> None:
    """Store the challenge, or refuse a request without a required one (section 4.4.1; RFC 9700, section 2.1.1).

    A response without a code needs no challenge. Runs after `response_type`.
    """
    if "code" not in draft.wanted.response_type.split():
        return
    challenge = draft.parameters.one("code_challenge")
    method = draft.parameters.one("code_challenge_method")
    settings = draft.client.settings
    if challenge is None:
        if settings.client_auth.type is AuthType.NONE or settings.require_proof_key_for_code_exchange:
            raise InvalidRequest("The parameter code_challenge is required.")
        if method is not None:
            raise InvalidRequest("The parameter code_challenge_method needs a code_challenge.")
        return
    method = method or PLAIN
    pattern = _CHALLENGES.get(method)
    if pattern is None or (method == PLAIN and draft.settings.disallow_plain_pkce):
        raise InvalidRequest("The code challenge method must be S256.")
    if not pattern.fullmatch(challenge):
        raise InvalidRequest("The parameter code_challenge is malformed.")
    draft.wanted.code_challenge, draft.wanted.code_challenge_method = challenge, method
