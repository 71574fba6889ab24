"""The configured processors."""

from typing import Annotated

from pydantic import Field

from hanse.config.declare.access import Area
from hanse.config.declare.ui.declaration import Ui
from hanse.config.declare.ui.navigation import OAUTH_SETTINGS, ConsolePage
from hanse.config.plugins.descriptors import PluginDescriptor
from hanse.config.plugins.kind import plugin_kind
from hanse.config.plugins.model import PluginInstance
from hanse.config.plugins.plugin import PluginSet
from hanse.plugins.authorization_details.json_schema.plugin import JSON_SCHEMA
from hanse.plugins.contracts.authorization_details import KIND, DetailProcessor

PROCESSOR_PLUGINS: PluginSet[DetailProcessor] = PluginSet(KIND, (JSON_SCHEMA,))


class AuthorizationDetailProcessor(PluginInstance):
    """An instance of a plug-in that understands authorization details."""


class AuthorizationDetailProcessorDescriptor(PluginDescriptor):
    """A plug-in for processors."""

    supported_authorization_detail_types: Annotated[
        list[str],
        Field(default_factory=list, description="Types that the plug-in supports. An empty list means any type."),
    ]


PAGE = ConsolePage(
    id="authorizationDetailTypes",
    label="Authorization Detail Types",
    heading=OAUTH_SETTINGS,
    slug="authorization-detail-types",
    position=60,
    is_react=True,
)
UI = Ui(
    page=PAGE,
    item_page="/system/oauth-settings/authorization-detail-types/processors/edit/{id}",
)

PROCESSOR_KIND = plugin_kind(
    path="/oauth/authorizationDetailProcessors",
    model=AuthorizationDetailProcessor,
    plugins=PROCESSOR_PLUGINS,
    area=Area.CONFIGURATION,
    title="Authorization Detail Processors",
    singular="Authorization Detail Processor",
    description="Plug-ins that validate, describe and compare authorization details.",
    ui=UI,
    descriptor=AuthorizationDetailProcessorDescriptor,
)
PROCESSORS = PROCESSOR_KIND.resource
