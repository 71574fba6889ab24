"""Mappings of a connection to applications: to the contract of an SP adapter, or to a policy contract."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any

from pydantic import Field, model_validator

from hanse import handles
from hanse.config.declare.fields import Ref, ResourceLink
from hanse.kit.errors import FieldError
from hanse.resources.federation.connections.unsupported_members import without_unsupported
from hanse.resources.federation.connections.virtual_ids import (
    IsRestricted,
    RestrictedIds,
    RestrictedMapping,
    restriction_errors,
)
from hanse.resources.mapping.model import AttributeMapping


class SpAdapterMapping(RestrictedMapping):
    """The fulfillment of an SP adapter's contract with the attributes of a partner's user."""

    sp_adapter_ref: Annotated[
        ResourceLink,
        Field(title="SP adapter", description="SP adapter that hands the partner's users over to an application."),
        Ref(handles.SP_ADAPTERS),
    ]

    @model_validator(mode="before")
    @classmethod
    def _check_members(cls, sent: Any) -> Any:
        return without_unsupported(sent, ("adapterOverrideSettings",))


class AuthenticationPolicyContractMapping(AttributeMapping):
    """The fulfillment of a policy contract with the attributes of a partner's user."""

    authentication_policy_contract_ref: Annotated[
        ResourceLink,
        Field(
            title="Authentication policy contract",
            description="Policy contract whose mappings to SP adapters hand the partner's users over to applications.",
        ),
        Ref(handles.POLICY_CONTRACTS),
    ]
    restrict_virtual_server_ids: IsRestricted = False
    restricted_virtual_server_ids: RestrictedIds

    def applies_to(self, virtual_id: str) -> bool:
        """Return whether the mapping is used for a virtual server ID; it is empty for the server's own entity ID."""
        return not self.restrict_virtual_server_ids or virtual_id in self.restricted_virtual_server_ids

    def virtual_id_errors(self, known: Sequence[str], path: str) -> Iterator[FieldError]:
        """Find IDs that the connection does not have, and a restriction without IDs."""
        return restriction_errors(
            known,
            self.restricted_virtual_server_ids,
            f"{path}.restrictedVirtualServerIds",
            is_restricted=self.restrict_virtual_server_ids,
        )


TargetMapping = SpAdapterMapping | AuthenticationPolicyContractMapping
