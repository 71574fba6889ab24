"""Texts that the servers sharing the state make and recognize, without storing them."""

from typing import Protocol


class SealedTexts(Protocol):
    """Makes texts that nobody else can make or read, and that every node can open. Nothing is stored."""

    def seal(self, purpose: str, value: bytes) -> str:
        """Return a text in base64url that stands for a value."""
        ...

    def open(self, purpose: str, text: str) -> bytes | None:
        """Return the value; None for a text that was not made here for this purpose.

        Raises Unavailable where this node does not have the key of the text yet.
        """
        ...
