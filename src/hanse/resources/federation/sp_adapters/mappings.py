"""Mappings to SP adapters: the fulfillment of an adapter's contract, by the source of the user."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Annotated, Any, TypeVar

from pydantic import Field

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.fields import CompoundId, Ref, ResourceId, ShortText
from hanse.config.declare.handles import Handle
from hanse.config.declare.options import DocumentIds, ResourceText, StorageOptions
from hanse.config.declare.resource import Resource
from hanse.config.declare.rules import Proposal, Rule, SaveRules, UniqueTogether
from hanse.config.declare.ui.declaration import Body as ListedBody
from hanse.config.declare.ui.declaration import ItemForm, ItemList, NameOf, Ui
from hanse.config.declare.ui.layout import FormLayout
from hanse.config.declare.ui.mapping import MappingForm
from hanse.config.declare.ui.navigation import APPLICATION_INTEGRATION, ConsolePage
from hanse.config.declare.validation import to_body
from hanse.config.declare.view import View
from hanse.config.plugins.contracts import contract_attributes
from hanse.kit.errors import FieldError
from hanse.kit.texts.messages import message
from hanse.resources.applications.clients.addresses import OptionalSecureAddress, OptionalWebAddress
from hanse.resources.federation.sp_adapters.resource import NO_SP_ADAPTER, SP_ADAPTER_PLUGINS
from hanse.resources.mapping.contexts import context_source, request_context
from hanse.resources.mapping.list_columns import EXTENT_COLUMN
from hanse.resources.mapping.mapping_rules import mapping_errors
from hanse.resources.mapping.model import AttributeMapping, SourceType
from hanse.resources.mapping.offer import MappingOffer
from hanse.resources.mapping.properties import property_references

_LONGEST_ID = 256
M = TypeVar("M", bound=AttributeMapping)
Offering = Callable[[View, Mapping[str, Any]], MappingOffer]


TargetAdapter = Annotated[
    ResourceId,
    Field(title="SP adapter", description="SP adapter whose attributes are fulfilled."),
    Ref(handles.SP_ADAPTERS),
]
DefaultTarget = Annotated[
    OptionalWebAddress | None,
    Field(
        title="Default target resource",
        description="Address in the application to which users are sent if the request names none. If empty, the"
        " default URL of the server applies.",
    ),
]
LicenseGroup = Annotated[
    ShortText | None, Field(title="License connection group", description="Has no effect on this server.")
]


class IdpToSpAdapterMapping(AttributeMapping):
    """A mapping from an IdP adapter to an SP adapter."""

    id: Annotated[CompoundId | None, Field(title="ID")] = None
    source_id: Annotated[
        ResourceId,
        Field(title="IdP adapter", description="IdP adapter whose users are handed over."),
        Ref(handles.ADAPTERS),
    ]
    target_id: TargetAdapter
    default_target_resource: DefaultTarget = None
    application_name: Annotated[
        ShortText | None,
        Field(
            title="Application name",
            description="Name of the application on sign-in pages. If empty, the name in the SP adapter applies.",
        ),
    ] = None
    application_icon_url: Annotated[
        OptionalSecureAddress | None,
        Field(
            title="Application icon URL",
            description="Address of the application's logo on sign-in pages. If empty, the address in the SP adapter"
            " applies.",
        ),
    ] = None
    license_connection_group_assignment: LicenseGroup = None


class ApcToSpAdapterMapping(AttributeMapping):
    """A mapping from an authentication policy contract to an SP adapter."""

    id: Annotated[CompoundId | None, Field(title="ID")] = None
    source_id: Annotated[
        ResourceId,
        Field(title="Authentication policy contract", description="Policy contract whose users are handed over."),
        Ref(handles.POLICY_CONTRACTS),
    ]
    target_id: TargetAdapter
    default_target_resource: DefaultTarget = None
    license_connection_group_assignment: LicenseGroup = None


def _offer(type_: SourceType, source: Handle[Any], view: View, body: Mapping[str, Any]) -> MappingOffer:
    """Return the attributes and sources of a mapping. The body may be incomplete."""
    adapter = view.find(handles.SP_ADAPTERS, str(body.get("targetId") or ""))
    names = (
        ()
        if adapter is None
        else contract_attributes(view, adapter.body, plugins=SP_ADAPTER_PLUGINS, resource=handles.SP_ADAPTERS)
    )
    user = context_source(view, type_, source, body.get("sourceId"))
    return MappingOffer(names, (user, request_context()), missing=NO_SP_ADAPTER)


def _id_of(body: dict[str, Any]) -> str | None:
    """Return the id that clients of the API expect."""
    made = f"{body['sourceId']}|{body['targetId']}"
    return made if len(made) <= _LONGEST_ID else None


def _checked(offer: Offering) -> Rule[Any]:
    def check(proposal: Proposal[M]) -> Iterator[FieldError]:
        yield from mapping_errors(proposal.new, offer(proposal.view, to_body(proposal.new)), proposal.view)

    return check


def _named_by(source: Handle[Any]) -> Callable[[ListedBody, NameOf], str]:
    """Return the function for the display name of a mapping: its source and its SP adapter."""

    def name(body: ListedBody, name_of: NameOf) -> str:
        user = name_of(source, str(body.get("sourceId") or ""))
        adapter = name_of(handles.SP_ADAPTERS, str(body.get("targetId") or ""))
        return message("{context} → {manager}", context=user, manager=adapter)

    return name


def _mappings(
    handle: Handle[Any],
    model: type[M],
    *,
    page: ConsolePage,
    type_: SourceType,
    source: Handle[Any],
    text: ResourceText,
    empty: str,
    in_use: str,
) -> Resource[M]:
    """Declare the mappings from one kind of source."""
    offer = partial(_offer, type_, source)
    return Resource(
        path=handle.path,
        model=model,
        area=Area.CONFIGURATION,
        text=text,
        ids=DocumentIds(derive=_id_of),
        saving=SaveRules(
            rules=(_checked(offer),),
            unique_together=(UniqueTogether(("sourceId", "targetId"), in_use),),
        ),
        storage=StorageOptions(references=property_references),
        ui=Ui(
            page=page,
            guide="sp-adapters",
            items=ItemList(
                singular=text.title,
                plural=page.label,
                computed=EXTENT_COLUMN,
                naming=_named_by(source),
                empty=empty,
            ),
            form=ItemForm(
                layout=FormLayout(left_out=frozenset({"licenseConnectionGroupAssignment"})),
                prefilled=("sourceId", "targetId"),
                mapping=MappingForm(offer=offer, decides=frozenset({"sourceId", "targetId"})),
            ),
        ),
    )


ADAPTER_MAPPINGS = _mappings(
    handles.SP_ADAPTER_MAPPINGS,
    IdpToSpAdapterMapping,
    page=ConsolePage(
        id="spAdapterMappings",
        label="Adapter-to-Adapter Mappings",
        heading=APPLICATION_INTEGRATION,
        slug="adapter-to-adapter-mappings",
        position=40,
        keywords=("IdP adapter", "SP adapter", "attributes"),
    ),
    type_=SourceType.ADAPTER,
    source=handles.ADAPTERS,
    text=ResourceText(
        title="Adapter-to-Adapter Mapping",
        description="Attributes that an application receives about users who sign in with an IdP adapter.",
    ),
    empty="A mapping determines the attributes that an SP adapter hands over about users of an IdP adapter.",
    in_use="This IdP adapter is already mapped to this SP adapter.",
)
CONTRACT_MAPPINGS = _mappings(
    handles.SP_CONTRACT_MAPPINGS,
    ApcToSpAdapterMapping,
    page=ConsolePage(
        id="spContractMappings",
        label="Policy Contract Adapter Mappings",
        heading=APPLICATION_INTEGRATION,
        slug="policy-contract-adapter-mappings",
        position=50,
        keywords=("APC", "SP adapter", "attributes"),
    ),
    type_=SourceType.AUTHENTICATION_POLICY_CONTRACT,
    source=handles.POLICY_CONTRACTS,
    text=ResourceText(
        title="Policy Contract Adapter Mapping",
        description="Attributes that an application receives about users whose policy ends with a contract.",
    ),
    empty="A mapping determines the attributes that an SP adapter hands over about users whose authentication policy"
    " ends with a contract.",
    in_use="This policy contract is already mapped to this SP adapter.",
)
