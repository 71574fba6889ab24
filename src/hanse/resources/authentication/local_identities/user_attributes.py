"""The attributes of users in calls of administrators: their values are read and checked as those of users' forms."""

from collections.abc import Mapping, Sequence
from typing import Final

from hanse.kit.errors import FieldError, ValidationFailed
from hanse.kit.local_users import LocalUser, PasswordRefused, UserValue
from hanse.kit.texts.messages import Message, message
from hanse.plugins.local_identities.accounts import LocalAccounts
from hanse.plugins.local_identities.field_values import FALSE, LONGEST_VALUE, TRUE, read_values
from hanse.plugins.local_identities.profile import LocalProfile, PageText, ProfileField, ProfileFieldType
from hanse.resources.authentication.local_identities.user_model import LocalIdentityUserAttribute

IN_USE: Final = "account.in_use"
# The error of a value that belongs to another user.
VALUE_IN_USE: Final = "value_in_use"
# The texts for administrators by the keys of those for users.
_MESSAGES: Final[Mapping[str, str | Message]] = {
    "account.required": "Enter a value.",
    "account.invalid_text": message("Enter at most {limit} characters in one line.", limit=LONGEST_VALUE),
    "account.invalid_choice": "Choose one of the options.",
    "account.invalid_email": "Enter an e-mail address.",
    "account.invalid_phone": "Enter a phone number such as +49 451 12345.",
    "account.invalid_date": "Enter a date such as 2026-11-23.",
    IN_USE: "Another user has this value.",
}
_PASSWORD_MESSAGES: Final = {
    "account.password_short": "Enter at least {minimum} characters.",
    "account.password_long": "Enter at most {maximum} characters.",
    "account.password_name": "The password must differ from the username and the e-mail address.",
    "account.password_common": "This password is easy to guess. Enter another one.",
    "account.password_breached": "This password is known from a data breach. Enter another one.",
}


def managed_fields(profile: LocalProfile) -> frozenset[str]:
    """Return the fields that the server sets itself."""
    return frozenset() if profile.verification is None else frozenset({profile.verification.status_field})


def checked_values(accounts: LocalAccounts, given: Sequence[LocalIdentityUserAttribute]) -> Mapping[str, UserValue]:
    """Return the values of a user's fields. Raises ValidationFailed."""
    profile = accounts.profile
    if not profile.unique_fields:
        text = "The profile has no unique ID field, with which users sign in. Add one to the profile."
        raise ValidationFailed([FieldError(text, "attributes", "required_field")])
    managed = managed_fields(profile)
    fields = [each for each in profile.fields if each.id not in managed]
    known = {each.id: each for each in fields}
    unknown = [each.name for each in given if each.name not in known and each.name not in managed]
    entered = {each.name: each.values for each in given}
    values, errors = read_values(profile, fields, entered)
    findings = [FieldError("The profile has no such field.", _path(each), "unknown_field") for each in unknown]
    for name, values_of_field in entered.items():
        findings += _too_many(known.get(name), values_of_field)
    findings += [field_error(name, str(error)) for name, error in errors.items()]
    if findings:
        raise ValidationFailed(findings)
    # A check box without a value is not ticked.
    ticked = {each.id: FALSE for each in fields if each.type is ProfileFieldType.CHECKBOX and each.id not in values}
    return {**ticked, **values}


def taken_values(accounts: LocalAccounts, user: LocalUser) -> ValidationFailed:
    """Return the error of values that belong to other users."""
    return ValidationFailed([field_error(each, IN_USE) for each in sorted(accounts.taken_fields(user))])


def field_error(name: str, key: str) -> FieldError:
    """Return the error in a field."""
    return FieldError(_MESSAGES[key], _path(name), VALUE_IN_USE if key == IN_USE else "invalid_value")


def password_error(objection: PageText) -> ValidationFailed:
    """Return the error of a password that does not meet the requirements."""
    text = message(_PASSWORD_MESSAGES[objection], **objection.values)
    return ValidationFailed([FieldError(text, "password", "invalid_password")])


def refused_password(error: PasswordRefused) -> ValidationFailed:
    """Return the error of a password that the directory of the users does not accept."""
    return ValidationFailed([FieldError(error.message, "password", "invalid_password")])


def is_ticked(values: Sequence[str]) -> bool:
    """Return whether a check box is ticked."""
    return TRUE in values


def _too_many(field: ProfileField | None, values: Sequence[str]) -> list[FieldError]:
    if field is None or field.type is ProfileFieldType.CHECKBOX_GROUP or len(values) <= 1:
        return []
    return [FieldError("This field has only one value.", _path(field.id), "too_many")]


def _path(name: str) -> str:
    return f"attributes.{name}"
