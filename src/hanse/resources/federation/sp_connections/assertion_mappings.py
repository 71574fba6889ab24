"""Mappings from a source of users to the attribute contract of an SP connection."""

from typing import Annotated, Any, Final

from pydantic import Field, model_validator

from hanse import handles
from hanse.config.declare.fields import Ref, ResourceLink
from hanse.config.declare.ui.annotations import NotInForms
from hanse.config.plugins.overrides import InstanceOverride, OverrideKind
from hanse.resources.authentication.adapters.resource import ADAPTER_PLUGINS
from hanse.resources.federation.connections.unsupported_members import without_unsupported
from hanse.resources.federation.connections.virtual_ids import RestrictedMapping

MOST_MAPPINGS: Final = 100
IDP_ADAPTER_OVERRIDES: Final = OverrideKind(
    ADAPTER_PLUGINS, handles.ADAPTERS, ("spBrowserSso", "adapterMappings"), "idpAdapterRef"
)


class IdpAdapterOverride(InstanceOverride):
    """Settings of an IdP adapter for sign-ins for one connection."""

    authn_ctx_class_ref: Annotated[
        str | None,
        Field(
            title="Authentication context",
            description="Authentication context class of users who sign in with these settings. If empty, that of the"
            " adapter.",
            max_length=1024,
        ),
    ] = None

    @model_validator(mode="before")
    @classmethod
    def _check_members(cls, sent: Any) -> Any:
        # The attributes are those of the adapter, which the mapping of the connection uses.
        return without_unsupported(sent, ("attributeContract", "attributeMapping"))


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
    adapter_override_settings: Annotated[
        IdpAdapterOverride | None,
        Field(
            title="Adapter override",
            description="Settings that replace those of the IdP adapter for sign-ins for this connection, which have"
            " sessions of their own. Omitted settings are inherited from the IdP adapter.",
        ),
        NotInForms(),
    ] = None


class AuthenticationPolicyContractAssertionMapping(AssertionMapping):
    """The mapping for users of an authentication policy contract."""

    authentication_policy_contract_ref: Annotated[
        ResourceLink,
        Field(
            title="Authentication policy contract", description="Policy contract whose users the mapping applies to."
        ),
        Ref(handles.POLICY_CONTRACTS),
    ]
