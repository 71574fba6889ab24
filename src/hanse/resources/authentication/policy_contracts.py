"""Policy contracts: the attributes that an authentication policy provides."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel, ResourceId, Searchable, ServerSet, Unique
from hanse.config.declare.options import ListOptions, ResourceText
from hanse.config.declare.resource import Resource
from hanse.config.declare.rules import Proposal, SaveRules, repeated_attributes
from hanse.config.declare.types import Moment, Name
from hanse.config.declare.ui.declaration import ItemForm, ItemList, Ui
from hanse.config.declare.ui.layout import FormLayout
from hanse.config.declare.ui.navigation import AUTHENTICATION_POLICIES, ConsolePage
from hanse.kit.clock import Clock, to_text
from hanse.kit.errors import FieldError

MOST_ATTRIBUTES = 1_000
SUBJECT = "subject"


class AuthenticationPolicyContractAttribute(ConfigModel):
    """An attribute of a policy contract."""

    name: Annotated[Name, Field(title="Attribute")]


Attribute = AuthenticationPolicyContractAttribute


class AuthenticationPolicyContract(ConfigModel):
    """A policy contract. Every contract has the attribute `subject`, which identifies the user."""

    id: Annotated[ResourceId | None, Field(title="ID")] = None
    name: Annotated[Name, Field(title="Contract name"), Unique("This name is already in use."), Searchable()]
    core_attributes: Annotated[
        list[Attribute],
        Field(title="Core attributes", max_length=MOST_ATTRIBUTES, default_factory=lambda: [Attribute(name=SUBJECT)]),
    ]
    extended_attributes: Annotated[
        list[Attribute],
        Field(
            title="Extended attributes",
            description=f"Attributes that a policy provides in addition to {SUBJECT}, which every contract has.",
            max_length=MOST_ATTRIBUTES,
            default_factory=list,
        ),
    ]
    last_modified: Annotated[Moment | None, Field(title="Last modified"), ServerSet()] = None


def _prepare(proposal: Proposal[AuthenticationPolicyContract]) -> AuthenticationPolicyContract:
    new = proposal.new.model_copy(update={"core_attributes": [Attribute(name=SUBJECT)]})
    if proposal.old is not None and new == proposal.old:
        return new
    return new.model_copy(update={"last_modified": to_text(proposal.ports.get(Clock).now())})


def _check_attributes(proposal: Proposal[AuthenticationPolicyContract]) -> Iterator[FieldError]:
    names = (each.name for each in proposal.new.extended_attributes)
    return repeated_attributes(names, (SUBJECT,), "extendedAttributes")


UI = Ui(
    page=ConsolePage(
        id="policyContracts",
        label="Policy Contracts",
        heading=AUTHENTICATION_POLICIES,
        slug="policy-contracts",
        position=60,
        keywords=("APC", "attributes", "claims"),
    ),
    guide="policy-contracts",
    items=ItemList(
        singular="Policy Contract",
        plural="Policy Contracts",
        columns=("extendedAttributes", "lastModified"),
        empty="A contract names the attributes that a policy provides once a user is authenticated. Applications and"
        " partners receive these attributes, whichever way the user signed in.",
    ),
    form=ItemForm(layout=FormLayout(left_out=frozenset({"coreAttributes"}))),
)

POLICY_CONTRACTS = Resource(
    path=handles.POLICY_CONTRACTS.path,
    model=AuthenticationPolicyContract,
    area=Area.CONFIGURATION,
    text=ResourceText(
        title="Authentication Policy Contract",
        description="Attributes that an authentication policy provides to the requester.",
    ),
    lists=ListOptions(sort_by="name"),
    saving=SaveRules(prepare=_prepare, rules=(_check_attributes,)),
    ui=UI,
)
