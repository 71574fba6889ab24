"""The fields of a local identity profile, with the names and types of the API contract.

`passwordConfig` is not part of the contract. Without `dataStoreConfig`, the users of a profile are in the server's own
database.
"""

from typing import Annotated

from pydantic import Field

from hanse import handles
from hanse.config.declare.fields import (
    ConfigModel,
    HoldsPattern,
    Ref,
    ResourceId,
    ResourceLink,
    Searchable,
    ShortText,
    Unique,
)
from hanse.config.declare.types import Name
from hanse.config.declare.ui.annotations import RequiredMark
from hanse.kit.texts.labels import Labeled
from hanse.resources.authentication.local_identities.data_store_model import LdapDataStoreConfig
from hanse.resources.authentication.local_identities.field_model import FieldConfig, FieldId

SHORTEST_PASSWORD, LONGEST_MINIMUM, DEFAULT_MINIMUM = 8, 64, 12
REGISTRATION_TEMPLATE, PROFILE_TEMPLATE = "local.identity.registration.html", "local.identity.profile.html"
VERIFICATION_MESSAGE = "message-template-email-ownership-verification.html"
SENT_TEMPLATE, CODE_TEMPLATE = (
    "local.identity.email.verification.sent.html",
    "local.identity.email.verification.otp.html",
)
ERROR_TEMPLATE = "local.identity.email.verification.error.html"
# Pages of the API contract that this server does not have: users who have verified their address continue at once.
SUCCESS_TEMPLATE = "local.identity.email.verification.success.html"
REQUIRED_TEMPLATE = "local.identity.email.verification.required.html"
# Without characters that look alike.
CODE_CHARACTERS = "23456789BCDFGHJKMNPQRSTVWXZbcdfghjkmnpqrstvwxz"
_FILE = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,255}$"
_TEMPLATE = HoldsPattern(_FILE, "Enter the name of a file of the template folder, without its path.")


class EmailVerificationType(Labeled):
    """Ways to verify an address."""

    OTL = "OTL", "Link in an e-mail"
    OTP = "OTP", "Code in an e-mail"


class RegistrationWorkflowTiming(Labeled):
    """The times of a registration at which a workflow can run."""

    BEFORE_ACCOUNT_CREATION = "BEFORE_ACCOUNT_CREATION", "Before the account is created"
    AFTER_ACCOUNT_CREATION = "AFTER_ACCOUNT_CREATION", "After the account was created"


class LocalIdentityAuthSource(ConfigModel):
    """Another source of authentication that users can connect with their account."""

    id: Annotated[ShortText | None, Field(title="ID")] = None
    source: Annotated[ShortText | None, Field(title="Source")] = None


class LocalIdentityAuthSourceUpdatePolicy(ConfigModel):
    """Rules for attributes of other sources."""

    store_attributes: Annotated[bool, Field(title="Store attributes")] = False
    retain_attributes: Annotated[bool, Field(title="Retain attributes")] = False
    update_attributes: Annotated[bool, Field(title="Update attributes")] = False
    update_interval: Annotated[float, Field(title="Update interval (days)", ge=0, le=36_500)] = 0


class RegistrationConfig(ConfigModel):
    """Settings of registration."""

    captcha_enabled: Annotated[bool, Field(title="CAPTCHA")] = False
    captcha_provider_ref: Annotated[ResourceLink | None, Field(title="CAPTCHA provider")] = None
    template_name: Annotated[
        str,
        Field(
            title="Registration template",
            description="Template of the page on which users register.",
            max_length=256,
        ),
        _TEMPLATE,
    ] = REGISTRATION_TEMPLATE
    create_authn_session_after_registration: Annotated[
        bool,
        Field(
            title="Sign in after registration",
            description="Sign users in after they have registered. If off, they return to the sign-in page.",
        ),
    ] = True
    username_field: Annotated[
        FieldId | None,
        Field(
            title="Username field",
            description="ID of the unique ID field that has the username. If not set, the first unique ID field.",
        ),
    ] = None
    this_is_my_device_enabled: Annotated[bool, Field(title="This is my device")] = False
    registration_workflow: Annotated[ResourceLink | None, Field(title="Registration workflow")] = None
    execute_workflow: Annotated[RegistrationWorkflowTiming | None, Field(title="Execute workflow")] = None


class ProfileConfig(ConfigModel):
    """Settings of the profile page."""

    delete_identity_enabled: Annotated[
        bool, Field(title="Allow deletion", description="Allow users to delete their account.")
    ] = False
    template_name: Annotated[
        str,
        Field(
            title="Profile template",
            description="Template of the page on which users change their data.",
            max_length=256,
        ),
        _TEMPLATE,
    ] = PROFILE_TEMPLATE


class EmailVerificationConfig(ConfigModel):
    """Settings of the verification of e-mail addresses."""

    email_verification_enabled: Annotated[
        bool,
        Field(
            title="Verify e-mail addresses",
            description="Send a link or a code to the user's e-mail address. The user confirms the address with it.",
        ),
    ] = False
    verify_email_template_name: Annotated[
        str,
        Field(title="Verification e-mail", description="Message with the link or the code.", max_length=256),
        _TEMPLATE,
    ] = VERIFICATION_MESSAGE
    email_verification_sent_template_name: Annotated[
        str,
        Field(
            title="Link page", description="Template of the page that asks users to follow the link.", max_length=256
        ),
        _TEMPLATE,
    ] = SENT_TEMPLATE
    email_verification_success_template_name: Annotated[str, Field(title="Success page", max_length=256), _TEMPLATE] = (
        SUCCESS_TEMPLATE
    )
    email_verification_error_template_name: Annotated[
        str,
        Field(
            title="Error page",
            description="Template of the page for a link or code that does not work.",
            max_length=256,
        ),
        _TEMPLATE,
    ] = ERROR_TEMPLATE
    email_verification_type: Annotated[
        EmailVerificationType,
        Field(title="Verification by", description="Content of the e-mail with which users prove their address."),
    ] = EmailVerificationType.OTL
    otp_length: Annotated[
        int, Field(title="Code length", description="Number of characters of a code.", ge=6, le=64)
    ] = 8
    otp_retry_attempts: Annotated[
        int,
        Field(
            title="Code attempts",
            description="Number of codes that a user can enter before the code expires.",
            ge=1,
            le=10,
        ),
    ] = 3
    allowed_otp_character_set: Annotated[
        str,
        Field(title="Code characters", description="Characters of codes.", min_length=10, max_length=62),
        HoldsPattern(r"^[A-Za-z0-9]+$", "Enter letters and digits."),
    ] = CODE_CHARACTERS
    otp_time_to_live: Annotated[
        int, Field(title="Code lifetime (minutes)", description="Lifetime of a code, in minutes.", ge=1, le=1_440)
    ] = 15
    email_verification_otp_template_name: Annotated[
        str,
        Field(title="Code page", description="Template of the page that asks for the code.", max_length=256),
        _TEMPLATE,
    ] = CODE_TEMPLATE
    otl_time_to_live: Annotated[
        int, Field(title="Link lifetime (minutes)", description="Lifetime of a link, in minutes.", ge=1, le=1_440)
    ] = 60
    field_for_email_to_verify: Annotated[
        FieldId | None, Field(title="E-mail field", description="ID of the field with the address."), RequiredMark()
    ] = None
    field_storing_verification_status: Annotated[
        FieldId | None,
        Field(
            title="Status field",
            description="ID of a check box or hidden field, which the server sets to true or false. It is not on the"
            " users' pages.",
        ),
        RequiredMark(),
    ] = None
    notification_publisher_ref: Annotated[
        ResourceLink | None,
        Field(title="Notification publisher", description="Sends the e-mails. If not set, the default publisher does."),
        Ref(handles.NOTIFICATION_PUBLISHERS),
    ] = None
    require_verified_email: Annotated[
        bool,
        Field(
            title="Require a verified address",
            description="Create an account only after its address was verified, and refuse the sign-in of users whose"
            " address is not verified.",
        ),
    ] = False
    require_verified_email_template_name: Annotated[
        str, Field(title="Verification required page", max_length=256), _TEMPLATE
    ] = REQUIRED_TEMPLATE


class PasswordConfig(ConfigModel):
    """Requirements for the passwords of users."""

    minimum_length: Annotated[
        int,
        Field(
            title="Minimum password length",
            description=f"Minimum number of characters of a password, {SHORTEST_PASSWORD} or more. Other requirements,"
            " such as digits, do not make passwords safer.",
            ge=SHORTEST_PASSWORD,
            le=LONGEST_MINIMUM,
        ),
    ] = DEFAULT_MINIMUM
    refuse_common: Annotated[
        bool,
        Field(
            title="Refuse common passwords",
            description="Refuse passwords that are easy to guess, such as common passwords, sequences, and the names of"
            " the user.",
        ),
    ] = True


class LocalIdentityProfile(ConfigModel):
    """A local identity profile: the data of its users, and their pages."""

    id: Annotated[ResourceId | None, Field(title="Profile ID")] = None
    name: Annotated[Name, Field(title="Name"), Unique("This name is already in use."), Searchable()]
    apc_id: Annotated[
        ResourceLink,
        Field(
            title="Authentication policy contract",
            description="Contract of the policies in which users of this profile sign in.",
        ),
        Ref(handles.POLICY_CONTRACTS),
    ]
    auth_sources: Annotated[
        list[LocalIdentityAuthSource], Field(title="Authentication sources", max_length=100, default_factory=list)
    ]
    auth_source_update_policy: Annotated[
        LocalIdentityAuthSourceUpdatePolicy | None, Field(title="Update policy of authentication sources")
    ] = None
    registration_enabled: Annotated[
        bool, Field(title="Registration", description="Allow users to register themselves on the sign-in page.")
    ] = False
    registration_config: Annotated[RegistrationConfig | None, Field(title="Registration settings")] = None
    profile_enabled: Annotated[
        bool, Field(title="Profile page", description="Let users view and change their data and their password.")
    ] = False
    profile_config: Annotated[ProfileConfig | None, Field(title="Profile page settings")] = None
    field_config: Annotated[FieldConfig | None, Field(title="Fields")] = None
    email_verification_config: Annotated[EmailVerificationConfig | None, Field(title="E-mail verification")] = None
    data_store_config: Annotated[LdapDataStoreConfig | None, Field(title="Data store")] = None
    password_config: Annotated[PasswordConfig, Field(title="Passwords", default_factory=PasswordConfig)]
