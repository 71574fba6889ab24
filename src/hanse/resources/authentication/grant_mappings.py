"""Grant mappings: the owner and the attributes of a persistent grant, by the source of the user."""

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, TypeVar

from pydantic import Field

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.fields import Ref, ResourceId, ResourceLink, ServerSet
from hanse.config.declare.handles import Handle
from hanse.config.declare.options import DocumentIds, ResourceText, StorageOptions
from hanse.config.declare.resource import Resource
from hanse.config.declare.rules import Proposal, Rule, SaveRules, UniqueTogether
from hanse.config.declare.ui.declaration import Body as ListedBody
from hanse.config.declare.ui.declaration import ItemForm, ItemList, NameOf, Ui
from hanse.config.declare.ui.layout import FormLayout
from hanse.config.declare.ui.mapping import MappingForm
from hanse.config.declare.ui.navigation import AUTHENTICATION_OAUTH, ConsolePage, Tile, TileIcon
from hanse.config.declare.validation import to_body
from hanse.config.declare.view import View
from hanse.kit.errors import FieldError
from hanse.resources.mapping import oauth_sources
from hanse.resources.mapping.contexts import context_source, request_context
from hanse.resources.mapping.list_columns import EXTENT_COLUMN, name_by_id
from hanse.resources.mapping.mapping_rules import mapping_errors
from hanse.resources.mapping.model import AttributeMapping, SourceType
from hanse.resources.mapping.offer import MappingOffer, MappingSource
from hanse.resources.mapping.properties import property_references

M = TypeVar("M", bound=AttributeMapping)
_Offering = Callable[[View, Mapping[str, Any]], MappingOffer]


class ApcToPersistentGrantMapping(AttributeMapping):
    """Mapping from the attributes of a policy contract to the owner and the attributes of a persistent grant."""

    id: Annotated[ResourceId | None, Field(title="ID")] = None
    authentication_policy_contract_ref: Annotated[
        ResourceLink,
        Field(
            title="Authentication policy contract", description="Policy contract whose users the mapping applies to."
        ),
        Ref(handles.POLICY_CONTRACTS),
    ]


class IdpAdapterMapping(AttributeMapping):
    """Mapping from an IdP adapter to the owner of a grant. Each adapter has at most one, with the adapter's id."""

    id: Annotated[
        ResourceId,
        Field(title="IdP adapter", description="Adapter whose users the mapping applies to."),
        Ref(handles.ADAPTERS),
    ]
    idp_adapter_ref: Annotated[ResourceLink | None, ServerSet(), Field(title="IdP adapter")] = None


class ResourceOwnerCredentialsMapping(AttributeMapping):
    """Mapping from a password validator to the owner of a grant.

    Each validator has at most one, with the validator's id.
    """

    id: Annotated[
        ResourceId,
        Field(
            title="Password credential validator",
            description="Password credential validator whose users the mapping applies to.",
        ),
        Ref(handles.PASSWORD_VALIDATORS),
    ]
    password_validator_ref: Annotated[
        ResourceLink | None, ServerSet(), Field(title="Password credential validator")
    ] = None


def contract_offer(view: View, body: Mapping[str, Any]) -> MappingOffer:
    """Return the attributes and sources of a mapping. The body may be incomplete."""
    id_ = (body.get("authenticationPolicyContractRef") or {}).get("id")
    return grant_offer(
        view, context_source(view, SourceType.AUTHENTICATION_POLICY_CONTRACT, handles.POLICY_CONTRACTS, id_)
    )


def adapter_offer(view: View, body: Mapping[str, Any]) -> MappingOffer:
    """Return the attributes and sources of an adapter's mapping."""
    return grant_offer(view, context_source(view, SourceType.ADAPTER, handles.ADAPTERS, body.get("id")))


def credentials_offer(view: View, body: Mapping[str, Any]) -> MappingOffer:
    """Return the attributes and sources of a validator's mapping.

    No display name is mapped, because no consent page is shown to users whose password a client sends (RFC 6749,
    section 4.3).
    """
    validator = context_source(
        view, SourceType.PASSWORD_CREDENTIAL_VALIDATOR, handles.PASSWORD_VALIDATORS, body.get("id")
    )
    return grant_offer(view, validator, without=oauth_sources.USER_NAME)


def grant_offer(view: View, source: MappingSource, without: str = "") -> MappingOffer:
    """Return the attributes of a grant, and their sources; `without` is an attribute that is not mapped."""
    names = tuple(name for name in oauth_sources.grant_attributes(view) if name != without)
    required = frozenset({oauth_sources.USER_KEY, oauth_sources.USER_NAME} - {without})
    return MappingOffer(
        names, (source, *oauth_sources.client_metadata(view), request_context(oauth_sources.GRANT_LIFETIME)), required
    )


def mapping_rule(offer: _Offering) -> Rule[Any]:
    """Return the rule that compares a mapping with what its offer contains."""

    def check(proposal: Proposal[M]) -> Iterator[FieldError]:
        yield from mapping_errors(proposal.new, offer(proposal.view, to_body(proposal.new)), proposal.view)

    return check


def _contract_of(body: dict[str, Any]) -> str | None:
    """Return the id that clients of the API expect of a mapping: the id of its source."""
    return str(body["authenticationPolicyContractRef"]["id"])


def _name_adapter(proposal: Proposal[IdpAdapterMapping]) -> IdpAdapterMapping:
    return proposal.new.model_copy(update={"idp_adapter_ref": ResourceLink(id=proposal.new.id)})


def _name_validator(proposal: Proposal[ResourceOwnerCredentialsMapping]) -> ResourceOwnerCredentialsMapping:
    return proposal.new.model_copy(update={"password_validator_ref": ResourceLink(id=proposal.new.id)})


def _contract_name(body: ListedBody, name_of: NameOf) -> str:
    """Return the display name of a grant mapping: the name of its contract."""
    return name_of(handles.POLICY_CONTRACTS, str((body.get("authenticationPolicyContractRef") or {}).get("id") or ""))


CONTRACT_GRANT_MAPPINGS_UI = Ui(
    page=ConsolePage(
        id="policyContractGrantMapping",
        label="Policy Contract Grant Mapping",
        heading=AUTHENTICATION_OAUTH,
        slug="policy-contract-grant-mapping",
        position=20,
        keywords=("APC", "USER_KEY", "persistent grant"),
        tile=Tile(
            TileIcon.EXCHANGE,
            "Mapping of authentication policy contracts to persistent grants.",
            position=80,
        ),
    ),
    guide="grant-mappings",
    items=ItemList(
        singular="Grant Mapping",
        plural="Grant Mappings",
        computed=EXTENT_COLUMN,
        naming=_contract_name,
        empty="A mapping determines the owner of a persistent grant for users who authenticate"
        " through a policy contract.",
    ),
    form=ItemForm(
        prefilled=("authenticationPolicyContractRef",),
        mapping=MappingForm(offer=contract_offer, decides=frozenset({"authenticationPolicyContractRef"})),
    ),
)

CONTRACT_GRANT_MAPPINGS = Resource(
    path=handles.CONTRACT_GRANT_MAPPINGS.path,
    model=ApcToPersistentGrantMapping,
    area=Area.CONFIGURATION,
    text=ResourceText(
        title="Policy Contract Grant Mapping",
        description="Owner of a persistent grant for users who authenticate through a policy contract.",
    ),
    ids=DocumentIds(derive=_contract_of),
    saving=SaveRules(
        rules=(mapping_rule(contract_offer),),
        unique_together=(UniqueTogether(("authenticationPolicyContractRef",), "This contract already has a mapping."),),
    ),
    storage=StorageOptions(references=property_references),
    ui=CONTRACT_GRANT_MAPPINGS_UI,
)


def _mappings_of_source(
    kind: Handle[Any],
    model: type[M],
    *,
    page: ConsolePage,
    description: str,
    empty: str,
    source: Handle[Any],
    reference: str,
    in_use: str,
    offer: _Offering,
    prepare: Callable[[Proposal[M]], M],
) -> Resource[M]:
    """Declare grant mappings whose ids are those of their sources.

    `reference` is the member of answers that refers to the source. Forms leave it out, because the id has the same
    value.
    """
    return Resource(
        path=kind.path,
        model=model,
        area=Area.CONFIGURATION,
        text=ResourceText(title=page.label, description=description),
        ids=DocumentIds(in_use=in_use),
        saving=SaveRules(prepare=prepare, rules=(mapping_rule(offer),)),
        storage=StorageOptions(references=property_references),
        ui=Ui(
            page=page,
            guide="grant-mappings",
            items=ItemList(
                singular="Grant Mapping",
                plural="Grant Mappings",
                computed=EXTENT_COLUMN,
                naming=name_by_id(source),
                empty=empty,
            ),
            form=ItemForm(
                layout=FormLayout(left_out=frozenset({reference})),
                prefilled=("id",),
                mapping=MappingForm(offer=offer, decides=frozenset({"id"})),
            ),
        ),
    )


ADAPTER_GRANT_MAPPINGS = _mappings_of_source(
    handles.ADAPTER_GRANT_MAPPINGS,
    IdpAdapterMapping,
    page=ConsolePage(
        id="idpAdapterGrantMapping",
        label="IdP Adapter Grant Mapping",
        heading=AUTHENTICATION_OAUTH,
        slug="idp-adapter-grant-mapping",
        position=10,
        keywords=("USER_KEY", "persistent grant"),
    ),
    description="Owner of a persistent grant for users who authenticate with an IdP adapter.",
    empty="A mapping determines the owner of a persistent grant for users who authenticate with an IdP adapter.",
    source=handles.ADAPTERS,
    reference="idpAdapterRef",
    in_use="This adapter already has a mapping.",
    offer=adapter_offer,
    prepare=_name_adapter,
)
CREDENTIALS_GRANT_MAPPINGS = _mappings_of_source(
    handles.CREDENTIALS_GRANT_MAPPINGS,
    ResourceOwnerCredentialsMapping,
    page=ConsolePage(
        id="resourceOwnerCredentialsGrantMapping",
        label="Resource Owner Credentials Grant Mapping",
        heading=AUTHENTICATION_OAUTH,
        slug="resource-owner-credentials-grant-mapping",
        position=30,
        keywords=("ROPC", "password grant", "USER_KEY"),
    ),
    description="Owner of a persistent grant for users whose password a client sends.",
    empty="A mapping determines the owner of a persistent grant for users whose password a client sends and a"
    " validator checks.",
    source=handles.PASSWORD_VALIDATORS,
    reference="passwordValidatorRef",
    in_use="This validator already has a mapping.",
    offer=credentials_offer,
    prepare=_name_validator,
)
