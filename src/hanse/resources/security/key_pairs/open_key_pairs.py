"""Decrypts stored key pairs for signing and decryption."""

from dataclasses import dataclass
from typing import Any

from hanse.config.declare.resource import Resource
from hanse.config.declare.view import View
from hanse.config.list_query import StoredDocument
from hanse.crypto.certificate_chains import to_pem
from hanse.crypto.key_pairs import PrivateKey, key_from_text, key_to_text
from hanse.resources.security.key_pairs.model import KeyPair


@dataclass(frozen=True)
class OpenKey:
    """A private key in clear text, and its chain in the stored form: base64 of DER, leaf first, as in `x5c`."""

    private_key: PrivateKey
    certificates: tuple[str, ...]

    def to_pem(self) -> str:
        """Return the private key, unencrypted, and the chain as PEM: for TLS, never for an answer."""
        return key_to_text(self.private_key) + to_pem(self.certificates)


@dataclass(frozen=True)
class OpenKeyPair:
    """A key pair in clear text.

    `active` signs; all three are published, and decrypt what partners still send to them.
    """

    id: str
    active: OpenKey
    pending: OpenKey | None
    previous: OpenKey | None


def open_key_pair(view: View, resource: Resource[KeyPair], id_: str) -> OpenKeyPair:
    """Return a key pair in clear text; raises NotFound.

    This takes milliseconds, so callers do it per change, not per token.
    """
    stored = view.get(resource, id_)
    active = _opened(view, resource, stored)
    if active is None:
        raise TypeError("a key pair without a chain is not stored")
    return OpenKeyPair(
        id_, active, _opened(view, resource, stored, "pending"), _opened(view, resource, stored, "previous")
    )


def _opened(view: View, resource: Resource[Any], stored: StoredDocument, *part: str) -> OpenKey | None:
    holder: dict[str, Any] | None = stored.body.get(part[0]) if part else stored.body
    text = None if holder is None else view.secret(resource, stored, *part, "privateKey")
    if holder is None or text is None:
        return None
    return OpenKey(key_from_text(text, checked=True), tuple(holder["certificates"]))
