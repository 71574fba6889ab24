"""Texts that all servers sharing the state can create and open, without storing them."""

from typing import Protocol


class SealedTexts(Protocol):
    """Creates texts that nobody else can create or read, and that every node can open. Nothing is stored."""

    def seal(self, purpose: str, value: bytes) -> str:
        """Return a text in base64url that contains a sealed value."""
        ...

    def open(self, purpose: str, text: str) -> bytes | None:
        """Return the value; None for a text that was not created here for this purpose.

        Raises Unavailable if this node does not have the key of the text yet.
        """
        ...
