"""Fields of an HTML form adapter, with the names and defaults of existing configurations."""

from hanse import handles
from hanse.config.declare.plugin_fields import Field, FieldType, Form, Table
from hanse.config.plugins.field_shorthands import choice, conditions_on, flag, number, reference_to, with_conditions
from hanse.config.plugins.numbers import NumberCheck
from hanse.plugins.adapters.html_form.advanced_fields import ADVANCED

VALIDATORS, VALIDATOR = "Credential Validators", "Password Credential Validator Instance"
CHALLENGES = "Challenge Retries"
_YEAR_OF_MINUTES = 525_600
_BY_LINK, _BY_CODE = "OTL", "OTP"
_POLICIES = "policies for changing and resetting passwords"


_SIGNING_IN = (
    number(
        CHALLENGES, "Number of failed attempts after which the account is locked for a while.", 3, NumberCheck(1, 100)
    ),
    choice(
        "Session State",
        "Share a session between adapters of this type, keep one per adapter, or ask users each time.",
        "None",
        ("Globally", "Globally"),
        ("Per Adapter", "Per adapter"),
        ("None", "None"),
    ),
    number(
        "Session Timeout", "Minutes without activity after which a session ends.", 60, NumberCheck(1, _YEAR_OF_MINUTES)
    ),
    number(
        "Session Max Timeout",
        "Minutes after which a session ends regardless of activity.",
        480,
        NumberCheck(1, _YEAR_OF_MINUTES),
    ),
)
_ACCOUNTS = (
    flag("Allow Password Changes", "Allow users to change their password."),
    Field(
        name="Password Management System",
        description="URL of another system at which users change their password. If empty, users change it on this "
        "server's pages.",
        maximum_length=2048,
    ),
    flag("Enable 'Remember My Username'", "Offer to remember the username in the browser."),
    flag("Enable 'This is My Device'", "Let users state that a device is their own."),
    Field(
        name="Change Password Policy Contract",
        description="Contract of the policy that users pass before they change their password.",
        lacks=_POLICIES,
    ),
    flag("Change Password Email Notification", "Notify users by e-mail when their password was changed."),
    flag("Show Password Expiring Warning", "Warn users at sign-in that their password is about to expire."),
    choice(
        "Password Reset Type",
        "Method by which users who forgot their password prove their identity.",
        "NONE",
        ("NONE", "None"),
        (_BY_LINK, "Link in an e-mail"),
        (_BY_CODE, "Code in an e-mail"),
    ),
    Field(
        name="Password Reset Policy Contract",
        description="Contract of the policy that users pass before they set another password.",
        lacks=_POLICIES,
    ),
    flag(
        "Revoke Sessions After Password Change Or Reset",
        "Revoke a user's other sessions when the password was changed or reset.",
    ),
    flag("Account Unlock", "Allow users to unlock their account."),
    reference_to(
        "Local Identity Profile",
        "Profile with which users register on the sign-in page. All validators of the adapter must be local identity "
        "stores of this profile; otherwise registration is not offered.",
        handles.LOCAL_IDENTITY_PROFILES,
    ),
    reference_to(
        "Notification Publisher",
        "Notification publisher for these messages. If not set, the default publisher is used.",
        handles.NOTIFICATION_PUBLISHERS,
    ),
    flag("Enable Username Recovery", "Allow users to have their username sent to them by e-mail."),
    flag("Require Verified Email", "Send usernames to verified e-mail addresses only."),
)
_ONLY_WITH = {
    **conditions_on("Session State", ("Globally", "Per Adapter"), "Session Timeout", "Session Max Timeout"),
    **conditions_on("Enable 'Remember My Username'", (), "'Remember My Username' Lifetime"),
    **conditions_on("Enable 'This is My Device'", (), "'This is My Device' Lifetime"),
    **conditions_on(
        "Allow Password Changes",
        (),
        "Change Password Policy Contract",
        "Change Password Email Notification",
        "Change Password Template",
        "Change Password Message Template",
        "Post-Password Change Re-Authentication Delay",
        "Require Re-Authentication for Change Password Flow",
    ),
    **conditions_on("Change Password Email Notification", (), "Change Password Email Template"),
    **conditions_on(
        "Show Password Expiring Warning",
        (),
        "Expiring Password Warning Template",
        "Threshold for Expiring Password Warning",
        "Snooze Interval for Expiring Password Warning",
        "Require Re-Authentication For Expiring Password Flow",
    ),
    **conditions_on(
        "Password Reset Type",
        (_BY_LINK, _BY_CODE),
        "Password Reset Policy Contract",
        "Password Reset Complete Email Template",
        "Password Reset Failed Email Template",
        "Password Reset Username Template",
        "Password Reset Template",
        "Password Reset Error Template",
        "Password Reset Success Template",
        "Require Re-Authentication for Password Reset Flow",
    ),
    **conditions_on("Password Reset Type", (_BY_LINK,), "Password Reset One-Time Link Email Template"),
    **conditions_on(
        "Password Reset Type",
        (_BY_CODE,),
        "Password Reset One-Time Password Email Template",
        "Password Reset Code Template",
        "OTP Length",
        "Allowed OTP Character Set",
        "OTP Time to Live",
    ),
    **conditions_on("Account Unlock", (), "Account Unlock Template", "Account Unlock Email Template"),
    **conditions_on(
        "Enable Username Recovery",
        (),
        "Require Verified Email",
        "Username Recovery Template",
        "Username Recovery Info Template",
        "Username Recovery Email Template",
    ),
}
FORM = Form(
    description="Authenticates users with a username and a password on a page of this server.",
    fields=with_conditions((*_SIGNING_IN, *_ACCOUNTS, *ADVANCED), _ONLY_WITH),
    tables=(
        Table(
            name=VALIDATORS,
            required=True,
            description="Validators that verify the password. They are tried in this order until one accepts it.",
            columns=(
                Field(
                    name=VALIDATOR,
                    description="Password credential validator.",
                    type=FieldType.SELECT,
                    reference=handles.PASSWORD_VALIDATORS,
                    required=True,
                    unique="This validator is already in the list.",
                ),
            ),
        ),
    ),
)
