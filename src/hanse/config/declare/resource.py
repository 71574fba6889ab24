"""The declaration of a configuration area, from which all other parts are derived."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from functools import cached_property
from typing import Any, TypeVar
from urllib.parse import quote

from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.handles import Handle
from hanse.config.declare.notices import NoticeFinder
from hanse.config.declare.options import (
    AnswerOptions,
    ApiOptions,
    DocumentIds,
    ListOptions,
    ResourceText,
    StorageOptions,
)
from hanse.config.declare.rules import DeletionRules, SaveRules
from hanse.config.declare.ui.declaration import Ui
from hanse.config.declare.unset_members import without_unset
from hanse.kit.texts.messages import Message, message


class UsageCategory(StrEnum):
    """The API contract's categories of objects that use a resource."""

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


class ReplicationScope(StrEnum):
    """Documents that are replicated together to the engines of a cluster.

    Everything is replicated on request. Connections, clients and log settings can also be replicated alone, whenever
    one is saved, because they change often and depend on little.
    """

    CONFIGURATION = "CONFIGURATION"
    CONNECTIONS = "CONNECTIONS"
    CLIENTS = "CLIENTS"
    LOG_SETTINGS = "LOG_SETTINGS"
    # Documents that engines do not need, such as administrators' accounts. They never leave the database.
    CONSOLES = "CONSOLES"


_CONNECTIONS = frozenset({UsageCategory.IDP_CONNECTION, UsageCategory.SP_CONNECTION})
M = TypeVar("M", bound=ConfigModel)
SINGLETON_ID = "-"


@dataclass(frozen=True, kw_only=True)
class DeploymentOptions:
    """Destinations of documents other than the database."""

    # The scope in which they are replicated to engines; connections to partners are always in CONNECTIONS.
    scope: ReplicationScope = ReplicationScope.CONFIGURATION
    # True if `hanse config export` includes them. Facts about one installation, such as its license, are not exported.
    exported: bool = True


@dataclass(frozen=True, kw_only=True, eq=False)
class Resource(Handle[M]):
    """The declaration of one area. A singleton always exists; until it is first saved it is `default()`."""

    model: type[M]
    area: Area
    text: ResourceText
    default: Callable[[], M] | None = None
    ids: DocumentIds = field(default_factory=DocumentIds)
    lists: ListOptions = field(default_factory=ListOptions)
    api: ApiOptions = field(default_factory=ApiOptions)
    saving: SaveRules[M] = field(default_factory=SaveRules)
    deletion: DeletionRules[M] = field(default_factory=DeletionRules)
    storage: StorageOptions = field(default_factory=StorageOptions)
    answers: AnswerOptions = field(default_factory=AnswerOptions)
    deployment: DeploymentOptions = field(default_factory=DeploymentOptions)
    # For a singleton: members of the API's body that are separate collections.
    embedded: tuple[tuple[str, "Resource[Any]"], ...] = ()
    # The API contract's category under which documents are listed as users of others.
    usage: UsageCategory | None = None
    # Notices for administrators who may read the area.
    notices: tuple[NoticeFinder, ...] = ()
    # The page in the navigation, the list and the form. The header's search skips documents without a page.
    ui: Ui | None = None
    # For a singleton: pages that each show other members of it.
    further_pages: tuple[Ui, ...] = ()

    @property
    def pages(self) -> tuple[Ui, ...]:
        """Return all pages in the navigation, the main one first."""
        return () if self.ui is None else (self.ui, *self.further_pages)

    @cached_property
    def kind(self) -> str:
        """Return the name under which documents are stored."""
        return self.storage.kind or self.path.removeprefix("/")

    @property
    def is_connection(self) -> bool:
        """Return whether documents are connections to partners, whose number a license may limit."""
        return self.usage in _CONNECTIONS

    @property
    def replicates_with(self) -> ReplicationScope:
        """Return the replication scope of its documents."""
        return ReplicationScope.CONNECTIONS if self.is_connection else self.deployment.scope

    def page_of(self, id_: str) -> str | None:
        """Return the address of a document's page in the console."""
        if self.ui is None:
            return None
        page = self.ui.page_of_item or (self.ui.page.path if self.is_singleton else "")
        return page.format(id=quote(id_, safe="")) if page else None

    @property
    def called(self) -> Message:
        """Return the name of its documents in messages."""
        return message(self.text.singular or self.text.title)

    @property
    def is_singleton(self) -> bool:
        """Return whether there is exactly one document of this kind."""
        return self.default is not None

    @property
    def singleton_id(self) -> str:
        """Return the id under which a singleton's document is stored."""
        return SINGLETON_ID

    @property
    def item_path(self) -> str:
        """Return the path of one item, with its parameter."""
        return self.path if self.is_singleton else f"{self.path}/{{{self.ids.member}}}"

    @property
    def effective_methods(self) -> frozenset[str]:
        """Return the methods that this resource supports."""
        return self.api.methods & {"GET", "PUT"} if self.is_singleton else self.api.methods

    @property
    def shown_model(self) -> type[ConfigModel]:
        """Return the model of the form that clients see."""
        return self.model if self.answers.presentation is None else self.answers.presentation.model

    def shown(self, body: dict[str, Any], moment: datetime) -> dict[str, Any]:
        """Return the form that clients see of a stored body at a given time."""
        shown = body if self.answers.presentation is None else self.answers.presentation.show(body, moment)
        return without_unset(self.shown_model, shown)

    def implies(self, id_: str) -> bool:
        """Return whether a document with this id exists without being stored."""
        return self.lists.implied is not None and self.lists.implied.id == id_

    def id_of(self, body: dict[str, Any]) -> str:
        """Return a document's id."""
        return self.singleton_id if self.is_singleton else str(body[self.ids.member])
