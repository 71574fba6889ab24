"""Mappings of a connection to applications: to the contract of an SP adapter, or to a policy contract."""

from typing import Annotated, Any

from pydantic import Field, model_validator

from hanse import handles
from hanse.config.declare.fields import Ref, ResourceLink
from hanse.resources.federation.connections.unsupported_members import without_unsupported
from hanse.resources.mapping.model import AttributeMapping


class SpAdapterMapping(AttributeMapping):
    """The fulfillment of an SP adapter's contract with the attributes of a partner's user."""

    sp_adapter_ref: Annotated[
        ResourceLink,
        Field(title="SP adapter", description="SP adapter that hands the partner's users over to an application."),
        Ref(handles.SP_ADAPTERS),
    ]

    @model_validator(mode="before")
    @classmethod
    def _check_members(cls, sent: Any) -> Any:
        unsupported = ("adapterOverrideSettings", "restrictVirtualEntityIds", "restrictedVirtualEntityIds")
        return without_unsupported(sent, unsupported)


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

    @model_validator(mode="before")
    @classmethod
    def _check_members(cls, sent: Any) -> Any:
        return without_unsupported(sent, ("restrictVirtualServerIds", "restrictedVirtualServerIds"))
