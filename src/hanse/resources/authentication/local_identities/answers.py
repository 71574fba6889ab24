"""Profiles in the form in which the API contract returns them: with the settings that apply.

A setting that does not apply is left out while it has its default, so that a profile that was read can be saved again
without any change.
"""

from datetime import datetime
from functools import cache
from typing import Any, Final

from hanse.resources.authentication.local_identities.field_model import (
    MASK,
    READ_ONLY,
    REQUIRED,
    REQUIRED_BY_TYPE,
    UNIQUE_ID,
    LocalIdentityFieldType,
)
from hanse.resources.authentication.local_identities.model import EmailVerificationConfig, EmailVerificationType

Body = dict[str, Any]
# Settings of the verification that apply only if it is enabled, with codes, and with links.
WHEN_ENABLED: Final = (
    "emailVerificationType",
    "fieldForEmailToVerify",
    "fieldStoringVerificationStatus",
    "notificationPublisherRef",
    "requireVerifiedEmail",
    "verifyEmailTemplateName",
    "emailVerificationErrorTemplateName",
)
BY_CODE: Final = (
    "otpLength",
    "otpRetryAttempts",
    "allowedOtpCharacterSet",
    "otpTimeToLive",
    "emailVerificationOtpTemplateName",
)
BY_LINK: Final = ("otlTimeToLive", "emailVerificationSentTemplateName")
# Settings that forms do not have.
_SUCCESS_PAGE, _REQUIRED_PAGE = "emailVerificationSuccessTemplateName", "requireVerifiedEmailTemplateName"
# The types of fields that cannot be unique. The contract returns the property for hidden fields.
_NEVER_UNIQUE: Final = frozenset(
    each.value
    for each in (
        LocalIdentityFieldType.CHECKBOX,
        LocalIdentityFieldType.CHECKBOX_GROUP,
        LocalIdentityFieldType.DATE,
        LocalIdentityFieldType.DROP_DOWN,
    )
)
_HIDDEN: Final = LocalIdentityFieldType.HIDDEN.value
_VERIFICATION: Final = "emailVerificationConfig"


def shown(body: Body, _moment: datetime) -> Body:
    """Return a profile as the API contract has it."""
    fields, verification = body.get("fieldConfig"), body.get(_VERIFICATION)
    changed: Body = {}
    if fields:
        changed["fieldConfig"] = {**fields, "fields": [_field(each) for each in fields.get("fields", ())]}
    if verification:
        changed[_VERIFICATION] = _applying(verification)
    return {**body, **changed}


def _field(field: Body) -> Body:
    """Return a field with the properties that fields of its type have."""
    type_, stored = str(field["type"]), field.get("attributes", {})
    properties = {MASK: stored.get(MASK, False)}
    if type_ != _HIDDEN:
        properties[READ_ONLY] = stored.get(READ_ONLY, False)
        properties[REQUIRED_BY_TYPE.get(type_, REQUIRED)] = stored.get(REQUIRED, False)
    if type_ not in _NEVER_UNIQUE:
        properties[UNIQUE_ID] = stored.get(UNIQUE_ID, False)
    return {**field, "attributes": properties}


@cache
def _defaults() -> Body:
    """Return the defaults. They are read at the first use, so that a start does not build the model."""
    return EmailVerificationConfig().model_dump(mode="json")


def _applying(config: Body) -> Body:
    is_enabled = config.get("emailVerificationEnabled", False)
    by_code = config.get("emailVerificationType") == EmailVerificationType.OTP.value
    unused = {
        *(() if is_enabled else (*WHEN_ENABLED, _SUCCESS_PAGE)),
        *(() if is_enabled and by_code else BY_CODE),
        *(() if is_enabled and not by_code else (*BY_LINK, _REQUIRED_PAGE)),
    }
    defaults = _defaults()
    return {name: value for name, value in config.items() if name not in unused or value != defaults.get(name)}
