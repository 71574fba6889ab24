"""The members that connections to service providers and to identity providers share."""

from typing import Annotated, Any, Final

from pydantic import Field, field_validator

from hanse import handles
from hanse.config.declare.fields import (
    ConfigModel,
    Filterable,
    OmittedWhenEmpty,
    Ref,
    ResourceId,
    ResourceLink,
    Searchable,
    ServerSet,
    ShortText,
    Unique,
)
from hanse.config.declare.replication import DocumentReplicationStatus
from hanse.config.declare.types import Moment, Name, OptionalBaseUrl
from hanse.kit.texts.labels import Labeled
from hanse.resources.property_values import ParameterValues
from hanse.resources.system.server_settings.model import ContactInfo

MOST_VIRTUAL_IDS: Final = 100
MOST_PROPERTIES: Final = 500
# Attributes of a contract.
MOST_ATTRIBUTES: Final = 1_000
EntityId = Annotated[str, Field(min_length=1, max_length=1024)]


class LoggingMode(Labeled):
    """Amount of detail that the audit log has about messages exchanged with a partner."""

    NONE = "NONE", "None"
    STANDARD = "STANDARD", "Standard"
    ENHANCED = "ENHANCED", "Enhanced"
    FULL = "FULL", "Full"


class ConnectionMetadataUrl(ConfigModel):
    """The address of the partner's metadata, from which a connection is kept up to date."""

    metadata_url_ref: Annotated[
        ResourceLink,
        Field(title="Metadata URL", description="Address from which the server reads the partner's metadata."),
        Ref(handles.METADATA_URLS),
    ]
    enable_auto_metadata_update: Annotated[
        bool,
        Field(
            title="Update automatically",
            description="Apply changed endpoints, certificates and name ID formats without confirmation. If off, a"
            " notice in the console shows that the metadata has changed. A changed entity ID always needs"
            " confirmation.",
        ),
    ] = True


class Connection(ConfigModel):
    """The base of connections to partners."""

    id: Annotated[ResourceId | None, Field(title="ID")] = None
    name: Annotated[Name, Field(title="Connection name"), Unique("This name is already in use."), Searchable()]
    entity_id: Annotated[
        EntityId,
        Field(title="Entity ID", description="Identifier of the partner: the issuer of its messages."),
        Unique("Another connection has this entity ID.", exact=True),
        Filterable(),
        Searchable(),
    ]
    active: Annotated[
        bool,
        Field(title="Active", description="Accept and send messages. If off, all messages of the partner are refused."),
        Filterable(is_indexed=True),
    ] = False
    base_url: Annotated[
        OptionalBaseUrl | None,
        Field(
            title="Base URL",
            description="Address of the partner. Endpoints can be entered as paths below it.",
        ),
    ] = None
    virtual_entity_ids: Annotated[
        list[EntityId],
        Field(
            title="Virtual server IDs",
            description="Entity IDs that this server uses towards the partner instead of its own.",
            max_length=MOST_VIRTUAL_IDS,
            default_factory=list,
        ),
    ]
    default_virtual_entity_id: Annotated[
        EntityId | None,
        Field(
            title="Default virtual server ID",
            description="Used if a request names none. If not set, the server's own entity ID is used.",
        ),
    ] = None
    metadata_reload_settings: Annotated[
        ConnectionMetadataUrl | None,
        Field(
            title="Metadata updates",
            description="Metadata with which the connection is compared at regular intervals. If not set, the"
            " connection changes only when an administrator saves it.",
        ),
    ] = None
    contact_info: Annotated[ContactInfo | None, Field(title="Contact")] = None
    license_connection_group: Annotated[
        ShortText | None,
        Field(title="License group", description="Group of the license that the connection belongs to."),
    ] = None
    logging_mode: Annotated[
        LoggingMode,
        Field(
            title="Logging mode",
            description="Details about this partner's sign-ins in the audit log: none; the user and the outcome"
            " (standard); in addition identifiers and addresses of the messages (enhanced); in addition the messages"
            " themselves, which contain personal data (full).",
        ),
    ] = LoggingMode.STANDARD
    extended_properties: Annotated[
        dict[Annotated[str, Field(max_length=256)], ParameterValues],
        Field(title="Extended properties", max_length=MOST_PROPERTIES, default_factory=dict),
        OmittedWhenEmpty(),
    ]
    creation_date: Annotated[Moment | None, Field(title="Created"), ServerSet()] = None
    modification_date: Annotated[Moment | None, Field(title="Last modified"), ServerSet()] = None
    # Computed for each answer: see `connection_replication`.
    replication_status: Annotated[DocumentReplicationStatus | None, ServerSet(), Field(title="Replication status")] = (
        None
    )

    @field_validator("metadata_reload_settings", mode="before")
    @classmethod
    def _without_address(cls, sent: Any) -> Any:
        """Return no settings if there is no address: forms send the box of a part that nobody filled in."""
        if isinstance(sent, dict) and not sent.get("metadataUrlRef"):
            return None
        return sent
