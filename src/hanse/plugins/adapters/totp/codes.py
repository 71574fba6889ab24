"""Time-based one-time passwords (RFC 6238), with the parameters that all authenticator apps support."""

import hmac
from base64 import b32encode
from datetime import datetime
from typing import Final
from urllib.parse import quote, urlencode

from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.hotp import HOTP

DIGITS: Final = 6
STEP_SECONDS: Final = 30
# RFC 4226, section 4, requirement R6 recommends 160 bits.
SECRET_OCTETS: Final = 20
# One time step of clock drift or delay (RFC 6238, section 5.2).
_DRIFT: Final = (-1, 0, 1)


def step_at(now: datetime) -> int:
    """Return the number of the time step (RFC 6238, section 4.2)."""
    return int(now.timestamp()) // STEP_SECONDS


def code_at(secret: bytes, step: int) -> str:
    """Return the code of a time step."""
    # HMAC-SHA-1 is what apps compute, whatever the key URI says. Collisions of SHA-1 do not weaken it.
    return HOTP(secret, DIGITS, SHA1()).generate(step).decode()  # noqa: S303 - the comment above says why.


def accepted_step(secret: bytes, code: str, now: datetime) -> int | None:
    """Return the time step that a code belongs to, or None for a wrong one.

    All steps are compared, each in constant time.
    """
    newest = step_at(now)
    found: int | None = None
    for step in (newest + drift for drift in _DRIFT):
        if hmac.compare_digest(code_at(secret, step).encode(), code.encode()):
            found = step
    return found


def key_uri(secret: bytes, account: str, issuer: str) -> str:
    """Return the address in the QR code, which apps read (the format of Google Authenticator).

    Spaces are percent-encoded. Some apps show a plus sign as it is.
    """
    parameters = {
        "secret": b32encode(secret).decode().rstrip("="),
        "issuer": issuer,
        "algorithm": "SHA1",
        "digits": DIGITS,
        "period": STEP_SECONDS,
    }
    label = f"{quote(issuer, safe='')}:{quote(account, safe='')}"
    return f"otpauth://totp/{label}?{urlencode(parameters, quote_via=quote)}"


def secret_text(secret: bytes) -> str:
    """Return a secret as people type it, in groups of four characters (RFC 4648, section 6)."""
    text = b32encode(secret).decode().rstrip("=")
    return " ".join(text[at : at + 4] for at in range(0, len(text), 4))
