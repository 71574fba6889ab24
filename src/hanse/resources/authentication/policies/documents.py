"""The documents that a tree refers to, each read once: a policy may name the same adapter on a hundred nodes."""

from typing import Any

from hanse.config.view import View


class Documents:
    """What one look at a tree sees of others."""

    def __init__(self, view: View) -> None:
        self.view = view
        self._found: dict[tuple[str, str], dict[str, Any] | None] = {}

    def body(self, path: str, id_: str) -> dict[str, Any] | None:
        """Return a document by its resource's path; None when there is no such document, or no such resource yet.

        An instance of a plug-in that takes its contract over from its parent is shown with that.
        """
        key = path, id_
        if key not in self._found:
            self._found[key] = self._read(path, id_)
        return self._found[key]

    def _read(self, path: str, id_: str) -> dict[str, Any] | None:
        registry = self.view.registry
        kind = registry.kind_at(path)
        stored = self.view.find(registry.by_kind(kind), id_) if registry.knows(kind) else None
        if stored is None or "attributeContract" in stored.body or "parentRef" not in stored.body:
            return None if stored is None else stored.body
        # The registry refuses circles of parents.
        parent = self.body(path, stored.body["parentRef"]["id"]) or {}
        contract = parent.get("attributeContract")
        return stored.body if contract is None else {**stored.body, "attributeContract": contract}
