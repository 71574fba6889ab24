"""The resource declaration of token generators, with their attribute contracts."""

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
from hanse.plugins.contracts.token_generators import KIND, SecurityTokenGenerator
from hanse.plugins.token_generators.jwt.plugin import JWT_GENERATOR
from hanse.plugins.token_generators.saml.plugin import SAML_GENERATOR

GENERATOR_PLUGINS: PluginSet[SecurityTokenGenerator] = PluginSet(KIND, (JWT_GENERATOR, SAML_GENERATOR))


class TokenGeneratorAttribute(ConfigModel):
    """An attribute of a generated token."""

    name: Annotated[Name, Field(title="Attribute")]


class TokenGeneratorAttributeContract(ConfigModel):
    """The attributes of generated tokens."""

    core_attributes: Annotated[list[TokenGeneratorAttribute] | None, core_attributes_field()] = None
    extended_attributes: Annotated[
        list[TokenGeneratorAttribute],
        extended_attributes_field("Attributes that the tokens have in addition to the core attributes."),
    ]


class TokenGenerator(PluginInstance):
    """A token generator: an instance of a plug-in that issues tokens."""

    attribute_contract: Annotated[TokenGeneratorAttributeContract | None, Field(title="Attribute contract")] = None


class TokenGeneratorDescriptor(PluginDescriptor):
    """A plug-in for token generators."""


UI = Ui(
    page=ConsolePage(
        id="tokenGenerators",
        label="Token Generators",
        heading=TOKEN_EXCHANGE,
        slug="token-generators",
        position=30,
        keywords=("RFC 8693", "STS", "JWT", "SAML"),
    ),
    guide="token-exchange",
    items=ItemList(
        singular="Token Generator",
        plural="Token Generators",
        columns=INSTANCE_COLUMNS,
        empty="A token generator issues tokens other than access tokens, such as a JSON Web Token for a partner.",
    ),
    form=ItemForm(),
)

GENERATOR_KIND = plugin_kind(
    handle=handles.TOKEN_GENERATORS,
    model=TokenGenerator,
    plugins=GENERATOR_PLUGINS,
    area=Area.CONFIGURATION,
    text=ResourceText(title="Token Generator", description="Issue of tokens other than access tokens."),
    descriptor=TokenGeneratorDescriptor,
    ui=UI,
    inherits=("attribute_contract",),
    fill=settle_contract(GENERATOR_PLUGINS),
    rules=(check_contract(GENERATOR_PLUGINS),),
)
GENERATORS = GENERATOR_KIND.resource
