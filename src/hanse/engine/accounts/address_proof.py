"""The proof that a new address belongs to the user: a code in an e-mail, while the profile page waits."""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from hmac import compare_digest
from typing import Any, Final

from hanse.engine.http.request import Request
from hanse.engine.services import Services
from hanse.engine.state.contracts import digest
from hanse.engine.user_messages import UserMessages
from hanse.plugins.local_identities.profile import EmailVerification

_IN_USE_MESSAGE: Final = "message-template-email-in-use.html"
_MOST_MESSAGES: Final = 5
_LOCK_SECONDS: Final = 300.0


@dataclass(frozen=True)
class AddressProof:
    """Sends codes to new addresses, and checks them."""

    services: Services

    async def begin(
        self, request: Request, verification: EmailVerification, user: str, email: str, *, is_real: bool
    ) -> dict[str, Any] | None:
        """Send a code and return the state to check it with; None after too many messages.

        If the address belongs to another account, its owner is notified instead, and no code is right.
        """
        now = self._now()
        key = digest(f"profile message\0{user}")
        sent = await self.services.state.throttle.fail(
            key, now, window_seconds=_LOCK_SECONDS, limit=_MOST_MESSAGES, lock_seconds=_LOCK_SECONDS
        )
        if sent.count > _MOST_MESSAGES:
            return None
        code = self._code(verification)
        template = verification.code_message if is_real else _IN_USE_MESSAGE
        values = {
            "locale": self.services.pages.locale(request),
            "minutes": str(round(verification.seconds / 60)),
            "application": "",
            **({"code": code} if is_real else {}),
        }
        await UserMessages(self.services).send(request.snapshot, verification.publisher, email, template, values)
        return {
            "email": email,
            "code": sha256(code.encode()).hexdigest() if is_real else "",
            "until": now + verification.seconds,
            "tries": 0,
        }

    def is_right(self, state: Mapping[str, Any], code: str) -> bool:
        """Return whether a code is that of the message, and has not expired."""
        stored = str(state["code"])
        is_same = compare_digest(sha256(code.strip().encode()).hexdigest(), stored or "-")
        return is_same and self._now() <= float(state["until"])

    def _code(self, verification: EmailVerification) -> str:
        alphabet, found = verification.characters, ""
        # Octets at or above the largest multiple of the alphabet's length are dropped.
        limit = 256 - 256 % len(alphabet)
        while len(found) < verification.length:
            octets = self.services.randomness.token_bytes(verification.length)
            found += "".join(alphabet[each % len(alphabet)] for each in octets if each < limit)
        return found[: verification.length]

    def _now(self) -> float:
        return self.services.clock.now().timestamp()
