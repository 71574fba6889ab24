"""Nonces for DPoP proofs (RFC 9449, sections 8 and 9).

A nonce is its sealed creation time, so every node recognizes it, and nothing is stored. It shows that a proof was not
signed long before its use; single use is ensured by the `jti`.
"""

import struct
from typing import Final

from hanse.engine.state.contracts import SealedTexts

_PURPOSE: Final = "dpop nonce"
_TIME: Final = struct.Struct(">d")
# A client keeps a nonce for its next requests until it receives another one (section 8.2).
USABLE_SECONDS: Final = 300.0
# A nonce of this age is replaced with the next answer, so that a client with regular requests is never refused.
RENEWED_AFTER_SECONDS: Final = 120.0


class DpopNonces:
    """Creates nonces and recognizes them."""

    def __init__(self, texts: SealedTexts) -> None:
        self._texts = texts

    def new(self, now: float) -> str:
        """Return a nonce."""
        return self._texts.seal(_PURPOSE, _TIME.pack(now))

    def age(self, nonce: str, now: float) -> float | None:
        """Return the age of a nonce in seconds; None for one that was not created here, or is too old."""
        value = self._texts.open(_PURPOSE, nonce)
        if value is None or len(value) != _TIME.size:
            return None
        age = now - float(_TIME.unpack(value)[0])
        # Clocks of the nodes may differ a little, so a nonce may seem to come from the future.
        return age if -USABLE_SECONDS < age < USABLE_SECONDS else None
