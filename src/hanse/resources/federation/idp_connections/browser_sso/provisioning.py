"""Just-in-time provisioning: users of a partner get accounts at their first sign-in.

The names are those of the API contract. Its user repositories are data stores. This server keeps users in local
identity profiles, which can be stored in a directory, so the repository of a connection is a profile.
"""

from typing import Annotated, Any, Final

from pydantic import Field, model_validator

from hanse import handles
from hanse.config.declare.fields import ConfigModel, Ref, ResourceLink
from hanse.config.declare.validation_messages import refusal
from hanse.kit.texts.labels import Labeled
from hanse.kit.texts.messages import message
from hanse.resources.federation.connections.model import MOST_ATTRIBUTES
from hanse.resources.federation.idp_connections.browser_sso.attribute_contract import IdpBrowserSsoAttribute
from hanse.resources.mapping.model import Fulfillment

JIT: Final = "jitProvisioning"
REPOSITORY: Final = "userRepository"
PROFILE: Final = "localIdentityProfileRef"
REPOSITORY_MAPPING: Final = "jitRepositoryAttributeMapping"
_DATA_STORES: Final = ("JDBC", "LDAP")


class UserRepositoryType(Labeled):
    """The kinds of user repositories."""

    LOCAL_IDENTITY_PROFILE = "LOCAL_IDENTITY_PROFILE", "Local identity profile"


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


class JitUserRepository(ConfigModel):
    """The local identity profile in which users are created, and the sources of the values of its fields."""

    type: Annotated[UserRepositoryType, Field(title="Type")] = UserRepositoryType.LOCAL_IDENTITY_PROFILE
    local_identity_profile_ref: Annotated[
        ResourceLink | None,
        Field(
            title="Local identity profile",
            description="Profile in which users of the partner are created at their first sign-in. They are found again"
            " by the entity ID of the partner and their identifier there, never by an e-mail address or a name. If not"
            " set, users are not provisioned.",
        ),
        Ref(handles.LOCAL_IDENTITY_PROFILES),
    ] = None
    jit_repository_attribute_mapping: Annotated[Fulfillment, Field(title="Attribute mapping", default_factory=dict)]

    @model_validator(mode="before")
    @classmethod
    def _check_type(cls, sent: Any) -> Any:
        if isinstance(sent, dict) and sent.get("type") in _DATA_STORES:
            text = message(
                "User repositories of the type {type} are not supported. Use a local identity profile, whose users can"
                " be stored in a directory.",
                type=sent["type"],
            )
            raise refusal("not_supported", text)
        return sent


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
            description="Sign-ins at which the values of users are written to the profile. With Every sign-in, values"
            " that have changed at the partner are updated.",
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
