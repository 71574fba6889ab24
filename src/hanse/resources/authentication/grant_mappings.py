"""Grant mappings: whose a persistent grant is, and what is kept with it, by where the user comes from."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import Field

from hanse.config.access import Area
from hanse.config.fields import Ref, ResourceId, ResourceLink
from hanse.config.resource import Proposal, Resource, UniqueTogether
from hanse.config.validation import to_body
from hanse.config.view import View
from hanse.kit.errors import FieldError
from hanse.resources.mapping import oauth
from hanse.resources.mapping.checking import mapping_errors
from hanse.resources.mapping.contexts import CONTRACTS, context_source
from hanse.resources.mapping.model import AttributeMapping, SourceType
from hanse.resources.mapping.offer import Offer


class ApcToPersistentGrantMapping(AttributeMapping):
    """What a policy contract says about the owner of a grant."""

    id: Annotated[ResourceId | None, Field(title="ID")] = None
    authentication_policy_contract_ref: Annotated[
        ResourceLink, Field(title="Authentication policy contract"), Ref(CONTRACTS)
    ]


def contract_offer(view: View, body: Mapping[str, Any]) -> Offer:
    """Return what a mapping is to fulfil and from what, by a body that need not be whole."""
    id_ = (body.get("authenticationPolicyContractRef") or {}).get("id")
    required = frozenset({oauth.USER_KEY, oauth.USER_NAME})
    contract = context_source(view, SourceType.AUTHENTICATION_POLICY_CONTRACT, CONTRACTS, id_)
    return Offer(oauth.grant_attributes(view), (contract, oauth.request_context()), required)


def _check_contract_mapping(proposal: Proposal[ApcToPersistentGrantMapping]) -> Iterator[FieldError]:
    yield from mapping_errors(proposal.new, contract_offer(proposal.view, to_body(proposal.new)))


CONTRACT_GRANT_MAPPINGS = Resource(
    kind="oauth/authenticationPolicyContractMappings",
    path="/oauth/authenticationPolicyContractMappings",
    model=ApcToPersistentGrantMapping,
    area=Area.CONFIGURATION,
    title="Policy Contract Grant Mapping",
    description="Whose a persistent grant is, for users that a policy contract tells of.",
    page="/authentication/oauth/policy-contract-grant-mapping/edit/{id}",
    rules=(_check_contract_mapping,),
    unique_together=(UniqueTogether(("authenticationPolicyContractRef",), "This contract has a mapping already."),),
)
