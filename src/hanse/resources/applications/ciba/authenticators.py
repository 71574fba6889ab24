"""The resource declaration of out-of-band authenticators, with their attribute contracts."""

from typing import Annotated

from pydantic import Field

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.options import ResourceText
from hanse.config.declare.resource import UsageCategory
from hanse.config.declare.types import Name
from hanse.config.declare.ui.declaration import ItemForm, ItemList, Ui
from hanse.config.declare.ui.navigation import AUTHENTICATION_OAUTH, ConsolePage
from hanse.config.plugins.contracts import (
    check_contract,
    core_attributes_field,
    extended_attributes_field,
    settle_contract,
)
from hanse.config.plugins.descriptors import PluginDescriptor
from hanse.config.plugins.kind import PluginKind, plugin_kind
from hanse.config.plugins.model import INSTANCE_COLUMNS, PluginInstance
from hanse.config.plugins.plugin import PluginSet
from hanse.plugins.contracts.out_of_band import KIND, OutOfBandNotifier
from hanse.plugins.out_of_band.email.plugin import EMAIL_AUTHENTICATOR

AUTHENTICATOR_PLUGINS: PluginSet[OutOfBandNotifier] = PluginSet(KIND, (EMAIL_AUTHENTICATOR,))


class OutOfBandAuthAttribute(ConfigModel):
    """An attribute of the user that an authenticator needs."""

    name: Annotated[Name, Field(title="Attribute")]


class OutOfBandAuthAttributeContract(ConfigModel):
    """The attributes of the user that an authenticator needs. Request policies fulfill them."""

    core_attributes: Annotated[list[OutOfBandAuthAttribute] | None, core_attributes_field()] = None
    extended_attributes: Annotated[
        list[OutOfBandAuthAttribute],
        extended_attributes_field("Attributes that request policies fulfill in addition to the core attributes."),
    ]


class OutOfBandAuthenticator(PluginInstance):
    """An out-of-band authenticator: an instance of a plug-in that notifies users of requests."""

    attribute_contract: Annotated[OutOfBandAuthAttributeContract | None, Field(title="Attribute contract")] = None


class OutOfBandAuthPluginDescriptor(PluginDescriptor):
    """A plug-in for out-of-band authenticators."""


UI = Ui(
    page=ConsolePage(
        id="cibaAuthenticators",
        label="CIBA Authenticators",
        heading=AUTHENTICATION_OAUTH,
        slug="ciba-authenticators",
        position=40,
        keywords=("out-of-band", "OOB", "backchannel authentication", "decoupled"),
    ),
    guide="backchannel-authentication",
    items=ItemList(
        singular="CIBA Authenticator",
        plural="CIBA Authenticators",
        columns=INSTANCE_COLUMNS,
        empty="An authenticator notifies users of requests that a client has started, so that they can approve or"
        " refuse them.",
    ),
    form=ItemForm(),
)

AUTHENTICATOR_KIND: PluginKind[OutOfBandNotifier] = plugin_kind(
    handle=handles.OUT_OF_BAND_AUTHENTICATORS,
    model=OutOfBandAuthenticator,
    plugins=AUTHENTICATOR_PLUGINS,
    area=Area.CONFIGURATION,
    text=ResourceText(
        title="CIBA Authenticator", description="Plug-ins that notify users of backchannel authentication requests."
    ),
    descriptor=OutOfBandAuthPluginDescriptor,
    ui=UI,
    has_actions=True,
    inherits=("attribute_contract",),
    fill=settle_contract(AUTHENTICATOR_PLUGINS),
    rules=(check_contract(AUTHENTICATOR_PLUGINS),),
    usage=UsageCategory.OOB_AUTH_PLUGIN,
)
AUTHENTICATORS = AUTHENTICATOR_KIND.resource
