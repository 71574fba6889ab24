"""`dpop_jkt`: the key that must redeem the authorization code (RFC 9449, section 10)."""

import re
from typing import Final

from hanse.engine.errors import InvalidRequest
from hanse.engine.oauth.authorize.model import AuthorizationRequestDraft

# The SHA-256 thumbprint of a key in base64url (RFC 7638, section 3).
_THUMBPRINT: Final = re.compile(r"[A-Za-z0-9_-]{43}")


def check_dpop_jkt(draft: AuthorizationRequestDraft) -> None:
    """Store the thumbprint, so that only the holder of the key can redeem the code."""
    thumbprint = draft.parameters.one("dpop_jkt")
    if thumbprint is None:
        return
    if not _THUMBPRINT.fullmatch(thumbprint):
        raise InvalidRequest("The parameter dpop_jkt must be the SHA-256 thumbprint of a key.")
    draft.wanted.dpop_key = thumbprint
