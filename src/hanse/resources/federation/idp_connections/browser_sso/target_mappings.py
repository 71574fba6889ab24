"""Mappings of a connection to applications: to the contract of an SP adapter, or to a policy contract."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Final

from pydantic import Field, model_validator

from hanse import handles
from hanse.config.declare.fields import Ref, ResourceLink
from hanse.config.declare.ui.annotations import NotInForms
from hanse.config.plugins.overrides import InstanceOverride, OverrideKind
from hanse.kit.errors import FieldError
from hanse.resources.federation.connections.unsupported_members import without_unsupported
from hanse.resources.federation.connections.virtual_ids import (
    IsRestricted,
    RestrictedIds,
    RestrictedMapping,
    restriction_errors,
)
from hanse.resources.federation.sp_adapters.resource import SP_ADAPTER_PLUGINS, SpAdapterAttributeContract
from hanse.resources.mapping.model import AttributeMapping

SP_ADAPTER_OVERRIDES: Final = OverrideKind(
    SP_ADAPTER_PLUGINS, handles.SP_ADAPTERS, ("idpBrowserSso", "adapterMappings"), "spAdapterRef"
)


class SpAdapterOverride(InstanceOverride):
    """Settings of an SP adapter for the users of one connection."""

    attribute_contract: Annotated[SpAdapterAttributeContract | None, Field(title="Attribute contract")] = None

    @model_validator(mode="before")
    @classmethod
    def _check_members(cls, sent: Any) -> Any:
        # Sign-in pages of a partner do not name the application.
        return without_unsupported(sent, ("targetApplicationInfo",))


class SpAdapterMapping(RestrictedMapping):
    """The fulfillment of an SP adapter's contract with the attributes of a partner's user."""

    sp_adapter_ref: Annotated[
        ResourceLink,
        Field(title="SP adapter", description="SP adapter that hands the partner's users over to an application."),
        Ref(handles.SP_ADAPTERS),
    ]
    adapter_override_settings: Annotated[
        SpAdapterOverride | None,
        Field(
            title="Adapter override",
            description="Settings that replace those of the SP adapter for users of this connection. Omitted settings"
            " are inherited from the SP adapter.",
        ),
        NotInForms(),
    ] = None


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
