"""Mappings from a source of users to the attribute contract of an SP connection."""

from typing import Annotated, Any, Final

from pydantic import Field, model_validator

from hanse import handles
from hanse.config.declare.fields import Ref, ResourceLink
from hanse.resources.federation.connections.unsupported_members import without_unsupported
from hanse.resources.federation.connections.virtual_ids import RestrictedMapping

MOST_MAPPINGS: Final = 100


class AssertionMapping(RestrictedMapping):
    """The fulfillment of the attribute contract for users of one source."""

    abort_sso_transaction_as_fail_safe: Annotated[
        bool,
        Field(
            title="Abort if a look-up fails",
            description="End the sign-in with an error if a data store cannot be reached. If off, the assertion is"
            " issued without the attributes of the look-up.",
        ),
    ] = False


class IdpAdapterAssertionMapping(AssertionMapping):
    """The mapping for users of an IdP adapter."""

    idp_adapter_ref: Annotated[
        ResourceLink,
        Field(title="IdP adapter", description="Adapter whose users the mapping applies to."),
        Ref(handles.ADAPTERS),
    ]

    @model_validator(mode="before")
    @classmethod
    def _check_members(cls, sent: Any) -> Any:
        return without_unsupported(sent, ("adapterOverrideSettings",))


class AuthenticationPolicyContractAssertionMapping(AssertionMapping):
    """The mapping for users of an authentication policy contract."""

    authentication_policy_contract_ref: Annotated[
        ResourceLink,
        Field(
            title="Authentication policy contract", description="Policy contract whose users the mapping applies to."
        ),
        Ref(handles.POLICY_CONTRACTS),
    ]
