"""Reads configuration inside one transaction."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from sqlalchemy import Connection

from hanse.config import revision_log
from hanse.config.canonical_json import to_text
from hanse.config.declare.handles import Handle
from hanse.config.declare.registry import Registry
from hanse.config.declare.resource import SINGLETON_ID, Resource
from hanse.config.declare.validation import parse, to_body
from hanse.config.expirations import DocumentExpiration, ExpirationQuery
from hanse.config.list_query import ListQuery, Page, SearchHits, StoredDocument
from hanse.config.references import Usage
from hanse.config.secrets.secret_fields import SecretFields
from hanse.config.store import documents, expirations, indexes, text_search
from hanse.kit.errors import NotFound
from hanse.kit.texts.messages import Message, message

M = TypeVar("M")
USAGE_LIMIT = 1000


class TransactionView:
    """Reads the configuration inside one transaction (`hanse.config.declare.view.View`)."""

    def __init__(self, connection: Connection, registry: Registry, secrets: SecretFields) -> None:
        self.connection = connection
        self.registry = registry
        self.secrets = secrets
        # All documents of some kinds by their ids, if this transaction has read them anyway: rules ask for single ones.
        self._whole: dict[str, Mapping[str, StoredDocument]] = {}

    def knows(self, resource: Handle[Any]) -> bool:
        """Return whether this server has a resource."""
        return self.registry.has_path(resource.path)

    def find(self, resource: Handle[Any], id_: str) -> StoredDocument | None:
        """Return a document, or None; a singleton that was never saved has its default values and revision 0."""
        declared = self._declared(resource)
        whole = self._whole.get(declared.kind)
        stored = documents.get(self.connection, declared.kind, id_) if whole is None else whole.get(id_)
        if stored is None and declared.default is not None and id_ == SINGLETON_ID:
            return StoredDocument(id_, to_body(declared.default()), 0)
        return stored

    def has(self, resource: Handle[Any], id_: str) -> bool:
        """Return whether a document is stored."""
        kind = self._declared(resource).kind
        whole = self._whole.get(kind)
        return documents.exists(self.connection, kind, id_) if whole is None else id_ in whole

    def get(self, resource: Handle[Any], id_: str) -> StoredDocument:
        """Return a document; raises NotFound."""
        stored = self.find(resource, id_)
        if stored is None:
            raise NotFound(message("{called} '{id}' was not found.", called=self._declared(resource).called, id=id_))
        return stored

    def find_many(self, resource: Handle[Any], ids: Sequence[str]) -> Mapping[str, StoredDocument]:
        """Return the existing documents among at most 1,000 ids of a collection, by id."""
        return documents.get_many(self.connection, self._declared(resource).kind, ids)

    def everything(self, resource: Handle[Any]) -> Iterator[StoredDocument]:
        """Yield all documents of a collection in the order of their ids."""
        return documents.everything(self.connection, self._declared(resource).kind)

    def raw_bodies(self, resource: Handle[Any]) -> Iterator[tuple[str, bytes]]:
        """Yield ids and bodies of all documents of a collection, the bodies as they are stored, in no fixed order."""
        return documents.raw_bodies(self.connection, self._declared(resource).kind)

    def raw_bodies_of(self, resource: Handle[Any], ids: Iterable[str]) -> dict[str, bytes]:
        """Return the stored bodies of some documents by id; ids without a document are omitted."""
        return documents.raw_bodies_of(self.connection, self._declared(resource).kind, ids)

    def model(self, resource: Handle[M], id_: str) -> M:
        """Return a document as its model; raises NotFound."""
        model: M = parse(self._declared(resource).model, to_text(self.get(resource, id_).body).encode())
        return model

    def singleton(self, resource: Handle[M]) -> M:
        """Return a singleton as its model."""
        return self.model(resource, SINGLETON_ID)

    def list(self, resource: Handle[Any], query: ListQuery) -> Page:
        """Return one page of a collection."""
        kind = self._declared(resource).kind
        # Other documents that are already known are not in the order of the query.
        is_empty = self._whole.get(kind) == {}
        return Page((), 0, None) if is_empty else documents.page(self.connection, kind, query)

    def find_empty_kinds(self) -> None:
        """Read which kinds have no documents, so that nothing else is read about them, for readers of all kinds."""
        kinds = [resource.kind for resource in self.registry]
        empty = set(kinds) - set(documents.kinds_with_some(self.connection, kinds))
        self._whole.update((kind, {}) for kind in empty)

    def search(
        self, resources: Sequence[Resource[Any]], text: str, *, limit: int
    ) -> tuple[tuple[Resource[Any], SearchHits], ...]:
        """Return, for each resource, the first documents whose search texts contain all words of a text.

        Raises ValidationFailed for a text that is too long.
        """
        found = text_search.search(self.connection, [each.kind for each in resources], text, limit=limit)
        by_kind = {each.kind: each for each in resources}
        return tuple((by_kind[hits.kind], hits) for hits in found)

    def count(self, resource: Handle[Any]) -> int:
        """Return the number of documents in a collection."""
        return documents.count(self.connection, self._declared(resource).kind)

    def count_beginning(self, resource: Handle[Any], prefix: str) -> int:
        """Return the number of documents in a collection whose ids begin with an ASCII text."""
        return documents.count_beginning(self.connection, self._declared(resource).kind, prefix)

    def used_by(self, resource: Handle[Any], id_: str) -> tuple[Usage, ...]:
        """Return the places that refer to a document, at most 1,000 of them."""
        return indexes.used_by(self.connection, self._declared(resource).kind, id_, limit=USAGE_LIMIT)

    def targets(self, resources: Iterable[Handle[Any]], target: Handle[Any]) -> frozenset[str]:
        """Return the ids of a resource's documents to which documents of other resources refer, at most 1,000."""
        kinds = [self._declared(each).kind for each in resources]
        return indexes.targets_of(self.connection, kinds, self._declared(target).kind, limit=USAGE_LIMIT)

    def name_of_user(self, usage: Usage) -> Message:
        """Return the name, for messages, of the document that uses another."""
        return self.registry.name_of(usage.kind, usage.id)

    def attributes(self, resource: Handle[Any], stored: StoredDocument) -> tuple[str, ...] | None:
        """Return the user attributes that a document provides, if its resource declares a function for them."""
        attributes = self._declared(resource).storage.attributes
        return None if attributes is None else attributes(self, stored.body)

    def parts_used_by(self, resource: Resource[Any]) -> tuple[Usage, ...]:
        """Return the places that refer to any part of a singleton, at most 1,000 of them."""
        return indexes.used_by(self.connection, resource.kind, None, limit=USAGE_LIMIT)

    def expirations(self, query: ExpirationQuery) -> Iterator[DocumentExpiration]:
        """Yield the ends of validity of certificates that match a query, the earliest first."""
        return expirations.expirations(self.connection, query)

    def expirations_by_month(self, query: ExpirationQuery) -> dict[str, int]:
        """Return the number of ends of validity in each month (UTC), such as `2026-11`; other months are omitted."""
        return expirations.expirations_by_month(self.connection, query)

    def history(
        self, resource: Resource[Any], id_: str, *, limit: int = 100
    ) -> tuple[revision_log.DocumentChange, ...]:
        """Return a document's newest changes, the newest first; secrets in them are sealed."""
        return tuple(revision_log.history(self.connection, resource.kind, id_, limit=limit))

    def secret(self, resource: Handle[Any], stored: StoredDocument, *way: str | int) -> str | None:
        """Return a secret of a document in clear text, for use by the server itself; never for an answer.

        Its path consists of member names and of positions in lists: `"accounts", 2, "password"`.
        """
        self.secrets.keyring.refresh(self.connection)
        declared = self._declared(resource)
        return self.secrets.open(declared.kind, declared.model, stored.body, way)

    def revision(self) -> int:
        """Return the number of the newest revision."""
        return revision_log.latest(self.connection)

    def _declared(self, resource: Handle[Any]) -> Resource[Any]:
        """Return the declaration behind a handle; raises KeyError if this server has no such resource."""
        return resource if isinstance(resource, Resource) else self.registry.by_path(resource.path)
