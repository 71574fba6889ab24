"""An operation of the HTTP interface: its input, its callers, its answer.

Operations are derived from the declarations of resources (`config.http.resource_operations`); an area can add its own.
Routes, access checks and the OpenAPI description are derived from operations only.
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, cast

from pydantic import BaseModel

from hanse.config.change.change import Change
from hanse.config.change.write_transaction import Author
from hanse.config.configuration import Configuration
from hanse.config.declare.access import Area, Intent, Principal
from hanse.config.declare.options import DEFAULT_BODY_LIMIT
from hanse.config.declare.ports import Ports
from hanse.config.transaction_view import TransactionView

API = "/pf-admin-api/v1"
JSON = "application/json"
# Placeholder for an intent that was not given, until `Operation.__post_init__`.
_BY_METHOD = cast("Intent", None)


@dataclass(frozen=True)
class Caller:
    """The request as business code may see it; other parts of HTTP are handled at the edge."""

    principal: Principal | None
    address: str
    request_id: str
    # The listener's own origin as the caller used it, such as `https://localhost:9999`.
    origin: str
    headers: Mapping[str, str] = field(default_factory=dict)
    # The query string as it was sent, for operations that pass it on.
    query_string: str = ""


@dataclass(frozen=True)
class Call:
    """A call of an operation.

    `view` is the transaction: a Change if the operation's intent is to write. It is None for an operation that opens
    its own transaction (`Operation.in_transaction`), which must not use it.
    """

    caller: Caller
    path: Mapping[str, str]
    query: Mapping[str, Any]
    body: Any
    view: TransactionView
    configuration: Configuration
    ports: Ports
    # The revisions in If-Match, one of which must be the current one; None without the header.
    expected: frozenset[int] | None = None

    @property
    def change(self) -> Change:
        """Return the call's transaction, for operations that write."""
        if not isinstance(self.view, Change):
            raise TypeError("an operation that reads cannot change anything")
        return self.view

    def changing(self) -> AbstractContextManager[Change]:
        """Return a transaction in the caller's name, for an operation that opens its own."""
        return self.configuration.changing(Author(self.principal.username, self.caller.request_id, self.principal))

    @property
    def principal(self) -> Principal:
        """Return the caller; only for operations that require authentication."""
        if self.caller.principal is None:
            raise TypeError("this operation is open to strangers")
        return self.caller.principal


@dataclass(frozen=True)
class Stream:
    """Bytes that are too many for memory, produced while they are sent, outside every transaction."""

    chunks: Iterable[bytes]
    size: int


@dataclass(frozen=True)
class OperationResult:
    """The answer of an operation: a model, a JSON value, text, bytes to stream, or nothing (204)."""

    body: BaseModel | dict[str, Any] | list[Any] | str | bytes | Stream | None = None
    status: int = 200
    revision: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    cookies: tuple[str, ...] = ()


@dataclass(frozen=True)
class QueryParameter:
    """A parameter of the query; values are parsed by the type's own rules and undeclared parameters are refused."""

    name: str
    type: type[Any]
    description: str
    default: Any = None
    minimum: int | None = None
    maximum: int | None = None
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Operation:
    """A method on a path. `functools.partial` holds the common parts of a group of operations."""

    method: str = "GET"
    path: str
    area: Area
    # By default, to read for GET, and to write for every other method.
    intent: Intent = _BY_METHOD
    summary: str
    run: Callable[[Call], OperationResult]
    tag: str
    # True if the last parameter of the path includes the rest of it, with slashes.
    open_path: bool = False
    # A model, `str` for a raw text body, or None for no body at all.
    body: type[BaseModel] | type[str] | None = None
    answer: type[BaseModel] | dict[str, Any] | None = None
    status: int = 200
    answer_type: str = JSON
    query: tuple[QueryParameter, ...] = ()
    # Request headers that this operation knows beyond the common ones, for its description.
    headers: tuple[QueryParameter, ...] = ()
    # True if unknown query parameters are accepted; by default they are refused.
    open_query: bool = False
    body_limit: int = DEFAULT_BODY_LIMIT
    open_to_setup: bool = False
    # True if the edge opens the transaction. An operation that calls other systems opens its own, for a shorter time.
    in_transaction: bool = True
    # True if it calls other systems, which may be slow. Such calls have their own worker threads.
    calls_out: bool = False
    # True if it keeps a processor core busy, like the generation of a key. Such calls have few worker threads of their
    # own.
    computes: bool = False
    # True if a browser may open it as a page. The listener then does not require the anti-forgery header.
    is_document: bool = False
    # True if a passive console of a cluster performs it too.
    on_passive: bool = False
    # Returns the answer while the database is unreachable, for a page that must not end in an error; by default such
    # calls are refused.
    without_database: Callable[[Caller], OperationResult] | None = None
    # Statuses in addition to those that follow from the rest of the declaration.
    extra_statuses: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        """Derive the intent that was not given."""
        if self.intent is _BY_METHOD:
            object.__setattr__(self, "intent", Intent.READ if self.method == "GET" else Intent.WRITE)
