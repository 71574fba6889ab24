"""Processor policies: which tokens can be exchanged, and the attributes that result from them."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Annotated, Any

from pydantic import Field

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel, Ref, ResourceId, ResourceLink, Searchable, Unique
from hanse.config.declare.options import ListOptions, ResourceText, StorageOptions
from hanse.config.declare.resource import Resource
from hanse.config.declare.rules import Proposal, SaveRules, repeated_attributes
from hanse.config.declare.types import Name
from hanse.config.declare.ui.declaration import DefaultItem, ItemForm, ItemList, Ui
from hanse.config.declare.ui.layout import FormLayout
from hanse.config.declare.ui.mapping import MappingForm
from hanse.config.declare.ui.navigation import TOKEN_EXCHANGE, ConsolePage
from hanse.config.declare.validation import to_body
from hanse.config.declare.view import View
from hanse.kit.errors import FieldError
from hanse.resources.applications.token_exchange.token_types import TokenType
from hanse.resources.mapping import oauth_sources
from hanse.resources.mapping.contexts import context_source, request_context
from hanse.resources.mapping.mapping_rules import mapping_errors
from hanse.resources.mapping.model import AttributeMapping, SourceType
from hanse.resources.mapping.offer import MappingOffer, MappingSource
from hanse.resources.mapping.properties import property_references

MOST_ATTRIBUTES, MOST_MAPPINGS = 1_000, 100
SUBJECT, MAPPINGS = "subject", "processorMappings"


class TokenExchangeProcessorAttribute(ConfigModel):
    """An attribute of a processor policy."""

    name: Annotated[Name, Field(title="Attribute")]


Attribute = TokenExchangeProcessorAttribute


class TokenExchangeProcessorAttributeContract(ConfigModel):
    """The attributes that a policy provides. `subject` is always one of them."""

    core_attributes: Annotated[
        list[Attribute],
        Field(title="Core attributes", max_length=MOST_ATTRIBUTES, default_factory=lambda: [Attribute(name=SUBJECT)]),
    ]
    extended_attributes: Annotated[
        list[Attribute],
        Field(
            title="Extended attributes",
            description=f"Attributes that the policy provides in addition to {SUBJECT}, which every policy has.",
            max_length=MOST_ATTRIBUTES,
            default_factory=list,
        ),
    ]


class TokenExchangeProcessorMapping(AttributeMapping):
    """The processors for one combination of token types, and the fulfillment of the contract with their attributes."""

    subject_token_type: Annotated[
        TokenType,
        Field(
            title="Subject token type",
            description="Value of subject_token_type in requests (RFC 8693, section 3), such as"
            " urn:ietf:params:oauth:token-type:access_token.",
        ),
    ]
    subject_token_processor: Annotated[
        ResourceLink,
        Field(title="Subject token processor", description="Token processor that validates the subject token."),
        Ref(handles.TOKEN_PROCESSORS),
    ]
    actor_token_type: Annotated[
        TokenType | None,
        Field(
            title="Actor token type",
            description="Value of actor_token_type in requests. If empty, the mapping applies to requests without an"
            " actor token.",
        ),
    ] = None
    actor_token_processor: Annotated[
        ResourceLink | None,
        Field(title="Actor token processor", description="Token processor that validates the actor token."),
        Ref(handles.TOKEN_PROCESSORS),
    ] = None


class TokenExchangeProcessorPolicy(ConfigModel):
    """A processor policy."""

    id: Annotated[ResourceId | None, Field(title="ID")] = None
    name: Annotated[Name, Field(title="Name"), Unique("This name is already in use."), Searchable()]
    actor_token_required: Annotated[
        bool,
        Field(
            title="Actor token required",
            description="Refuse requests without an actor token, so that issued tokens always name who acts for the"
            " subject.",
        ),
    ] = False
    attribute_contract: Annotated[
        TokenExchangeProcessorAttributeContract,
        Field(title="Attribute contract", default_factory=TokenExchangeProcessorAttributeContract),
    ]
    processor_mappings: Annotated[
        list[TokenExchangeProcessorMapping],
        Field(
            title="Token processor mappings",
            description="Combinations of token types that clients can present.",
            max_length=MOST_MAPPINGS,
        ),
    ]


class TokenExchangeProcessorSettings(ConfigModel):
    """Settings that apply to all processor policies."""

    default_processor_policy_ref: Annotated[
        ResourceLink | None,
        Field(title="Default processor policy", description="Policy for clients that have no policy of their own."),
        Ref(handles.TOKEN_EXCHANGE_POLICIES, released=True),
    ] = None


Policies = Proposal[TokenExchangeProcessorPolicy]


def offer(view: View, body: Mapping[str, Any]) -> MappingOffer:
    """Return the attributes and sources of a mapping: the body of the policy with the members of the mapping.

    It may be incomplete.
    """
    extended = (body.get("attributeContract") or {}).get("extendedAttributes") or ()
    names = dict.fromkeys((SUBJECT, *(each.get("name") for each in extended if each.get("name"))))
    tokens = [_token_source(view, SourceType.SUBJECT_TOKEN, body.get("subjectTokenProcessor"))]
    if body.get("actorTokenProcessor"):
        tokens.append(_token_source(view, SourceType.ACTOR_TOKEN, body.get("actorTokenProcessor")))
    sources = (*tokens, *oauth_sources.client_metadata(view), request_context())
    return MappingOffer(tuple(names), sources, frozenset({SUBJECT}))


def _token_source(view: View, type_: SourceType, link: Mapping[str, Any] | None) -> MappingSource:
    found = context_source(view, type_, handles.TOKEN_PROCESSORS, (link or {}).get("id"))
    # A mapping has one subject token and at most one actor token, so that no id is needed.
    return replace(found, id=None)


def _prepare(proposal: Policies) -> TokenExchangeProcessorPolicy:
    contract = proposal.new.attribute_contract.model_copy(update={"core_attributes": [Attribute(name=SUBJECT)]})
    return proposal.new.model_copy(update={"attribute_contract": contract})


def _check_contract(proposal: Policies) -> Iterator[FieldError]:
    names = (each.name for each in proposal.new.attribute_contract.extended_attributes)
    return repeated_attributes(names, (SUBJECT,), "attributeContract.extendedAttributes")


def _check_types(proposal: Policies) -> Iterator[FieldError]:
    """Check that each request selects at most one mapping, and that each mapping can be selected."""
    if not proposal.new.processor_mappings:
        yield FieldError("A policy needs at least one token processor mapping.", MAPPINGS, "required_field")
    seen: set[tuple[str, str | None]] = set()
    for index, each in enumerate(proposal.new.processor_mappings):
        path = f"{MAPPINGS}[{index}]"
        if each.actor_token_type is None and each.actor_token_processor is not None:
            yield FieldError("Enter the type of the actor token.", f"{path}.actorTokenType", "required_field")
        elif each.actor_token_type is not None and each.actor_token_processor is None:
            text = "Choose the processor of the actor token."
            yield FieldError(text, f"{path}.actorTokenProcessor", "required_field")
        elif each.actor_token_type is None and proposal.new.actor_token_required:
            text = "This policy requires an actor token. Enter its type and processor."
            yield FieldError(text, f"{path}.actorTokenType", "required_field")
        if (types := (each.subject_token_type, each.actor_token_type)) in seen:
            text = "The policy already has a mapping for these token types."
            yield FieldError(text, f"{path}.subjectTokenType", "value_in_use")
        seen.add(types)


def _check_mappings(proposal: Policies) -> Iterator[FieldError]:
    body = to_body(proposal.new)
    for index, each in enumerate(proposal.new.processor_mappings):
        offered = offer(proposal.view, {**body, **body[MAPPINGS][index]})
        yield from mapping_errors(each, offered, proposal.view, f"{MAPPINGS}[{index}].")


UI = Ui(
    page=ConsolePage(
        id="tokenExchangeProcessorPolicies",
        label="Processor Policies",
        heading=TOKEN_EXCHANGE,
        slug="processor-policies",
        position=20,
        keywords=("RFC 8693", "delegation", "impersonation", "act", "subject token", "actor token"),
    ),
    guide="token-exchange",
    items=ItemList(
        singular="Processor Policy",
        plural="Processor Policies",
        columns=("id", "actorTokenRequired"),
        default=DefaultItem(handles.TOKEN_EXCHANGE_SETTINGS, "defaultProcessorPolicyRef"),
        empty="A processor policy determines which tokens clients can exchange, how they are validated, and the"
        " attributes that issued tokens are made from.",
    ),
    form=ItemForm(
        layout=FormLayout(left_out=frozenset({"attributeContract.coreAttributes"})),
        mapping=MappingForm(
            offer=offer,
            holder=MAPPINGS,
            item_model=TokenExchangeProcessorMapping,
            label="Token processor mappings",
            help="Processors and contract fulfillment for each combination of token types that clients can present.",
            decides=frozenset(
                {
                    "attributeContract.extendedAttributes.name",
                    f"{MAPPINGS}.subjectTokenProcessor",
                    f"{MAPPINGS}.actorTokenProcessor",
                }
            ),
        ),
    ),
)

TOKEN_EXCHANGE_POLICIES = Resource(
    path=handles.TOKEN_EXCHANGE_POLICIES.path,
    model=TokenExchangeProcessorPolicy,
    area=Area.CONFIGURATION,
    text=ResourceText(
        title="Token Exchange Processor Policy",
        description="Tokens that clients can exchange, and the attributes that result from them.",
    ),
    lists=ListOptions(sort_by="name"),
    saving=SaveRules(
        prepare=_prepare,
        rules=(_check_contract, _check_types, _check_mappings),
        reads=frozenset({handles.TOKEN_PROCESSORS}),
    ),
    storage=StorageOptions(references=property_references),
    ui=UI,
)

TOKEN_EXCHANGE_SETTINGS = Resource(
    path=handles.TOKEN_EXCHANGE_SETTINGS.path,
    model=TokenExchangeProcessorSettings,
    area=Area.CONFIGURATION,
    text=ResourceText(
        title="Token Exchange Processor Settings", description="Settings that apply to all processor policies."
    ),
    default=TokenExchangeProcessorSettings,
)
