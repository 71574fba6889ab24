"""Texts that every node can open, without storing them."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from typing import Final

from hanse.engine.state.sealing import SealedValueBroken, Sealer

# Longer texts are never created here.
_MOST_CHARACTERS: Final = 1_024


class SealedValues:
    """Implements `contracts.SealedTexts`."""

    def __init__(self, sealer: Sealer) -> None:
        self._sealer = sealer

    def seal(self, purpose: str, value: bytes) -> str:
        """Return a text in base64url that contains a sealed value."""
        return urlsafe_b64encode(self._sealer.seal(value, _bound_to(purpose))).rstrip(b"=").decode("ascii")

    def open(self, purpose: str, text: str) -> bytes | None:
        """Return the value; None for a text that was not created here for this purpose."""
        if len(text) > _MOST_CHARACTERS or not text.isascii():
            return None
        try:
            return self._sealer.open(urlsafe_b64decode(text + "=" * (-len(text) % 4)), _bound_to(purpose))
        except (NotBase64, SealedValueBroken):
            return None


def _bound_to(purpose: str) -> bytes:
    return b"text\0" + purpose.encode()
