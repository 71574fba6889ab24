"""The rules of local identity profiles."""

from collections.abc import Iterator
from typing import Final

from hanse.config.change.write_transaction import WriteTransaction
from hanse.config.declare.rules import Proposal
from hanse.config.declare.view import View
from hanse.kit.errors import FieldError
from hanse.kit.local_users import EmbeddedLocalUsers
from hanse.kit.texts.messages import message
from hanse.resources.authentication.local_identities import model
from hanse.resources.authentication.local_identities.field_model import LocalIdentityField, LocalIdentityFieldType
from hanse.resources.authentication.local_identities.model import (
    EmailVerificationConfig,
    LocalIdentityProfile,
    RegistrationConfig,
)

# A user can sign in with as many values; the store has the same limit.
MOST_UNIQUE: Final = 4
# The error of a profile that cannot be deleted because it has users.
HAS_USERS: Final = "has_users"
_CHOICES: Final = frozenset({LocalIdentityFieldType.DROP_DOWN, LocalIdentityFieldType.CHECKBOX_GROUP})
_UNIQUE: Final = frozenset({LocalIdentityFieldType.TEXT, LocalIdentityFieldType.EMAIL, LocalIdentityFieldType.PHONE})
# The types of fields that have a default value in the API contract.
_WITH_DEFAULT: Final = frozenset(
    {
        LocalIdentityFieldType.TEXT,
        LocalIdentityFieldType.CHECKBOX,
        LocalIdentityFieldType.DATE,
        LocalIdentityFieldType.DROP_DOWN,
    }
)
_ADDRESS: Final = frozenset({LocalIdentityFieldType.EMAIL, LocalIdentityFieldType.TEXT})
_STATUS: Final = frozenset({LocalIdentityFieldType.CHECKBOX, LocalIdentityFieldType.HIDDEN})
# The core attributes of adapters and validators with local users.
_USERNAME: Final = "username"
_RESERVED: Final = frozenset({_USERNAME, "policy.action"})
_UNSUPPORTED: Final = "This server does not support this setting. Leave it out."
Profiles = Proposal[LocalIdentityProfile]


def fields_of(profile: LocalIdentityProfile) -> list[LocalIdentityField]:
    """Return the fields of a profile."""
    return [] if profile.field_config is None else profile.field_config.fields


def unique_ids(profile: LocalIdentityProfile) -> list[str]:
    """Return the IDs of a profile's unique fields."""
    return [each.id for each in fields_of(profile) if each.attributes.unique]


def check_support(proposal: Profiles) -> Iterator[FieldError]:
    """Refuse settings of the API contract that would have no effect."""
    new = proposal.new
    registration = new.registration_config or RegistrationConfig()
    verification = new.email_verification_config or EmailVerificationConfig()
    policy = new.auth_source_update_policy
    found: tuple[tuple[object, str], ...] = (
        (new.auth_sources, "authSources"),
        (policy is not None and any(policy.model_dump().values()), "authSourceUpdatePolicy"),
        (registration.captcha_enabled, "registrationConfig.captchaEnabled"),
        (registration.captcha_provider_ref, "registrationConfig.captchaProviderRef"),
        (registration.this_is_my_device_enabled, "registrationConfig.thisIsMyDeviceEnabled"),
        (registration.registration_workflow, "registrationConfig.registrationWorkflow"),
        (registration.execute_workflow, "registrationConfig.executeWorkflow"),
        (
            verification.email_verification_success_template_name != model.SUCCESS_TEMPLATE,
            "emailVerificationConfig.emailVerificationSuccessTemplateName",
        ),
        (
            verification.require_verified_email_template_name != model.REQUIRED_TEMPLATE,
            "emailVerificationConfig.requireVerifiedEmailTemplateName",
        ),
    )
    for value, path in found:
        if value:
            yield FieldError(_UNSUPPORTED, path, "unsupported")


def check_fields(proposal: Profiles) -> Iterator[FieldError]:
    """Check each field, and that a profile for users has one that identifies them.

    A profile without fields and pages has no users, so that other systems can create it before its fields.
    """
    new, reserved = proposal.new, _reserved_ids(proposal.new)
    seen = set(reserved)
    for index, field in enumerate(fields_of(new)):
        path = f"fieldConfig.fields[{index}]"
        if field.id in seen:
            yield FieldError("This ID is reserved, or another field has it.", f"{path}.id", "value_in_use")
        seen.add(field.id)
        yield from _check_field(field, path)
    unique = unique_ids(new)
    if not unique and (seen != reserved or new.registration_enabled or new.profile_enabled):
        text = "Mark at least one field as unique ID. Users sign in with its value."
        yield FieldError(text, "fieldConfig.fields", "required_field")
    if len(unique) > MOST_UNIQUE:
        text = message("A profile can have at most {limit} unique ID fields.", limit=MOST_UNIQUE)
        yield FieldError(text, "fieldConfig.fields", "too_many")


def _reserved_ids(profile: LocalIdentityProfile) -> frozenset[str]:
    """Return the IDs that no field may have.

    The field with the username may be called so, because its value is that of the core attribute.
    """
    registration = profile.registration_config or RegistrationConfig()
    chosen = registration.username_field or next(iter(unique_ids(profile)), "")
    return _RESERVED - {_USERNAME} if chosen == _USERNAME else _RESERVED


def _check_field(field: LocalIdentityField, path: str) -> Iterator[FieldError]:
    options, properties, type_ = field.options or [], field.attributes, field.type
    if (type_ in _CHOICES) is not bool(options):
        text = "Enter the options to choose from." if type_ in _CHOICES else "A field of this type has no options."
        yield FieldError(text, f"{path}.options", "invalid_options")
    if len(set(options)) != len(options):
        yield FieldError("Use each option only once.", f"{path}.options", "value_in_use")
    if properties.unique and type_ not in _UNIQUE:
        text = "Only text fields, e-mail addresses and phone numbers can be unique IDs."
        yield FieldError(text, f"{path}.attributes", "invalid_type")
    if properties.unique and not properties.required:
        yield FieldError("A unique ID field must be required.", f"{path}.attributes", "required_field")
    if type_ is LocalIdentityFieldType.HIDDEN and properties.required:
        text = "A hidden field is on no page, so that users cannot be required to fill it in."
        yield FieldError(text, f"{path}.type", "invalid_type")
    if (properties.must_be_checked, properties.must_pick_one) != (None, None):
        text = "Only check boxes and groups of check boxes have this property. Use Required."
        yield FieldError(text, f"{path}.attributes", "invalid_type")
    yield from _check_default(field, f"{path}.defaultValue")


def _check_default(field: LocalIdentityField, path: str) -> Iterator[FieldError]:
    if not field.default_value:
        return
    if field.type not in _WITH_DEFAULT or field.attributes.unique:
        yield FieldError("A field of this type has no default.", path, "invalid_default")
    elif field.type is LocalIdentityFieldType.DROP_DOWN and field.default_value not in (field.options or []):
        yield FieldError("The default must be one of the options.", path, "invalid_default")
    elif field.type is LocalIdentityFieldType.CHECKBOX and field.default_value not in ("true", "false"):
        yield FieldError("Enter true or false.", path, "invalid_default")


def check_registration(proposal: Profiles) -> Iterator[FieldError]:
    """Check that users can enter everything that they need when they register."""
    new = proposal.new
    registration = new.registration_config or RegistrationConfig()
    if registration.username_field and registration.username_field not in unique_ids(new):
        text = "Enter the ID of one of the unique ID fields."
        yield FieldError(text, "registrationConfig.usernameField", "unknown_field")
    if not new.registration_enabled:
        return
    for index, field in enumerate(fields_of(new)):
        is_hidden = field.type is LocalIdentityFieldType.HIDDEN
        if field.attributes.required and not field.registration_page_field and not is_hidden:
            text = "A required field must be on the registration page."
            yield FieldError(text, f"fieldConfig.fields[{index}].registrationPageField", "required_field")


def check_verification(proposal: Profiles) -> Iterator[FieldError]:
    """Check the fields of the verification of e-mail addresses."""
    config = proposal.new.email_verification_config
    if config is None or not config.email_verification_enabled:
        return
    by_id = {each.id: each for each in fields_of(proposal.new)}
    path = "emailVerificationConfig.fieldForEmailToVerify"
    email = by_id.get(config.field_for_email_to_verify or "")
    if email is None or email.type not in _ADDRESS or not email.attributes.required:
        text = "Enter the ID of a required field of the type e-mail address or text."
        yield FieldError(text, path, "unknown_field")
    path = "emailVerificationConfig.fieldStoringVerificationStatus"
    status = by_id.get(config.field_storing_verification_status or "")
    if status is None or status.type not in _STATUS:
        yield FieldError("Enter the ID of a check box or of a hidden field.", path, "unknown_field")
    elif status.type is not LocalIdentityFieldType.HIDDEN and (
        status.registration_page_field or status.profile_page_field
    ):
        yield FieldError("Users must not be able to set this field. Remove it from their pages.", path, "invalid_field")
    characters = config.allowed_otp_character_set
    if len(set(characters)) != len(characters):
        yield FieldError(
            "Use each character only once.", "emailVerificationConfig.allowedOtpCharacterSet", "value_in_use"
        )


def check_deletion(profile: LocalIdentityProfile, view: View) -> Iterator[FieldError]:
    """Refuse to delete a profile with users: another profile with its ID would get them."""
    if not isinstance(view, WriteTransaction):
        return
    users = view.ports.get(EmbeddedLocalUsers).page(str(profile.id), search="", after="", most=1)
    if users.items:
        yield FieldError("The profile has users. Delete them first.", None, HAS_USERS)
