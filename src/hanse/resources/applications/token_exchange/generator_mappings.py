"""Token generator mappings: the fulfillment of a token generator's attributes, by the processor policy."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import Field

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.fields import CompoundId, Ref, ResourceId, ShortText
from hanse.config.declare.options import DocumentIds, ResourceText, StorageOptions
from hanse.config.declare.resource import Resource
from hanse.config.declare.rules import Proposal, SaveRules, UniqueTogether
from hanse.config.declare.ui.declaration import Body as ListedBody
from hanse.config.declare.ui.declaration import ItemForm, ItemList, NameOf, Ui
from hanse.config.declare.ui.layout import FormLayout
from hanse.config.declare.ui.mapping import MappingForm
from hanse.config.declare.ui.navigation import TOKEN_EXCHANGE, ConsolePage
from hanse.config.declare.validation import to_body
from hanse.config.declare.view import View
from hanse.config.plugins.contracts import contract_attributes
from hanse.kit.errors import FieldError
from hanse.kit.texts.messages import message
from hanse.resources.applications.token_exchange.generators import GENERATOR_PLUGINS
from hanse.resources.mapping import oauth_sources
from hanse.resources.mapping.contexts import context_source, request_context
from hanse.resources.mapping.list_columns import EXTENT_COLUMN
from hanse.resources.mapping.mapping_rules import mapping_errors
from hanse.resources.mapping.model import AttributeMapping, SourceType
from hanse.resources.mapping.offer import MappingOffer
from hanse.resources.mapping.properties import property_references

_LONGEST_ID = 256


class ProcessorPolicyToGeneratorMapping(AttributeMapping):
    """A token generator mapping."""

    id: Annotated[CompoundId | None, Field(title="ID")] = None
    source_id: Annotated[
        ResourceId,
        Field(title="Processor policy", description="Processor policy whose attributes are mapped."),
        Ref(handles.TOKEN_EXCHANGE_POLICIES),
    ]
    target_id: Annotated[
        ResourceId,
        Field(title="Token generator", description="Token generator whose attributes are fulfilled."),
        Ref(handles.TOKEN_GENERATORS),
    ]
    license_connection_group_assignment: Annotated[
        ShortText | None, Field(title="License connection group", description="Has no effect on this server.")
    ] = None


Mappings = Proposal[ProcessorPolicyToGeneratorMapping]


def offer(view: View, body: Mapping[str, Any]) -> MappingOffer:
    """Return the attributes and sources of a mapping. The body may be incomplete."""
    generator = view.find(handles.TOKEN_GENERATORS, str(body.get("targetId") or ""))
    names = (
        ()
        if generator is None
        else contract_attributes(view, generator.body, plugins=GENERATOR_PLUGINS, resource=handles.TOKEN_GENERATORS)
    )
    policy = context_source(
        view, SourceType.TOKEN_EXCHANGE_PROCESSOR_POLICY, handles.TOKEN_EXCHANGE_POLICIES, body.get("sourceId")
    )
    return MappingOffer(names, (policy, *oauth_sources.client_metadata(view), request_context()))


def _id_of(body: dict[str, Any]) -> str | None:
    """Return the id that clients of the API expect."""
    made = f"{body['sourceId']}|{body['targetId']}"
    return made if len(made) <= _LONGEST_ID else None


def _check_mapping(proposal: Mappings) -> Iterator[FieldError]:
    yield from mapping_errors(proposal.new, offer(proposal.view, to_body(proposal.new)), proposal.view)


def _mapping_name(body: ListedBody, name_of: NameOf) -> str:
    """Return the display name of a mapping: the processor policy and the token generator."""
    policy = name_of(handles.TOKEN_EXCHANGE_POLICIES, str(body.get("sourceId") or ""))
    generator = name_of(handles.TOKEN_GENERATORS, str(body.get("targetId") or ""))
    return message("{context} → {manager}", context=policy, manager=generator)


UI = Ui(
    page=ConsolePage(
        id="tokenGeneratorMappings",
        label="Token Generator Mappings",
        heading=TOKEN_EXCHANGE,
        slug="token-generator-mappings",
        position=50,
        keywords=("RFC 8693", "claims", "attributes"),
    ),
    guide="token-exchange",
    items=ItemList(
        singular="Token Generator Mapping",
        plural="Token Generator Mappings",
        computed=EXTENT_COLUMN,
        naming=_mapping_name,
        empty="A mapping determines the sources of the attributes in tokens that a token generator issues for a"
        " processor policy.",
    ),
    form=ItemForm(
        layout=FormLayout(left_out=frozenset({"licenseConnectionGroupAssignment"})),
        prefilled=("sourceId", "targetId"),
        mapping=MappingForm(offer=offer, decides=frozenset({"sourceId", "targetId"})),
    ),
)

GENERATOR_MAPPINGS = Resource(
    path=handles.GENERATOR_MAPPINGS.path,
    model=ProcessorPolicyToGeneratorMapping,
    area=Area.CONFIGURATION,
    text=ResourceText(
        title="Token Generator Mapping",
        description="Attributes in generated tokens, by the processor policy of the exchange.",
    ),
    ids=DocumentIds(derive=_id_of),
    saving=SaveRules(
        rules=(_check_mapping,),
        unique_together=(
            UniqueTogether(
                ("sourceId", "targetId"), "This processor policy is already mapped to this token generator."
            ),
        ),
    ),
    storage=StorageOptions(references=property_references),
    ui=UI,
)
