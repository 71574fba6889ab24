"""Moves the secrets of a document's body into their sealed siblings, so that no clear text reaches the store."""

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from hanse.config.fields import Digest, Secret
from hanse.config.introspect import EACH, Holder, MarkedField, fields_with, holders, places
from hanse.config.registry import sealed_name
from hanse.config.secrets.keyring import Keyring, SealBroken
from hanse.kit.errors import FieldError, ValidationFailed

Body = dict[str, Any]


class SecretFields:
    """Seals and opens the secret fields of documents."""

    def __init__(self, keyring: Keyring, digests: Mapping[str, Digest]) -> None:
        self._keyring = keyring
        self._digests = digests

    def seal(self, kind: str, model: type[BaseModel], body: Body, before: Body | None) -> None:
        """Replace the body's secrets, in place, by sealed ones.

        A secret that is given is sealed. One that is absent or blank keeps what was stored, or the sealed text that the
        client sent back if it opens here; a sealed text that does not open is a validation error.
        """
        for marked in fields_with(model, Secret):
            for holder in holders(body, before, marked.pattern):
                self._seal_one(kind, marked, holder)

    def open(self, kind: str, body: Body, pattern: tuple[str, ...]) -> str | None:
        """Return one secret of a stored body in clear, or None when it is not set."""
        sealed_pattern = (*pattern[:-1], sealed_name(pattern[-1]))
        for place in places(body, sealed_pattern):
            return self._keyring.open(place.value, use_of(kind, pattern))
        return None

    def _seal_one(self, kind: str, marked: MarkedField, holder: Holder) -> None:
        name = marked.pattern[-1]
        sealed = sealed_name(name)
        secret, sent_back = holder.body.pop(name, None), holder.body.pop(sealed, None)
        use = use_of(kind, marked.pattern)
        kept = holder.old.get(sealed) if holder.old is not None else None
        if secret:
            marker = marked.marker(Secret)
            digest = marker.digest if marker is not None else None
            holder.body[sealed] = self._keyring.seal(self._digests[digest](secret) if digest else secret, use)
        elif sent_back and sent_back != kept:
            self._check_opens(sent_back, use, holder.path_of(sealed))
            holder.body[sealed] = sent_back
        elif kept:
            holder.body[sealed] = kept

    def _check_opens(self, sealed: str, use: str, path: str) -> None:
        try:
            self._keyring.open(sealed, use)
        except SealBroken as error:
            raise ValidationFailed([FieldError(str(error), path, "invalid_encrypted_value")]) from error


def use_of(kind: str, pattern: tuple[str, ...]) -> str:
    """Return what a sealed secret is bound to: the resource kind and the field, whichever item of a list it is in."""
    return f"{kind}:{'.'.join(step for step in pattern if step != EACH)}"
