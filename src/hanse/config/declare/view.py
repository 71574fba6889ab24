"""The view of the configuration that declarations use."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection

from hanse.config.declare.handles import Handle
from hanse.config.declare.ports import Ports
from hanse.config.list_query import ListQuery, Page, StoredDocument
from hanse.config.references import Usage
from hanse.kit.texts.messages import Message

M = TypeVar("M")


class View(Protocol):
    """Reads the configuration inside one transaction; `hanse.config.transaction_view` implements it."""

    @property
    def connection(self) -> Connection:
        """Return the transaction's connection, for tables of other packages."""
        ...

    def knows(self, resource: Handle[Any]) -> bool:
        """Return whether this server has a resource."""
        ...

    def find(self, resource: Handle[Any], id_: str) -> StoredDocument | None:
        """Return a document, or None; a singleton that was never saved has its default values and revision 0."""
        ...

    def has(self, resource: Handle[Any], id_: str) -> bool:
        """Return whether a document is stored."""
        ...

    def get(self, resource: Handle[Any], id_: str) -> StoredDocument:
        """Return a document; raises NotFound."""
        ...

    def find_many(self, resource: Handle[Any], ids: Sequence[str]) -> Mapping[str, StoredDocument]:
        """Return the existing documents among at most 1,000 ids of a collection, by id."""
        ...

    def everything(self, resource: Handle[Any]) -> Iterator[StoredDocument]:
        """Yield all documents of a collection in the order of their ids."""
        ...

    def model(self, resource: Handle[M], id_: str) -> M:
        """Return a document as its model; raises NotFound."""
        ...

    def singleton(self, resource: Handle[M]) -> M:
        """Return a singleton as its model."""
        ...

    def list(self, resource: Handle[Any], query: ListQuery) -> Page:
        """Return one page of a collection."""
        ...

    def count(self, resource: Handle[Any]) -> int:
        """Return the number of documents in a collection."""
        ...

    def used_by(self, resource: Handle[Any], id_: str) -> tuple[Usage, ...]:
        """Return the places that refer to a document, at most 1,000 of them."""
        ...

    def targets(self, resources: Iterable[Handle[Any]], target: Handle[Any]) -> frozenset[str]:
        """Return the ids of a resource's documents to which documents of other resources refer, at most 1,000."""
        ...

    def name_of_user(self, usage: Usage) -> Message:
        """Return the name, for messages, of the document that uses another."""
        ...

    def attributes(self, resource: Handle[Any], stored: StoredDocument) -> tuple[str, ...] | None:
        """Return the user attributes that a document provides, if its resource declares a function for them."""
        ...

    def secret(self, resource: Handle[Any], stored: StoredDocument, *way: str | int) -> str | None:
        """Return a secret of a document in clear text, for use by the server itself; never for an answer.

        Its path consists of member names and of positions in lists: `"accounts", 2, "password"`.
        """
        ...

    def revision(self) -> int:
        """Return the number of the newest revision."""
        ...


class ConfigurationReader(Protocol):
    """Opens views, for checks that call other systems outside of a transaction."""

    @property
    def ports(self) -> Ports:
        """Return the implementations bound by the composition root."""
        ...

    def reading(self) -> AbstractContextManager[View]:
        """Return a view of one consistent state."""
        ...
