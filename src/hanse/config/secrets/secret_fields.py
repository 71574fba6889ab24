"""Moves the secrets of a document's body into their sealed siblings, so that no clear text reaches the store."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from pydantic import BaseModel

from hanse.config.declare.fields import Digest, Secret, SecretDigest, sealed_name
from hanse.config.declare.marked_fields import (
    EACH,
    MarkedField,
    MarkedObject,
    Pattern,
    fields_with,
    holders,
    pattern_of,
)
from hanse.config.secrets.digests import AvailableDigests
from hanse.config.secrets.keyring import BrokenSeal, Keyring
from hanse.kit.errors import FieldError, ValidationFailed

Body = dict[str, Any]
_DigestOnce = Callable[[SecretDigest, str], str]


def _nothing() -> None:
    """Do nothing."""


class SecretFields:
    """Seals and opens the secret fields of documents."""

    def __init__(
        self,
        keyring: Keyring,
        digests: Mapping[str, Digest],
        settle: Callable[[], None] = _nothing,
        *,
        settles_each_document: bool = True,
    ) -> None:
        """`settle` is called after a document's secrets were sealed, and raises if digests are missing.

        Without `settles_each_document`, the caller seals several documents and calls it after the last one.
        """
        self.keyring = keyring
        self.digests = digests
        self.settle = settle
        self._settle_document = settle if settles_each_document else _nothing

    def fork(self) -> "SecretFields":
        """Return a copy that uses a fork of the keyring, for a transaction that adds keys."""
        return SecretFields(self.keyring.fork(), self.digests)

    def attempting(self, attempt: AvailableDigests, *, settles_each_document: bool = True) -> "SecretFields":
        """Return a copy that uses precomputed digests; sealing raises MissingDigest if one is missing."""
        return SecretFields(
            self.keyring, attempt.functions, attempt.settle, settles_each_document=settles_each_document
        )

    def seal(
        self,
        kind: str,
        model: type[BaseModel],
        body: Body,
        before: Body | None,
        is_secret: Callable[[Body], Callable[[Body], bool]] | None = None,
        digest_of: Callable[[Body], Callable[[Body], SecretDigest | None]] | None = None,
    ) -> None:
        """Replace the body's secrets, in place, by sealed ones.

        A new secret is sealed. An absent or blank one keeps the stored secret, or the sealed text that the client sent
        back if it can be opened here; a sealed text that cannot be opened is a validation error, and an empty one
        removes a clearable secret. `is_secret` tells whether a member of an object is a secret at all, `digest_of`
        whether only a digest of it is stored.
        """
        # Each is computed once per body, and not for each member.
        is_kept, hashed_as = is_secret and is_secret(body), digest_of and digest_of(body)
        digest_once = self._once()
        errors = [
            error
            for marked in fields_with(model, Secret)
            for holder in holders(body, before, marked.pattern)
            if is_kept is None or is_kept(holder.body)
            for error in self._seal_one(kind, marked, holder, digest_once, hashed_as and hashed_as(holder.body))
        ]
        if errors:
            raise ValidationFailed(errors)
        self._settle_document()

    def seal_one(self, kind: str, model: type[BaseModel], pattern: tuple[str, ...], secret: str) -> str:
        """Return one secret sealed for the field at `pattern`; raises KeyError if the model has no such secret."""
        marked = {found.pattern: found for found in fields_with(model, Secret)}[pattern]
        sealed = self._sealed(kind, marked, secret, self._once(), None)
        self._settle_document()
        return sealed

    def open(self, kind: str, model: type[BaseModel], body: Body, way: tuple[str | int, ...]) -> str | None:
        """Return one secret of a stored body in clear text, or None if it is not set.

        Its path consists of member names and of positions in lists: `"accounts", 2, "password"`. Raises KeyError if the
        model has no such secret.
        """
        *steps, name = way
        holder: Any = body
        for step in steps:
            holder = holder[step]
        sealed = holder.get(sealed_name(str(name)))
        return None if sealed is None else self.keyring.open(sealed, use_of(kind, pattern_of(model, Secret, way)))

    def _once(self) -> _DigestOnce:
        """Return a function that hashes the secrets of one document."""
        made: dict[tuple[SecretDigest, str], str] = {}

        def digest(how: SecretDigest, secret: str) -> str:
            if how.group is None:
                return self.digests[how.digest](secret)
            if (how, secret) not in made:
                made[how, secret] = self.digests[how.digest](secret)
            return made[how, secret]

        return digest

    def _seal_one(
        self, kind: str, marked: MarkedField, holder: MarkedObject, digest: _DigestOnce, hashed_as: SecretDigest | None
    ) -> Iterator[FieldError]:
        name = marked.name
        sealed = sealed_name(name)
        secret, sent_back = holder.body.pop(name, None), holder.body.pop(sealed, None)
        use = use_of(kind, marked.pattern)
        kept = holder.old.get(sealed) if holder.old is not None else None
        marker = marked.marker(Secret)
        if secret:
            holder.body[sealed] = self._sealed(kind, marked, secret, digest, hashed_as)
        elif sent_back == "" and marker is not None and marker.clearable:
            return
        elif sent_back and sent_back != kept:
            holder.body[sealed] = sent_back
            try:
                if self._is_resealed(sent_back, kept, use):
                    holder.body[sealed] = kept
            except BrokenSeal as error:
                yield FieldError(str(error), holder.path_of(sealed), "invalid_encrypted_value")
        elif kept:
            holder.body[sealed] = kept

    def _is_resealed(self, sent_back: str, kept: str | None, use: str) -> bool:
        """Return whether a sealed text from a client has the stored secret; raises BrokenSeal if it cannot be opened.

        A client that read before a rotation sends back an older sealing of the stored secret, which is no change.
        """
        secret = self.keyring.open(sent_back, use)
        with suppress(BrokenSeal):
            return kept is not None and self.keyring.open(kept, use) == secret
        return False

    def _sealed(
        self, kind: str, marked: MarkedField, secret: str, digest: _DigestOnce, hashed_as: SecretDigest | None
    ) -> str:
        marker = marked.marker(Secret)
        if hashed_as is None and marker is not None and marker.digest is not None:
            hashed_as = SecretDigest(marker.digest)
        return self.keyring.seal(
            secret if hashed_as is None else digest(hashed_as, secret), use_of(kind, marked.pattern)
        )


def use_of(kind: str, pattern: Pattern) -> str:
    """Return the context that a sealed secret is bound to: the resource kind and the field, at any position."""
    return f"{kind}:{'.'.join(step for step in pattern if isinstance(step, str) and step != EACH)}"
