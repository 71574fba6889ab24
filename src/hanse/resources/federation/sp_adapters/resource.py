"""The resource declaration of SP adapters, with their attribute contracts."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Final
from urllib.parse import quote

from pydantic import Field

from hanse import handles
from hanse.config.declare.access import Area, Principal
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.options import ResourceText
from hanse.config.declare.rules import Proposal
from hanse.config.declare.types import Name
from hanse.config.declare.ui.declaration import ItemFacts, ItemForm, ItemList, Ui
from hanse.config.declare.ui.navigation import APPLICATION_INTEGRATION, ConsolePage, Tile, TileIcon
from hanse.config.declare.view import View
from hanse.config.plugins.contracts import (
    check_contract,
    core_attributes_field,
    extended_attributes_field,
    settle_contract,
)
from hanse.config.plugins.descriptors import PluginDescriptor
from hanse.config.plugins.kind import plugin_kind
from hanse.config.plugins.model import INSTANCE_COLUMNS, PluginInstance
from hanse.config.plugins.plugin import PluginSet
from hanse.kit.errors import FieldError
from hanse.kit.texts.messages import message
from hanse.plugins.contracts.sp_adapters import KIND, ServiceProviderAdapter
from hanse.plugins.sp_adapters.open_token.plugin import OPEN_TOKEN
from hanse.plugins.sp_adapters.signed_jwt.plugin import SIGNED_JWT
from hanse.resources.applications.clients.addresses import OptionalSecureAddress
from hanse.resources.base_url import base_url_of

# The address at which users sign in to an application with an SP adapter.
HANDOVER_PATH: Final = "/pf/adapter2adapter.ping"
SP_ADAPTER_PARAMETER: Final = "SpSessionAuthnAdapterId"
# The text of mappings without attributes to fulfill (`MappingOffer.missing`).
NO_SP_ADAPTER: Final = message("Choose an SP adapter with attributes first.")
# Path segments of the API beside the adapters' own ids.
_RESERVED_IDS: Final = frozenset({"descriptors", "urlMappings"})
SP_ADAPTER_PLUGINS: PluginSet[ServiceProviderAdapter] = PluginSet(KIND, (SIGNED_JWT, OPEN_TOKEN))


class SpAdapterAttribute(ConfigModel):
    """An attribute that an application receives."""

    name: Annotated[Name, Field(title="Attribute")]


class SpAdapterAttributeContract(ConfigModel):
    """The attributes that an application receives about a user."""

    core_attributes: Annotated[list[SpAdapterAttribute] | None, core_attributes_field()] = None
    extended_attributes: Annotated[
        list[SpAdapterAttribute],
        extended_attributes_field("Attributes that the application receives in addition to the core attributes."),
    ]


class SpAdapterTargetApplicationInfo(ConfigModel):
    """The application as users see it."""

    application_name: Annotated[
        str | None,
        Field(
            title="Application name",
            description="Name of the application on sign-in pages. If empty, pages name no application.",
            max_length=256,
        ),
    ] = None
    application_icon_url: Annotated[
        OptionalSecureAddress | None,
        Field(title="Application icon URL", description="Address of the application's logo on sign-in pages."),
    ] = None


class SpAdapter(PluginInstance):
    """An SP adapter: an instance of a plug-in that hands users over to an application."""

    attribute_contract: Annotated[SpAdapterAttributeContract | None, Field(title="Attribute contract")] = None
    target_application_info: Annotated[
        SpAdapterTargetApplicationInfo | None, Field(title="Target application information")
    ] = None


class SpAdapterDescriptor(PluginDescriptor):
    """A plug-in for SP adapters."""


def _check_id(proposal: Proposal[SpAdapter]) -> Iterator[FieldError]:
    if proposal.new.id in _RESERVED_IDS:
        yield FieldError("This ID is reserved.", "id", "reserved_id")


def _addresses(view: View, id_: str, _principal: Principal) -> Mapping[str, str]:
    """Return the address that starts a sign-in, which applications link to."""
    base_url = base_url_of(view)
    if not base_url:
        return {}
    return {"Sign-in URL": f"{base_url}{HANDOVER_PATH}?{SP_ADAPTER_PARAMETER}={quote(id_, safe='')}"}


UI = Ui(
    page=ConsolePage(
        id="spAdapters",
        label="SP Adapters",
        heading=APPLICATION_INTEGRATION,
        slug="sp-adapters",
        position=20,
        keywords=("hand-over", "OpenToken", "reference ID", "application", "JWT"),
        tile=Tile(TileIcon.INTEGRATION, "Hand-over of signed-in users to applications.", position=20),
    ),
    guide="sp-adapters",
    item=ItemFacts(facts=_addresses),
    items=ItemList(
        singular="SP Adapter",
        plural="SP Adapters",
        columns=INSTANCE_COLUMNS,
        empty="An SP adapter hands signed-in users over to an application that does not use OAuth, OpenID Connect or"
        " SAML.",
    ),
    form=ItemForm(),
)

SP_ADAPTER_KIND = plugin_kind(
    handle=handles.SP_ADAPTERS,
    model=SpAdapter,
    plugins=SP_ADAPTER_PLUGINS,
    area=Area.CONFIGURATION,
    text=ResourceText(title="SP Adapter", description="Hand-over of signed-in users to applications."),
    descriptor=SpAdapterDescriptor,
    ui=UI,
    has_actions=True,
    inherits=("attribute_contract", "target_application_info"),
    fill=settle_contract(SP_ADAPTER_PLUGINS),
    rules=(check_contract(SP_ADAPTER_PLUGINS), _check_id),
)
SP_ADAPTERS = SP_ADAPTER_KIND.resource
