"""The proof that an address belongs to the user: a code or a link in an e-mail, for the browser that requested it."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from enum import Enum, auto
from hashlib import sha256
from hmac import compare_digest
from string import ascii_letters, digits
from typing import Any, Final

from hanse.kit.clock import from_text, to_text
from hanse.kit.errors import Unavailable
from hanse.plugins.contracts.adapters import AdapterRequest
from hanse.plugins.local_identities.profile import EmailVerification

PARAMETER: Final = "verify"
_LINK_LENGTH: Final = 43


class EmailProofResult(Enum):
    """The result of a code."""

    RIGHT = auto()
    WRONG = auto()
    MISSING = auto()
    TOO_MANY = auto()
    EXPIRED = auto()


@dataclass(frozen=True)
class EmailProof:
    """Sends codes and checks them."""

    verification: EmailVerification

    def begin(self, request: AdapterRequest, email: str, template: str, *, is_real: bool) -> dict[str, Any]:
        """Send a message, and return the state with which the code is checked.

        If the proof is not real, the message has no code, and no code is right.
        """
        verification = self.verification
        if verification.by_link:
            code = request.services.random_text(_LINK_LENGTH, ascii_letters + digits)
        else:
            code = request.services.random_text(verification.length, verification.characters)
        values = {
            "locale": next(iter(request.locales), "en"),
            "application": request.application_name,
            "minutes": str(round(verification.seconds / 60)),
        }
        if is_real and verification.by_link:
            values["link"] = f"{request.resume_url}?{PARAMETER}={code}"
        elif is_real:
            values["code"] = code
        # An error would be different for addresses in use. The user can request another message.
        with suppress(Unavailable):
            request.services.send_email(verification.publisher, email, template, values)
        return {
            "code": sha256(code.encode()).hexdigest() if is_real else "",
            "until": to_text(request.now + timedelta(seconds=verification.seconds)),
            "tries": 0,
        }

    def check(self, request: AdapterRequest, state: Mapping[str, Any]) -> EmailProofResult:
        """Return the result of the code or link in a form."""
        name = PARAMETER if self.verification.by_link else "otp"
        given = (request.form or {}).get(name, "").strip()
        if not given:
            return EmailProofResult.MISSING
        if request.now > from_text(str(state["until"])):
            return EmailProofResult.EXPIRED
        stored = str(state["code"])
        if stored and compare_digest(sha256(given.encode()).hexdigest(), stored):
            return EmailProofResult.RIGHT
        is_last = int(state["tries"]) + 1 >= self.verification.tries
        return EmailProofResult.TOO_MANY if is_last else EmailProofResult.WRONG
