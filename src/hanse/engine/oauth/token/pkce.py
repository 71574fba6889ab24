"""Proof Key for Code Exchange (RFC 7636): only the client that requested a code can redeem it."""

import re
from base64 import urlsafe_b64encode
from hashlib import sha256
from hmac import compare_digest
from typing import Final

from hanse.engine.errors import InvalidGrant
from hanse.engine.oauth.contracts import AuthorizationCode

S256: Final = "S256"
PLAIN: Final = "plain"
# RFC 7636, section 4.1.
_VERIFIER: Final = re.compile(r"[A-Za-z0-9._~-]{43,128}")


def check_verifier(code: AuthorizationCode, verifier: str | None, *, plain_allowed: bool) -> None:
    """Raise InvalidGrant unless the verifier matches the code's challenge.

    A verifier without a challenge is refused as well: an attacker may have removed the challenge from the authorization
    request (RFC 9700, section 4.8.2).
    """
    if not code.code_challenge:
        if verifier is not None:
            raise InvalidGrant("The authorization request had no code_challenge.")
        return
    if verifier is None:
        raise InvalidGrant("The parameter code_verifier is required.")
    if not _VERIFIER.fullmatch(verifier) or not _matches(code, verifier, plain_allowed=plain_allowed):
        raise InvalidGrant("The code_verifier is wrong.")


def _matches(code: AuthorizationCode, verifier: str, *, plain_allowed: bool) -> bool:
    if code.code_challenge_method == S256:
        computed = urlsafe_b64encode(sha256(verifier.encode()).digest()).rstrip(b"=")
        return compare_digest(computed, code.code_challenge.encode())
    # RFC 7636, section 4.3: without a method it is `plain`.
    is_plain = code.code_challenge_method in ("", PLAIN)
    return is_plain and plain_allowed and compare_digest(verifier.encode(), code.code_challenge.encode())
