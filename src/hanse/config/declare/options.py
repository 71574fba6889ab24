"""Groups of options of a resource's declaration."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from hanse.config.declare.fields import ConfigModel, HoldsExpression, SecretDigest
from hanse.config.declare.handles import Handle
from hanse.config.declare.ports import Ports
from hanse.config.declare.view import View
from hanse.config.expirations import Expiration
from hanse.config.list_query import StoredDocument

Body = dict[str, Any]
# The path of a reference, the resources to which it may refer, and the target's id.
Referral = tuple[str, Handle[Any] | tuple[Handle[Any], ...], str]
DEFAULT_BODY_LIMIT = 1024 * 1024


@dataclass(frozen=True, kw_only=True)
class ResourceText:
    """Texts about a resource."""

    title: str
    description: str
    # The name of a single document, if the title names all of them.
    singular: str = ""


@dataclass(frozen=True, kw_only=True)
class DocumentIds:
    """The ids of a resource's documents."""

    member: str = "id"
    # True if ids can contain slashes. They are then the rest of a path.
    with_slashes: bool = False
    # Returns the id of a new document for which the client chose none, if clients of the API can derive it from the
    # body. Without it, or if that id is in use, a random one is used.
    derive: Callable[[Body], str | None] | None = None
    in_use: str = "This ID is already in use."


@dataclass(frozen=True)
class Implied:
    """A document that exists without being stored; a stored document with its id replaces it.

    Lists show it before all others if a query parameter requests it.
    """

    id: str
    body: Body
    parameter: str
    description: str


@dataclass(frozen=True, kw_only=True)
class ListOptions:
    """Options for the list of a collection."""

    # The member with the display name of a document, by which lists are sorted.
    sort_by: str | None = None
    # For collections that people put in order: the member with the position of each document from 1, set by the server.
    position: str | None = None
    implied: Implied | None = None
    # Parameters that clients send to a whole family of resources and that have no effect on this one.
    ignored_parameters: tuple[str, ...] = ()
    # True if lists have `totalItems` even if no page is requested.
    with_total: bool = False


@dataclass(frozen=True, kw_only=True)
class ApiOptions:
    """The operations of the API for a resource."""

    methods: frozenset[str] = frozenset({"GET", "POST", "PUT", "DELETE"})
    # In the API contract, most collections answer a creation with 201, and a few older ones with 200.
    create_status: int = 201
    body_limit: int = DEFAULT_BODY_LIMIT


@dataclass(frozen=True, kw_only=True)
class StorageOptions:
    """Options for storage, and for parts of bodies that the model's annotations cannot describe.

    These functions are for plug-in instances, whose fields the model does not know, and for similar documents.
    """

    # The name under which documents are stored; by default the path without its first slash.
    kind: str = ""
    # Returns which members marked `Secret` are kept, given the body and the object with the member; by default all.
    is_secret: Callable[[Body], Callable[[Body], bool]] | None = None
    # Returns the digest that is stored instead of a secret, given the same two.
    digest_of: Callable[[Body], Callable[[Body], SecretDigest | None]] | None = None
    # References beside those marked `Ref`: the path, the resource (or several) and the id. Also for references to parts
    # of a singleton.
    references: Callable[[Body], Iterable[Referral]] | None = None
    # Expressions beside those marked `HoldsExpression`: the text, its path, and the marker that it would have.
    expressions: Callable[[Body], Iterable[tuple[str, str, HoldsExpression]]] | None = None
    # Returns the ends of validity of the certificates in a document. They are indexed.
    expirations: Callable[[Body], Iterable[Expiration]] | None = None
    # Returns the names of the user attributes that a document provides, such as those of an adapter's contract.
    attributes: Callable[[View, Body], tuple[str, ...]] | None = None
    # Converts a body that an earlier version exported into today's form. It runs before the body is checked, so it
    # returns unknown input unchanged.
    upgrade: Callable[[Body], Body] | None = None


@dataclass(frozen=True)
class Presentation:
    """The form of a document for clients if it differs from the stored one: a model and a function.

    It is for documents that are created by actions and cannot be saved in this form. With the resource's own model, it
    adds values that depend on the time or that the server determines.
    """

    model: type[ConfigModel]
    show: Callable[[Body, datetime], Body]


@dataclass(frozen=True, kw_only=True)
class AnswerOptions:
    """The form of answers of read, list and history, if it differs from the stored one."""

    presentation: Presentation | None = None
    # Returns a function that adds members to answers, which depend on more than the document. The body of the document
    # has the form in which clients see it. The outer function is called once for a whole list.
    enrich: Callable[[View, Ports], Callable[[StoredDocument], Body]] | None = None
