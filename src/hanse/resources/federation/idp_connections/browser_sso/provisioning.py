"""Just-in-time provisioning: users of a partner get accounts at their first sign-in.

The names are those of the API contract. The repository is a local identity profile of this server, or a data store as
in the contract.
"""

from typing import Annotated, Any, Final

from pydantic import Field

from hanse.config.declare.fields import ConfigModel
from hanse.kit.texts.labels import Labeled
from hanse.resources.federation.connections.model import MOST_ATTRIBUTES
from hanse.resources.federation.idp_connections.browser_sso.attribute_contract import IdpBrowserSsoAttribute
from hanse.resources.federation.idp_connections.browser_sso.user_repository import (
    PROFILE,
    REPOSITORY_MAPPING,
    JitUserRepository,
    UserRepositoryType,
)

JIT: Final = "jitProvisioning"
REPOSITORY: Final = "userRepository"


class ProvisioningTrigger(Labeled):
    """The sign-ins at which users are provisioned."""

    NEW_USER_ONLY = "NEW_USER_ONLY", "First sign-in only"
    ALL_SAML_ASSERTIONS = "ALL_SAML_ASSERTIONS", "Every sign-in"


class ProvisioningErrorHandling(Labeled):
    """The end of a sign-in whose user could not be provisioned."""

    CONTINUE_SSO = "CONTINUE_SSO", "Continue the sign-in"
    ABORT_SSO = "ABORT_SSO", "Refuse the sign-in"


class JitProvisioningUserAttributes(ConfigModel):
    """The attributes that provisioning uses in addition to the attribute contract of the connection."""

    attribute_contract: Annotated[
        list[IdpBrowserSsoAttribute],
        Field(
            title="Additional attributes",
            description="Attributes of the partner for provisioning only. The attributes of the attribute contract"
            " need not be repeated.",
            max_length=MOST_ATTRIBUTES,
            default_factory=list,
        ),
    ]
    do_attribute_query: Annotated[
        bool,
        Field(
            title="Query attributes",
            description="Request the additional attributes that an assertion lacks from the partner's attribute"
            " service. If off, only the attributes of assertions are used.",
        ),
    ] = False


class JitProvisioning(ConfigModel):
    """Settings for accounts that users of a partner get when they sign in."""

    user_attributes: Annotated[
        JitProvisioningUserAttributes,
        Field(title="User attributes", default_factory=JitProvisioningUserAttributes),
    ]
    user_repository: Annotated[JitUserRepository, Field(title="User repository")]
    event_trigger: Annotated[
        ProvisioningTrigger,
        Field(
            title="Provision at",
            description="Sign-ins at which the values of users are written to the repository. With Every sign-in,"
            " values that have changed at the partner are updated.",
        ),
    ] = ProvisioningTrigger.NEW_USER_ONLY
    error_handling: Annotated[
        ProvisioningErrorHandling,
        Field(
            title="If provisioning fails",
            description="Continue the sign-in with the attributes of the partner and without an account, or refuse it."
            " Users whose account is disabled are always refused.",
        ),
    ] = ProvisioningErrorHandling.CONTINUE_SSO


def is_provisioned(jit: Any) -> bool:
    """Return whether a body has provisioning. Forms send check boxes and choices even if nothing was entered."""
    if not isinstance(jit, dict):
        return jit is not None
    attributes, repository = jit.get("userAttributes"), jit.get(REPOSITORY)
    if not isinstance(repository, dict):
        return bool(repository or attributes)
    is_own = repository.get("type") in (None, "", UserRepositoryType.LOCAL_IDENTITY_PROFILE)
    has_attributes = bool(attributes.get("attributeContract")) if isinstance(attributes, dict) else bool(attributes)
    return not is_own or has_attributes or bool(repository.get(PROFILE) or repository.get(REPOSITORY_MAPPING))
