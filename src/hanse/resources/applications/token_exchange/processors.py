"""The resource declaration of token processors, with their attribute contracts."""

from typing import Annotated

from pydantic import Field

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.options import ResourceText
from hanse.config.declare.types import Name
from hanse.config.declare.ui.declaration import ItemForm, ItemList, Ui
from hanse.config.declare.ui.navigation import TOKEN_EXCHANGE, ConsolePage
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
from hanse.plugins.contracts.token_processors import KIND, SecurityTokenProcessor
from hanse.plugins.token_processors.access_token.plugin import ACCESS_TOKEN_PROCESSOR
from hanse.plugins.token_processors.jwt.plugin import JWT_PROCESSOR
from hanse.plugins.token_processors.saml.plugin import SAML_PROCESSOR

PROCESSOR_PLUGINS: PluginSet[SecurityTokenProcessor] = PluginSet(
    KIND, (JWT_PROCESSOR, ACCESS_TOKEN_PROCESSOR, SAML_PROCESSOR)
)


class TokenProcessorAttribute(ConfigModel):
    """An attribute that a token processor provides."""

    name: Annotated[Name, Field(title="Attribute")]
    masked: Annotated[bool, Field(title="Mask log values", description="Mask this attribute's values in logs.")] = False


class TokenProcessorAttributeContract(ConfigModel):
    """The attributes that a token processor provides about a token."""

    core_attributes: Annotated[list[TokenProcessorAttribute] | None, core_attributes_field()] = None
    extended_attributes: Annotated[
        list[TokenProcessorAttribute],
        extended_attributes_field("Claims of the token that policies can use in addition to the core attributes."),
    ]
    mask_ognl_values: Annotated[
        bool,
        Field(title="Mask results of expressions", description="Also mask the results of expressions in logs."),
    ] = False


class TokenProcessor(PluginInstance):
    """A token processor: an instance of a plug-in that validates tokens."""

    attribute_contract: Annotated[TokenProcessorAttributeContract | None, Field(title="Attribute contract")] = None


class TokenProcessorDescriptor(PluginDescriptor):
    """A plug-in for token processors."""


UI = Ui(
    page=ConsolePage(
        id="tokenProcessors",
        label="Token Processors",
        heading=TOKEN_EXCHANGE,
        slug="token-processors",
        position=10,
        keywords=("RFC 8693", "STS", "JWT", "subject token", "actor token"),
    ),
    guide="token-exchange",
    items=ItemList(
        singular="Token Processor",
        plural="Token Processors",
        columns=INSTANCE_COLUMNS,
        empty="A token processor validates tokens that clients exchange: JSON Web Tokens of a trusted issuer, or access"
        " tokens of this server.",
    ),
    form=ItemForm(),
)

PROCESSOR_KIND = plugin_kind(
    handle=handles.TOKEN_PROCESSORS,
    model=TokenProcessor,
    plugins=PROCESSOR_PLUGINS,
    area=Area.CONFIGURATION,
    text=ResourceText(title="Token Processor", description="Validation of tokens that clients exchange."),
    descriptor=TokenProcessorDescriptor,
    ui=UI,
    inherits=("attribute_contract",),
    fill=settle_contract(PROCESSOR_PLUGINS),
    rules=(check_contract(PROCESSOR_PLUGINS),),
)
PROCESSORS = PROCESSOR_KIND.resource
