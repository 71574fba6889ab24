"""The token in every form, which proves that one of our pages made the request: only the session's browser has it.

The session's cookie is SameSite=Strict, and `kit.http.csrf` refuses what comes from another origin. This is the
third protection. It also holds in browsers that support neither, and against pages of a sibling host.
"""

import hashlib
import hmac

FIELD = "_token"
_USE = b"hanse frame form"


def token_of(session: str) -> str:
    """Return the token of a session, by the secret that its browser holds."""
    return hmac.new(session.encode("utf-8", "surrogatepass"), _USE, hashlib.sha256).hexdigest()


def is_token_of(session: str, token: str) -> bool:
    """Return whether a form was made for this session."""
    return hmac.compare_digest(token_of(session).encode(), token.encode("utf-8", "surrogatepass"))
