"""The resource declaration of authentication selectors."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.options import ResourceText
from hanse.config.declare.resource import UsageCategory
from hanse.config.declare.rules import Proposal
from hanse.config.declare.types import Name
from hanse.config.declare.ui.declaration import ItemForm, ItemList, Ui
from hanse.config.declare.ui.navigation import AUTHENTICATION_POLICIES, ConsolePage, Tile, TileIcon
from hanse.config.plugins.contracts import check_contract
from hanse.config.plugins.descriptors import PluginDescriptor
from hanse.config.plugins.kind import plugin_kind
from hanse.config.plugins.model import INSTANCE_COLUMNS, PluginInstance
from hanse.config.plugins.plugin import PluginSet
from hanse.kit.errors import FieldError
from hanse.kit.texts.messages import message
from hanse.plugins.contracts.selectors import KIND, Selector
from hanse.plugins.selectors.authentication_context.plugin import REQUESTED_CONTEXT
from hanse.plugins.selectors.clients.plugin import CLIENT_SET
from hanse.plugins.selectors.extended_property.plugin import EXTENDED_PROPERTY, PROPERTY
from hanse.plugins.selectors.network.plugin import CIDR
from hanse.plugins.selectors.request_parameter.plugin import HTTP_PARAMETER
from hanse.plugins.selectors.scopes.plugin import REQUESTED_SCOPES

MOST_VALUES = 500
SELECTOR_PLUGINS: PluginSet[Selector] = PluginSet(
    KIND, (CIDR, HTTP_PARAMETER, REQUESTED_CONTEXT, REQUESTED_SCOPES, CLIENT_SET, EXTENDED_PROPERTY)
)


class AuthenticationSelectorAttribute(ConfigModel):
    """A result value of a selector."""

    name: Annotated[Name, Field(title="Result value")]


class AuthenticationSelectorAttributeContract(ConfigModel):
    """The result values that an administrator defines for a selector whose type has none of its own."""

    extended_attributes: Annotated[
        list[AuthenticationSelectorAttribute],
        Field(
            title="Result values",
            description="Values that policies can branch on, in the order in which they are compared.",
            max_length=MOST_VALUES,
            default_factory=list,
        ),
    ]


class AuthenticationSelector(PluginInstance):
    """An authentication selector: an instance of a plug-in that chooses a branch by properties of the request."""

    attribute_contract: Annotated[
        AuthenticationSelectorAttributeContract | None, Field(title="Selector result values")
    ] = None


class AuthenticationSelectorDescriptor(PluginDescriptor):
    """A plug-in for selectors."""


def _check_property(proposal: Proposal[AuthenticationSelector]) -> Iterator[FieldError]:
    """Find an extended property that is not declared."""
    link, configuration = proposal.new.plugin_descriptor_ref, proposal.new.configuration
    if link is None or link.id != EXTENDED_PROPERTY.id or configuration is None:
        return
    declared = {each.name for each in proposal.view.singleton(handles.EXTENDED_PROPERTIES).items}
    for index, each in enumerate(configuration.fields):
        if each.name == PROPERTY and each.value and each.value not in declared:
            text = message("There is no extended property '{name}'.", name=each.value)
            yield FieldError(text, f"configuration.fields[{index}].value", "reference_not_found")


UI = Ui(
    page=ConsolePage(
        id="selectors",
        label="Selectors",
        heading=AUTHENTICATION_POLICIES,
        slug="selectors",
        position=20,
        keywords=("CIDR", "IP address", "network range"),
        tile=Tile(
            TileIcon.FILTER,
            "Conditions, such as network range or requested scope, that choose the path of a policy.",
            position=50,
        ),
    ),
    guide="selectors",
    items=ItemList(
        singular="Selector",
        plural="Selectors",
        columns=INSTANCE_COLUMNS,
        empty="A selector chooses the path of a policy by properties of the request: its network, a parameter, its "
        "scopes, its client or an extended property.",
    ),
    form=ItemForm(),
)

SELECTOR_KIND = plugin_kind(
    handle=handles.SELECTORS,
    model=AuthenticationSelector,
    plugins=SELECTOR_PLUGINS,
    area=Area.CONFIGURATION,
    text=ResourceText(
        title="Authentication Selector",
        description="Conditions that choose the path through a policy by properties of the request.",
    ),
    descriptor=AuthenticationSelectorDescriptor,
    ui=UI,
    inherits=("attribute_contract",),
    rules=(check_contract(SELECTOR_PLUGINS), _check_property),
    usage=UsageCategory.AUTHENTICATION_SELECTOR,
)
SELECTORS = SELECTOR_KIND.resource
