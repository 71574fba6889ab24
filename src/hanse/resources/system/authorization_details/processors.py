"""The resource declaration of authorization detail processors."""

from typing import Annotated

from pydantic import Field

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.options import ResourceText
from hanse.config.declare.ui.declaration import ItemForm, ItemList, Ui
from hanse.config.declare.ui.navigation import OAUTH_SETTINGS, ConsolePage
from hanse.config.plugins.descriptors import PluginDescriptor
from hanse.config.plugins.kind import plugin_kind
from hanse.config.plugins.model import INSTANCE_COLUMNS, PluginInstance
from hanse.config.plugins.plugin import PluginSet
from hanse.plugins.authorization_details.json_schema.plugin import JSON_SCHEMA
from hanse.plugins.contracts.authorization_details import KIND, DetailProcessor

PROCESSOR_PLUGINS: PluginSet[DetailProcessor] = PluginSet(KIND, (JSON_SCHEMA,))


class AuthorizationDetailProcessor(PluginInstance):
    """An authorization detail processor: an instance of a plug-in that processes authorization details."""


class AuthorizationDetailProcessorDescriptor(PluginDescriptor):
    """A plug-in for authorization detail processors."""

    supported_authorization_detail_types: Annotated[
        list[str],
        Field(default_factory=list, description="Types that the plug-in supports. An empty list means any type."),
    ]


UI = Ui(
    page=ConsolePage(
        id="authorizationDetailProcessors",
        label="Authorization Detail Processors",
        heading=OAUTH_SETTINGS,
        slug="authorization-detail-processors",
        position=70,
        keywords=("RAR", "RFC 9396", "rich authorization requests", "JSON Schema"),
    ),
    guide="authorization-details",
    items=ItemList(
        singular="Authorization Detail Processor",
        plural="Authorization Detail Processors",
        columns=INSTANCE_COLUMNS,
        empty="A processor validates authorization details. The JSON Schema processor uses a schema and a sentence for"
        " the consent page.",
    ),
    form=ItemForm(),
)

PROCESSOR_KIND = plugin_kind(
    handle=handles.DETAIL_PROCESSORS,
    model=AuthorizationDetailProcessor,
    plugins=PROCESSOR_PLUGINS,
    area=Area.CONFIGURATION,
    text=ResourceText(
        title="Authorization Detail Processors",
        singular="Authorization Detail Processor",
        description="Plug-ins that validate, describe and compare authorization details.",
    ),
    ui=UI,
    descriptor=AuthorizationDetailProcessorDescriptor,
)
PROCESSORS = PROCESSOR_KIND.resource
