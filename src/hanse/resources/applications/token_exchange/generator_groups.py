"""Generator groups: the token generators for the requested types of tokens, by resource."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel, Ref, ResourceId, ResourceLink, Searchable, Unique
from hanse.config.declare.options import ListOptions, ResourceText
from hanse.config.declare.resource import Resource
from hanse.config.declare.rules import Proposal, SaveRules
from hanse.config.declare.types import Name
from hanse.config.declare.ui.declaration import DefaultItem, ItemForm, ItemList, Ui
from hanse.config.declare.ui.navigation import TOKEN_EXCHANGE, ConsolePage
from hanse.config.list_query import ListQuery
from hanse.kit.errors import FieldError
from hanse.kit.texts.messages import message
from hanse.resources.applications.access_tokens.model import ResourceUri
from hanse.resources.applications.token_exchange.token_types import ACCESS_TOKEN, REFRESH_TOKEN, TokenType

MOST_URIS, MOST_MAPPINGS = 1_000, 100


class TokenExchangeGeneratorMapping(ConfigModel):
    """The token generator for one requested type of token."""

    requested_token_type: Annotated[
        TokenType,
        Field(
            title="Requested token type",
            description="Value of requested_token_type in requests (RFC 8693, section 3), such as"
            " urn:ietf:params:oauth:token-type:jwt.",
        ),
    ]
    token_generator: Annotated[
        ResourceLink,
        Field(title="Token generator", description="Token generator that issues tokens of this type."),
        Ref(handles.TOKEN_GENERATORS),
    ]
    default_mapping: Annotated[
        bool,
        Field(
            title="Default",
            description="Applies to requests for a resource of the group that name no token type.",
        ),
    ] = False


class TokenExchangeGeneratorGroup(ConfigModel):
    """A generator group."""

    id: Annotated[ResourceId | None, Field(title="ID")] = None
    name: Annotated[Name, Field(title="Name"), Unique("This name is already in use."), Searchable()]
    resource_uris: Annotated[
        list[ResourceUri],
        Field(
            title="Resource URIs",
            description="Resources that the tokens are for. A request selects the group with the parameter resource or"
            " audience.",
            max_length=MOST_URIS,
            default_factory=list,
        ),
    ]
    generator_mappings: Annotated[
        list[TokenExchangeGeneratorMapping],
        Field(
            title="Token generator mappings",
            description="Token generator for each token type that clients can request.",
            max_length=MOST_MAPPINGS,
        ),
    ]


class TokenExchangeGeneratorSettings(ConfigModel):
    """Settings that apply to all generator groups."""

    default_generator_group_ref: Annotated[
        ResourceLink | None,
        Field(
            title="Default generator group",
            description="Generator group for requests that name no resource of a group.",
        ),
        Ref(handles.GENERATOR_GROUPS, released=True),
    ] = None


Groups = Proposal[TokenExchangeGeneratorGroup]


def _check_types(proposal: Groups) -> Iterator[FieldError]:
    if not proposal.new.generator_mappings:
        text = "A group needs at least one token generator mapping."
        yield FieldError(text, "generatorMappings", "required_field")
    seen: set[str] = set()
    has_default = False
    for index, each in enumerate(proposal.new.generator_mappings):
        path = f"generatorMappings[{index}]"
        type_ = each.requested_token_type
        if type_ in (ACCESS_TOKEN, REFRESH_TOKEN):
            text = "Token generators cannot issue access tokens and refresh tokens."
            yield FieldError(text, f"{path}.requestedTokenType", "not_supported")
        elif type_ in seen:
            text = "The group already has a generator for this token type."
            yield FieldError(text, f"{path}.requestedTokenType", "value_in_use")
        if each.default_mapping and has_default:
            yield FieldError("Only one mapping can be the default.", f"{path}.defaultMapping", "value_in_use")
        has_default = has_default or each.default_mapping
        seen.add(type_)


def _check_uris(proposal: Groups) -> Iterator[FieldError]:
    """Check that a resource URI selects one group."""
    others = {
        uri: str(each.body["name"])
        for each in proposal.view.list(GENERATOR_GROUPS, ListQuery()).items
        if each.id != proposal.new.id
        for uri in each.body.get("resourceUris") or ()
    }
    seen: set[str] = set()
    for index, uri in enumerate(proposal.new.resource_uris):
        if uri in others:
            text = message("The generator group {name} already has this resource URI.", name=others[uri])
            yield FieldError(text, f"resourceUris[{index}]", "value_in_use")
        elif uri in seen:
            yield FieldError("Enter each resource URI only once.", f"resourceUris[{index}]", "value_in_use")
        seen.add(uri)


UI = Ui(
    page=ConsolePage(
        id="tokenExchangeGeneratorGroups",
        label="Generator Groups",
        heading=TOKEN_EXCHANGE,
        slug="generator-groups",
        position=40,
        keywords=("RFC 8693", "requested token type", "resource"),
    ),
    guide="token-exchange",
    items=ItemList(
        singular="Generator Group",
        plural="Generator Groups",
        columns=("id", "resourceUris"),
        default=DefaultItem(handles.GENERATOR_SETTINGS, "defaultGeneratorGroupRef"),
        empty="A generator group selects the token generator for the type of token that a client requests.",
    ),
    form=ItemForm(),
)

GENERATOR_GROUPS = Resource(
    path=handles.GENERATOR_GROUPS.path,
    model=TokenExchangeGeneratorGroup,
    area=Area.CONFIGURATION,
    text=ResourceText(
        title="Token Exchange Generator Group",
        description="Token generators for the requested types of tokens, by resource.",
    ),
    lists=ListOptions(sort_by="name"),
    saving=SaveRules(rules=(_check_types, _check_uris)),
    ui=UI,
)

GENERATOR_SETTINGS = Resource(
    path=handles.GENERATOR_SETTINGS.path,
    model=TokenExchangeGeneratorSettings,
    area=Area.CONFIGURATION,
    text=ResourceText(
        title="Token Exchange Generator Settings", description="Settings that apply to all generator groups."
    ),
    default=TokenExchangeGeneratorSettings,
)
