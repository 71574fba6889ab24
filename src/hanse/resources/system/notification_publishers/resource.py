"""The resource declarations of notification publishers and their settings."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel, Ref, ResourceLink
from hanse.config.declare.options import ResourceText
from hanse.config.declare.resource import Resource, UsageCategory
from hanse.config.declare.rules import Proposal
from hanse.config.declare.ui.declaration import DefaultItem, ItemForm, ItemList, Ui
from hanse.config.declare.ui.navigation import EXTERNAL_SYSTEMS, ConsolePage, Tile, TileIcon
from hanse.config.plugins.descriptors import PluginDescriptor
from hanse.config.plugins.kind import PluginKind, plugin_kind
from hanse.config.plugins.model import INSTANCE_COLUMNS, PluginInstance
from hanse.config.plugins.plugin import PluginSet
from hanse.kit.errors import FieldError
from hanse.plugins.contracts.notification import KIND, Publisher
from hanse.plugins.notification.smtp.plugin import SMTP_PUBLISHER
from hanse.resources.trusted_authorities import trusted_authorities

# Last path segments that the API uses beside the publishers' own ids.
_RESERVED = frozenset({"descriptors", "settings"})
PUBLISHER_PLUGINS: PluginSet[Publisher] = PluginSet(KIND, (SMTP_PUBLISHER,))


class NotificationPublisher(PluginInstance):
    """A notification publisher: an instance of a plug-in that sends messages."""


class NotificationPublisherDescriptor(PluginDescriptor):
    """A plug-in for publishers."""


class NotificationPublishersSettings(ConfigModel):
    """Settings that apply to all publishers."""

    default_notification_publisher_ref: Annotated[
        ResourceLink | None,
        Field(title="Default notification publisher", description="Sends messages for which no publisher is selected."),
        Ref(handles.NOTIFICATION_PUBLISHERS, released=True),
    ] = None


def _check_id(proposal: Proposal[NotificationPublisher]) -> Iterator[FieldError]:
    if proposal.new.id in _RESERVED:
        yield FieldError("This ID is reserved.", "id", "reserved_id")


UI = Ui(
    page=ConsolePage(
        id="notificationPublishers",
        label="Notification Publishers",
        heading=EXTERNAL_SYSTEMS,
        slug="notification-publishers",
        position=20,
        keywords=("SMTP", "e-mail", "email", "mail server"),
        tile=Tile(
            TileIcon.ENVELOPE, "Notification of administrators and users, by e-mail or through a service.", position=70
        ),
    ),
    guide="notification-publishers",
    items=ItemList(
        singular="Notification Publisher",
        plural="Notification Publishers",
        columns=INSTANCE_COLUMNS,
        default=DefaultItem(handles.NOTIFICATION_PUBLISHER_SETTINGS, "defaultNotificationPublisherRef"),
        empty="A publisher sends messages: to administrators about events of the server, and to users about their"
        " accounts.",
    ),
    form=ItemForm(),
)

PUBLISHER_KIND: PluginKind[Publisher] = plugin_kind(
    handle=handles.NOTIFICATION_PUBLISHERS,
    model=NotificationPublisher,
    plugins=PUBLISHER_PLUGINS,
    area=Area.CONFIGURATION,
    text=ResourceText(title="Notification Publisher", description="Services through which the server sends messages."),
    descriptor=NotificationPublisherDescriptor,
    ui=UI,
    has_actions=True,
    rules=(_check_id,),
    authorities=trusted_authorities,
    usage=UsageCategory.NOTIFICATION_PUBLISHER,
)
PUBLISHERS = PUBLISHER_KIND.resource

PUBLISHER_SETTINGS = Resource(
    path=handles.NOTIFICATION_PUBLISHER_SETTINGS.path,
    model=NotificationPublishersSettings,
    area=Area.CONFIGURATION,
    text=ResourceText(
        title="Notification Publisher Settings", description="Settings that apply to all notification publishers."
    ),
    default=NotificationPublishersSettings,
)
