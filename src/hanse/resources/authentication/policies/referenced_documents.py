"""A cache of the documents that a tree refers to: each is read once, even if a hundred nodes refer to it."""

from typing import Any

from hanse.config.declare.handles import Handle
from hanse.config.declare.view import View
from hanse.config.list_query import StoredDocument
from hanse.resources.mapping.contexts import attributes_of


class Documents:
    """The documents that the check of one tree has read."""

    def __init__(self, view: View) -> None:
        self.view = view
        self._found: dict[tuple[str, str], StoredDocument | None] = {}
        self._attributes: dict[tuple[str, str], tuple[str, ...]] = {}

    def body(self, resource: Handle[Any], id_: str) -> dict[str, Any] | None:
        """Return the body of a document; None if the document or its resource does not exist."""
        stored = self._stored(resource, id_)
        return None if stored is None else stored.body

    def _stored(self, resource: Handle[Any], id_: str) -> StoredDocument | None:
        key = resource.path, id_
        if key not in self._found:
            self._found[key] = self.view.find(resource, id_) if self.view.knows(resource) else None
        return self._found[key]

    def attributes(self, resource: Handle[Any], id_: str) -> tuple[str, ...]:
        """Return the attributes of a document, including those it inherits; an empty result if it does not exist."""
        key = resource.path, id_
        if key not in self._attributes:
            stored = self._stored(resource, id_)
            names = () if stored is None else self.view.attributes(resource, stored)
            self._attributes[key] = attributes_of(stored.body) if stored is not None and names is None else names or ()
        return self._attributes[key]
