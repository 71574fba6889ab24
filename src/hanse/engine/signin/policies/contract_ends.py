"""The end of a policy with a policy contract: by its own mapping, or through a local identity profile."""

from dataclasses import dataclass
from typing import TypeAlias

from hanse.engine.attributes import AttributeFulfillment
from hanse.engine.signin.contracts import Value
from hanse.engine.signin.policies.local_identities import ExternalUser, LocalIdentities, LocalUserRefused
from hanse.engine.signin.policies.policy_request import PolicyRequest
from hanse.engine.signin.policies.values import Sources
from hanse.engine.snapshot.local_profiles import LOCAL_PROFILES
from hanse.kit.local_users import UNIQUE_ID
from hanse.resources.authentication.policies.tree import ApcMappingPolicyAction, LocalIdentityMappingPolicyAction
from hanse.resources.mapping.model import SourceType

ContractEnd: TypeAlias = ApcMappingPolicyAction | LocalIdentityMappingPolicyAction


@dataclass(frozen=True)
class ContractEnds:
    """Fulfills the contracts with which policies end."""

    fulfillment: AttributeFulfillment
    identities: LocalIdentities

    async def fulfill(self, turn: PolicyRequest, action: ContractEnd, values: Sources) -> tuple[str, dict[str, Value]]:
        """Return the contract and its attributes. Raises LocalUserRefused, and as `AttributeFulfillment`."""
        snapshot = turn.request.snapshot
        if isinstance(action, ApcMappingPolicyAction):
            found = await self.fulfillment.fulfill(snapshot, action.attribute_mapping, values)
            return action.authentication_policy_contract_ref.id, found
        id_ = action.local_identity_ref.id
        profile = snapshot.part(LOCAL_PROFILES).get(id_)
        if profile is None:
            raise LocalUserRefused("The local identity profile cannot be used.")
        passed = next((each for each in reversed(turn.position.passed) if each.proves), None)
        if passed is None:
            # A fragment can begin with the profile.
            raise LocalUserRefused("Nobody was authenticated before the local identity profile.")
        external = None
        if action.inbound_mapping is not None:
            inbound = await self.fulfillment.fulfill(snapshot, action.inbound_mapping, values)
            external = ExternalUser(passed.adapter, inbound)
        user = await self.identities.find(snapshot, id_, turn.position.local_user, external)
        # The sessions and grants of the sign-in belong to the account, and end with it.
        passed.local_user = user.id
        attributes = {**user.attributes, UNIQUE_ID: user.id}
        own: Sources = {(SourceType.LOCAL_IDENTITY_PROFILE, id_): attributes, **values}
        return profile.contract, await self.fulfillment.fulfill(snapshot, action.outbound_attribute_mapping, own)
