"""The declaration of one configuration area, from which everything else about it follows."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Generic, TypeVar
from urllib.parse import quote

from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.notices import Look
from hanse.config.declare.unset_members import without_unset
from hanse.config.secrets.digests import HashedAs
from hanse.kit.errors import FieldError

if TYPE_CHECKING:
    from hanse.config.configuration import Configuration
    from hanse.config.declare.ports import Ports
    from hanse.config.declare.ui.declaration import Ui
    from hanse.config.list_query import Stored
    from hanse.config.view import View


class UsageCategory(StrEnum):
    """The contract's categories of what uses a resource."""

    IDP_CONNECTION = "IDP_CONNECTION"
    SP_CONNECTION = "SP_CONNECTION"
    PASSWORD_CREDENTIAL_VALIDATOR = "PASSWORD_CREDENTIAL_VALIDATOR"  # noqa: S105 - the name of a category.
    AUTHENTICATION_SELECTOR = "AUTHENTICATION_SELECTOR"
    IDP_ADAPTER = "IDP_ADAPTER"
    SP_ADAPTER = "SP_ADAPTER"
    ACCESS_TOKEN_MGMT_PLUGIN = "ACCESS_TOKEN_MGMT_PLUGIN"  # noqa: S105 - the name of a category.
    TOKEN_PROCESSOR = "TOKEN_PROCESSOR"  # noqa: S105 - the name of a category.
    TOKEN_GENERATOR = "TOKEN_GENERATOR"  # noqa: S105 - the name of a category.
    NOTIFICATION_PUBLISHER = "NOTIFICATION_PUBLISHER"
    OOB_AUTH_PLUGIN = "OOB_AUTH_PLUGIN"
    DATA_STORE = "DATA_STORE"
    DYNAMIC_CLIENT_REGISTRATION_PLUGIN = "DYNAMIC_CLIENT_REGISTRATION_PLUGIN"
    RISK_PROVIDER = "RISK_PROVIDER"
    IDENTITY_STORE_PROVISIONER = "IDENTITY_STORE_PROVISIONER"


class Scope(StrEnum):
    """What is replicated together to the engines of a cluster.

    Everything is on request. Connections and clients can be by themselves as well, whenever one is saved, because they
    change often and depend on little.
    """

    CONFIGURATION = "CONFIGURATION"
    CONNECTIONS = "CONNECTIONS"
    CLIENTS = "CLIENTS"
    # What engines have no use for, such as the accounts of administrators: it never leaves the database.
    CONSOLES = "CONSOLES"


M = TypeVar("M", bound=ConfigModel)
DEFAULT_BODY_LIMIT = 1024 * 1024
SINGLETON_ID = "-"


@dataclass(frozen=True)
class Proposal(Generic[M]):
    """A save that is about to happen, as rules see it; `old` is None at creation."""

    new: M
    old: M | None
    view: "View"
    ports: "Ports"


Rule = Callable[[Proposal[M]], Iterable[FieldError]]
Preparation = Callable[[Proposal[M]], M]
Verification = Callable[[M, str | None, "Configuration"], Iterable[FieldError]]
DeleteRule = Callable[[M, "View"], Iterable[FieldError]]


@dataclass(frozen=True)
class UniqueTogether:
    """No two documents agree in all of these members; an absent one counts as a value. The last is the one to blame."""

    members: tuple[str, ...]
    message: str


@dataclass(frozen=True)
class Presentation:
    """What clients see of a document in place of what is stored: a model, and how a body becomes one at a moment.

    For areas whose documents are made by actions, not by saves, as what is shown cannot be sent back; and, with the
    resource's own model, for what depends on the moment or is the server's to say.
    """

    model: type[ConfigModel]
    show: Callable[[dict[str, Any], datetime], dict[str, Any]]


@dataclass(frozen=True)
class Implied:
    """A document that is there although nobody has stored it; one that is stored under its id takes its place.

    Lists show it where a query parameter asks for it, before all others.
    """

    id: str
    body: dict[str, Any]
    parameter: str
    description: str


@dataclass(frozen=True, kw_only=True)
class Resource(Generic[M]):
    """What the registry knows of one area. A singleton always exists; until it is first saved it is `default()`."""

    kind: str
    path: str
    model: type[M]
    area: Area
    title: str
    # What one of its documents is called, where the title names all of them.
    singular: str = ""
    description: str
    default: Callable[[], M] | None = None
    id_field: str = "id"
    # The member by which people know a document, and by which lists are sorted.
    sort_by: str | None = None
    # Where people put the documents in order: the member, set by the server, that says the place of each, from 1.
    placed_by: str | None = None
    # Ids with slashes in them stand last in a path and take the rest of it.
    slashes_in_ids: bool = False
    # The id of a new document whose client chose none, where the contract's clients can tell it from the body; without
    # it, or where it is taken, the id is drawn.
    id_made: Callable[[dict[str, Any]], str | None] | None = None
    implied: Implied | None = None
    # Parameters of lists that clients send to a whole family of resources and that change nothing in this one.
    parameters_without_effect: tuple[str, ...] = ()
    # Whether lists say `totalItems` also where no page is asked for.
    always_counts: bool = False
    # Combinations of members at a document's top; a single unique field is marked `Unique` in the model.
    unique_together: tuple[UniqueTogether, ...] = ()
    id_in_use: str = "This ID is already in use."
    methods: frozenset[str] = frozenset({"GET", "POST", "PUT", "DELETE"})
    # The contract's answer to a creation is 201 for most collections and 200 for a few older ones.
    create_status: int = 201
    body_limit: int = DEFAULT_BODY_LIMIT
    # Fills what the server decides (ids of another system, dates); runs before the rules.
    prepare: Preparation[M] | None = None
    # Brings a body of an export that an earlier version made into today's form. It is called before anything of the
    # body is checked, so it returns what it does not understand as it is.
    upgrade: Callable[[dict[str, Any]], dict[str, Any]] | None = None
    rules: tuple[Rule[M], ...] = ()
    # Asks other systems about what is to be saved (None: created) through the API; runs outside any transaction, and
    # not at all when the caller bypasses it.
    verify: Verification[M] | None = None
    delete_rules: tuple[DeleteRule[M], ...] = ()
    # Which of the members marked `Secret` are kept sealed, by the document's body and then the object that has the
    # member; without it all are. By the same two, the digest that is all that is kept of one. And what a document
    # refers to besides its `Ref`s: where, a resource's path, an id. For plug-ins, whose fields the model does not know,
    # for what has one of several paths, and for parts of singletons, which the singletons' own rules keep while they
    # are used.
    is_secret: Callable[[dict[str, Any]], Callable[[dict[str, Any]], bool]] | None = None
    digest_of: Callable[[dict[str, Any]], Callable[[dict[str, Any]], HashedAs | None]] | None = None
    references: Callable[[dict[str, Any]], Iterable[tuple[str, str | tuple[str, ...], str]]] | None = None
    # What attributes a stored body tells of, where it need not say so itself: by its plug-in, and by its parents.
    attributes: Callable[["View", dict[str, Any]], tuple[str, ...]] | None = None
    # What reading, listing and history show; without it, the document as it is stored.
    presentation: Presentation | None = None
    # What reading and listing say of a document besides, which depends on more than itself: for a whole list at once.
    beside: Callable[["View", "Ports"], Callable[["Stored"], dict[str, Any]]] | None = None
    # Paths of resources into whose documents the rules look: one that is referred to may only be changed into what
    # the rules accept.
    rules_read: frozenset[str] = frozenset()
    # Of a singleton: members of what clients send and see that are collections of their own (`config.embedded`).
    embedded: tuple[tuple[str, "Resource[Any]"], ...] = ()
    # Operations that the setup wizard needs before anybody can sign in, as HTTP methods.
    setup_methods: frozenset[str] = field(default_factory=frozenset)
    # What is said when a document cannot be deleted because of what refers to it; by default it is named.
    in_use_message: str | None = None
    # Under which of the contract's categories its documents are listed as users of others (ResourceUsage).
    usage_category: UsageCategory | None = None
    # Whether its documents are connections to partners, which a licence counts and may limit.
    is_connection: bool = False
    # With what its documents are replicated to engines; connections to partners with CONNECTIONS in any case.
    scope: Scope = Scope.CONFIGURATION
    # What it tells administrators by itself; whoever may read the area hears of it.
    notices: tuple[Look, ...] = ()
    # Its page in the navigation, its list and its form. Documents without a page are not found by the header's search.
    ui: "Ui | None" = None
    # Whether the area belongs to `hanse config export`: an installation's own facts, such as its licence, do not.
    exported: bool = True

    @property
    def replicates_with(self) -> Scope:
        """With what its documents are replicated."""
        return Scope.CONNECTIONS if self.is_connection else self.scope

    def page_of(self, id_: str) -> str | None:
        """Return the address of a document's page in the console."""
        if self.ui is None:
            return None
        page = self.ui.page_of_item or (self.ui.page.path if self.is_singleton else "")
        return page.format(id=quote(id_, safe="")) if page else None

    @property
    def called(self) -> str:
        """What messages call one of its documents."""
        return self.singular or self.title

    @property
    def is_singleton(self) -> bool:
        """Whether there is exactly one document of this kind."""
        return self.default is not None

    @property
    def singleton_id(self) -> str:
        """The id under which a singleton's one document is stored."""
        return SINGLETON_ID

    @property
    def item_path(self) -> str:
        """The path of one item, with its parameter."""
        return self.path if self.is_singleton else f"{self.path}/{{{self.id_field}}}"

    @property
    def effective_methods(self) -> frozenset[str]:
        """The methods that this resource answers."""
        return self.methods & {"GET", "PUT"} if self.is_singleton else self.methods

    @property
    def shown_model(self) -> type[ConfigModel]:
        """The model of what clients see."""
        return self.model if self.presentation is None else self.presentation.model

    def shown(self, body: dict[str, Any], moment: datetime) -> dict[str, Any]:
        """Return what clients see of a stored body at a moment."""
        shown = body if self.presentation is None else self.presentation.show(body, moment)
        return without_unset(self.shown_model, shown)

    def implies(self, id_: str) -> bool:
        """Tell whether there is a document of this id although nobody has stored it."""
        return self.implied is not None and self.implied.id == id_

    def id_of(self, body: dict[str, Any]) -> str:
        """Return a document's id."""
        return self.singleton_id if self.is_singleton else str(body[self.id_field])
