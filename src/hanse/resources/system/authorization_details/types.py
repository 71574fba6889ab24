"""Types of authorization details that clients can request."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel, LongText, Ref, ResourceId, ResourceLink, Searchable, Unique
from hanse.config.declare.options import ListOptions, ResourceText
from hanse.config.declare.resource import Resource
from hanse.config.declare.rules import Proposal, SaveRules
from hanse.config.declare.types import Name
from hanse.config.declare.ui.declaration import Ui
from hanse.config.declare.ui.navigation import OAUTH_SETTINGS, ConsolePage
from hanse.config.plugins.model import PluginInstance
from hanse.kit.errors import FieldError
from hanse.kit.texts.messages import message
from hanse.resources.system.authorization_details.processors import PROCESSOR_PLUGINS, PROCESSORS


class AuthorizationDetailType(ConfigModel):
    """An authorization detail type: its name in requests, and the processor for it."""

    id: Annotated[ResourceId | None, Field(title="ID")] = None
    description: Annotated[LongText | None, Field(title="Description"), Searchable()] = None
    type: Annotated[
        Name,
        Field(title="Type", description="Value of `type` in an authorization detail (RFC 9396, section 2)."),
        Unique("This type is already in use."),
        Searchable(),
    ]
    authorization_detail_processor_ref: Annotated[
        ResourceLink, Field(title="Processor"), Ref(handles.DETAIL_PROCESSORS)
    ]
    active: Annotated[bool, Field(title="Active", description="Allow clients to request this type.")] = True


def _check_supported(proposal: Proposal[AuthorizationDetailType]) -> Iterator[FieldError]:
    """Refuse a type that the plug-in does not support, if the plug-in supports certain types only."""
    new = proposal.new
    stored = proposal.view.find(PROCESSORS, new.authorization_detail_processor_ref.id)
    if stored is None:
        return
    processor: PluginInstance = proposal.view.model(PROCESSORS, stored.id)
    plugin = PROCESSOR_PLUGINS.get(processor.plugin_descriptor_ref.id)
    supported = (plugin.facts or {}).get("supported_authorization_detail_types", []) if plugin is not None else []
    if supported and new.type not in supported:
        text = message("This processor supports {supported} only.", supported=", ".join(supported))
        yield FieldError(text, "authorizationDetailProcessorRef", "type_not_supported")


UI = Ui(
    page=ConsolePage(
        id="authorizationDetailTypes",
        label="Authorization Detail Types",
        heading=OAUTH_SETTINGS,
        slug="authorization-detail-types",
        position=60,
        keywords=("RAR", "RFC 9396", "rich authorization requests"),
        is_react=True,
    ),
    item_page="/system/oauth-settings/authorization-detail-types/edit/{id}",
)

DETAIL_TYPES = Resource(
    path=handles.DETAIL_TYPES.path,
    model=AuthorizationDetailType,
    area=Area.CONFIGURATION,
    text=ResourceText(
        title="Authorization Detail Types",
        singular="Authorization Detail Type",
        description="Types of authorization details that clients can request.",
    ),
    lists=ListOptions(sort_by="type"),
    saving=SaveRules(rules=(_check_supported,), reads=frozenset({handles.DETAIL_PROCESSORS})),
    ui=UI,
)
