"""A profile in the form in which the engine works with it."""

from typing import Final

from hanse.plugins.local_identities.profile import (
    DirectoryStorage,
    EmailVerification,
    LocalProfile,
    ProfileField,
    ProfileFieldType,
)
from hanse.resources.authentication.local_identities.data_store_model import LdapDataStoreConfig
from hanse.resources.authentication.local_identities.field_model import LocalIdentityField, LocalIdentityFieldType
from hanse.resources.authentication.local_identities.model import (
    VERIFICATION_MESSAGE,
    EmailVerificationConfig,
    EmailVerificationType,
    LocalIdentityProfile,
    ProfileConfig,
    RegistrationConfig,
)
from hanse.resources.authentication.local_identities.rules import fields_of, unique_ids

_MINUTE: Final = 60.0
CODE_MESSAGE: Final = "message-template-email-ownership-verification-code.html"


def local_profile(id_: str, profile: LocalIdentityProfile) -> LocalProfile:
    """Return the profile with an ID."""
    registration = profile.registration_config or RegistrationConfig()
    page = profile.profile_config or ProfileConfig()
    config = profile.email_verification_config
    verification = None if config is None or not config.email_verification_enabled else _verification(config)
    return LocalProfile(
        id=id_,
        name=profile.name,
        fields=tuple(_field(each, verification) for each in fields_of(profile)),
        contract=profile.apc_id.id,
        username_field=registration.username_field or next(iter(unique_ids(profile)), ""),
        registration_enabled=profile.registration_enabled,
        registration_template=registration.template_name,
        signs_in_after_registration=registration.create_authn_session_after_registration,
        profile_enabled=profile.profile_enabled,
        profile_template=page.template_name,
        deletion_enabled=page.delete_identity_enabled,
        strips_spaces=profile.field_config is not None and profile.field_config.strip_space_from_unique_field,
        minimum_password_length=profile.password_config.minimum_length,
        refuses_common_passwords=profile.password_config.refuse_common,
        verification=verification,
        directory=None if profile.data_store_config is None else _directory(profile.data_store_config),
    )


def _field(field: LocalIdentityField, verification: EmailVerification | None) -> ProfileField:
    # The contract allows a text field for the address that is verified.
    is_address = verification is not None and verification.field == field.id
    is_shown = field.type is not LocalIdentityFieldType.HIDDEN
    return ProfileField(
        id=field.id,
        label=field.label,
        type=ProfileFieldType.EMAIL if is_address else ProfileFieldType(field.type.value),
        on_registration_page=is_shown and field.registration_page_field,
        on_profile_page=is_shown and field.profile_page_field,
        required=field.attributes.required,
        read_only=field.attributes.read_only,
        unique=field.attributes.unique,
        options=tuple(field.options or ()),
        default=field.default_value or "",
    )


def _directory(config: LdapDataStoreConfig) -> DirectoryStorage:
    return DirectoryStorage(
        store=config.data_store_ref.id,
        base=config.base_dn,
        rdn=config.create_pattern,
        object_class=config.object_class,
        other_classes=tuple(config.auxiliary_object_classes),
        attributes={name: each.name for name, each in config.data_store_mapping.items()},
        disabling_attribute=config.account_disabled_attribute or "",
        disabling_value=config.account_disabled_value or "",
    )


def _verification(config: EmailVerificationConfig) -> EmailVerification:
    by_link = config.email_verification_type is EmailVerificationType.OTL
    # The usual message has a text for links and another one for codes.
    message = config.verify_email_template_name
    code_message = CODE_MESSAGE if message == VERIFICATION_MESSAGE else message
    return EmailVerification(
        field=config.field_for_email_to_verify or "",
        status_field=config.field_storing_verification_status or "",
        by_link=by_link,
        length=config.otp_length,
        characters=config.allowed_otp_character_set,
        tries=config.otp_retry_attempts,
        seconds=(config.otl_time_to_live if by_link else config.otp_time_to_live) * _MINUTE,
        required=config.require_verified_email,
        publisher="" if config.notification_publisher_ref is None else config.notification_publisher_ref.id,
        message=message if by_link else code_message,
        code_message=code_message,
        page=config.email_verification_sent_template_name if by_link else config.email_verification_otp_template_name,
        error_page=config.email_verification_error_template_name,
    )
