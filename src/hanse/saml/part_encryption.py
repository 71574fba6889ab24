"""Encryption of single parts of an assertion: the name identifier, and attributes (SAML core, section 2.2.4)."""

from collections.abc import Callable
from dataclasses import dataclass

from hanse.crypto.xml.elements import XmlElement, new_element


@dataclass(frozen=True)
class PartEncryption:
    """Encrypts attributes by their names, and the name identifier by the name `SAML_SUBJECT`."""

    names: frozenset[str]
    # Returns the `EncryptedData` of an element.
    encrypt: Callable[[XmlElement], XmlElement]

    def protected(self, name: str, element: XmlElement, wrapper: str) -> XmlElement:
        """Return a part as it is sent: in an element with the tag `wrapper` if it is to be encrypted."""
        return new_element(wrapper, None, self.encrypt(element)) if name in self.names else element


def _refuse(_element: XmlElement) -> XmlElement:
    raise TypeError("no part is encrypted")


PLAIN = PartEncryption(frozenset(), _refuse)
