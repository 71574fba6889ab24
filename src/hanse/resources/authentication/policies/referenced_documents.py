"""The documents that a tree refers to, each read once: a policy may name the same adapter on a hundred nodes."""

from typing import Any

from hanse.config.view import View
from hanse.resources.mapping.contexts import attributes_of


class Documents:
    """What one look at a tree sees of others."""

    def __init__(self, view: View) -> None:
        self.view = view
        self._found: dict[tuple[str, str], dict[str, Any] | None] = {}
        self._attributes: dict[tuple[str, str], tuple[str, ...]] = {}

    def body(self, path: str, id_: str) -> dict[str, Any] | None:
        """Return a document by its resource's path; None when there is no such document, or no such resource yet."""
        key = path, id_
        if key not in self._found:
            registry = self.view.registry
            kind = registry.kind_at(path)
            stored = self.view.find(registry.by_kind(kind), id_) if registry.knows(kind) else None
            self._found[key] = None if stored is None else stored.body
        return self._found[key]

    def attributes(self, path: str, id_: str) -> tuple[str, ...]:
        """Return the attributes that a document tells of, with what it takes over; none when there is no such."""
        key = path, id_
        if key not in self._attributes:
            body = self.body(path, id_)
            known = self.view.registry.by_path(path).storage.attributes if body is not None else None
            self._attributes[key] = (
                () if body is None else attributes_of(body) if known is None else known(self.view, body)
            )
        return self._attributes[key]
