"""Reading configuration, inside one transaction."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from sqlalchemy import Connection

from hanse.config.change.references import Usage
from hanse.config.change.validation import parse, to_body
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.registry import Registry
from hanse.config.declare.resource import Resource
from hanse.config.list_query import ListQuery, Page, StoredDocument
from hanse.config.secrets.secret_fields import SecretFields
from hanse.config.store import documents, indexes, revisions, text_search
from hanse.kit.errors import NotFound
from hanse.kit.texts.messages import message

M = TypeVar("M", bound=ConfigModel)
USAGE_LIMIT = 1000


class View:
    """What one request sees of the configuration."""

    def __init__(self, connection: Connection, registry: Registry, secrets: SecretFields) -> None:
        self.connection = connection
        self.registry = registry
        self.secrets = secrets
        # All documents of some kinds by their ids, where this transaction has them anyway: rules ask for one by one.
        self._whole: dict[str, Mapping[str, StoredDocument]] = {}

    def find(self, resource: Resource[Any], id_: str) -> StoredDocument | None:
        """Return a document, or None; a singleton that was never saved is its default at revision 0."""
        whole = self._whole.get(resource.kind)
        stored = documents.get(self.connection, resource.kind, id_) if whole is None else whole.get(id_)
        if stored is None and resource.default is not None and id_ == resource.singleton_id:
            return StoredDocument(id_, to_body(resource.default()), 0)
        return stored

    def has(self, resource: Resource[Any], id_: str) -> bool:
        """Tell whether a document is stored."""
        whole = self._whole.get(resource.kind)
        return documents.exists(self.connection, resource.kind, id_) if whole is None else id_ in whole

    def get(self, resource: Resource[Any], id_: str) -> StoredDocument:
        """Return a document; raises NotFound."""
        stored = self.find(resource, id_)
        if stored is None:
            raise NotFound(message("{called} '{id}' was not found.", called=resource.called, id=id_))
        return stored

    def find_many(self, resource: Resource[Any], ids: Sequence[str]) -> dict[str, StoredDocument]:
        """Return those of some documents of a collection that are there, by id, for at most 1,000 ids."""
        return documents.get_many(self.connection, resource.kind, ids)

    def model(self, resource: Resource[M], id_: str) -> M:
        """Return a document as its model; raises NotFound."""
        return parse(resource.model, documents.to_text(self.get(resource, id_).body).encode())

    def singleton(self, resource: Resource[M]) -> M:
        """Return a singleton as its model."""
        return self.model(resource, resource.singleton_id)

    def list(self, resource: Resource[Any], query: ListQuery) -> Page:
        """Return one page of a collection."""
        return documents.page(self.connection, resource.kind, query)

    def search(
        self, resources: Sequence[Resource[Any]], text: str, *, limit: int
    ) -> tuple[tuple[Resource[Any], text_search.SearchHits], ...]:
        """Return the first documents with all words of a text in what lists look into, of each resource that has some.

        Raises ValidationFailed for a text that is too long.
        """
        found = text_search.search(self.connection, [each.kind for each in resources], text, limit=limit)
        by_kind = {each.kind: each for each in resources}
        return tuple((by_kind[hits.kind], hits) for hits in found)

    def count(self, resource: Resource[Any]) -> int:
        """Return how many documents a collection has."""
        return documents.count(self.connection, resource.kind)

    def used_by(self, resource: Resource[Any], id_: str) -> tuple[Usage, ...]:
        """Return the places that refer to a document, at most 1,000 of them."""
        return indexes.used_by(self.connection, resource.kind, id_, limit=USAGE_LIMIT)

    def parts_used_by(self, resource: Resource[Any]) -> tuple[Usage, ...]:
        """Return the places that refer to any part of a singleton, at most 1,000 of them."""
        return indexes.used_by(self.connection, resource.kind, None, limit=USAGE_LIMIT)

    def targets(self, resources: Iterable[Resource[Any]], target: Resource[Any]) -> frozenset[str]:
        """Return the ids of a resource's documents to which documents of some others refer, at most 1,000 of them."""
        kinds = [each.kind for each in resources]
        return indexes.targets_of(self.connection, kinds, target.kind, limit=USAGE_LIMIT)

    def history(self, resource: Resource[Any], id_: str, *, limit: int = 100) -> tuple[revisions.DocumentChange, ...]:
        """Return a document's newest changes, the newest first; secrets in them are sealed."""
        return tuple(revisions.history(self.connection, resource.kind, id_, limit=limit))

    def secret(self, resource: Resource[Any], stored: StoredDocument, *way: str | int) -> str | None:
        """Return one secret of a document in clear, for use by the server itself; never for an answer.

        The way to it goes by member names and by positions in lists: `"accounts", 2, "password"`.
        """
        self.secrets.keyring.refresh(self.connection)
        return self.secrets.open(resource.kind, resource.model, stored.body, way)

    def revision(self) -> int:
        """Return the number of the newest revision."""
        return revisions.latest(self.connection)
