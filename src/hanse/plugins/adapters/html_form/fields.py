"""What can be set at an HTML form adapter, by the names, and with the defaults, that existing configurations have."""

from hanse.config.plugins.fields import Field, FieldType, Form, Table
from hanse.config.plugins.making import choice, chosen, counting_with, dependent, flag, number
from hanse.config.plugins.numbers import NumberCheck
from hanse.plugins.adapters.html_form.advanced_fields import ADVANCED
from hanse.plugins.resource_paths import NOTIFICATION_PUBLISHERS, PASSWORD_VALIDATORS

VALIDATORS, VALIDATOR = "Credential Validators", "Password Credential Validator Instance"
CHALLENGES = "Challenge Retries"
_YEAR_OF_MINUTES = 525_600
_BY_LINK, _BY_CODE = "OTL", "OTP"
_POLICIES = "policies for changing and resetting passwords"


_SIGNING_IN = (
    number(CHALLENGES, "How often a user may try before the account is locked for a while.", 3, NumberCheck(1, 100)),
    choice(
        "Session State",
        "Whether a user who has signed in here is asked again, by this adapter or by any other of its kind.",
        "None",
        ("Globally", "Globally"),
        ("Per Adapter", "Per adapter"),
        ("None", "None"),
    ),
    number("Session Timeout", "After how many idle minutes a session ends.", 60, NumberCheck(1, _YEAR_OF_MINUTES)),
    number(
        "Session Max Timeout",
        "After how many minutes a session ends in any case.",
        480,
        NumberCheck(1, _YEAR_OF_MINUTES),
    ),
)
_ACCOUNTS = (
    flag("Allow Password Changes", "Whether users can change their passwords."),
    Field(
        name="Password Management System",
        description="The address of another system at which users change their passwords.",
        maximum_length=2048,
    ),
    flag("Enable 'Remember My Username'", "Whether browsers can remember the user name."),
    flag("Enable 'This is My Device'", "Whether users can say that a device is theirs."),
    Field(
        name="Change Password Policy Contract",
        description="Contract of the policy that users pass before they change their password.",
        lacks=_POLICIES,
    ),
    flag("Change Password Email Notification", "Whether users are told by e-mail that their password was changed."),
    flag("Show Password Expiring Warning", "Whether users are told that their password is about to expire."),
    choice(
        "Password Reset Type",
        "How users who forgot their password prove who they are.",
        "NONE",
        ("NONE", "Not at all"),
        (_BY_LINK, "By a link in an e-mail"),
        (_BY_CODE, "By a code in an e-mail"),
    ),
    Field(
        name="Password Reset Policy Contract",
        description="Contract of the policy that users pass before they set another password.",
        lacks=_POLICIES,
    ),
    flag(
        "Revoke Sessions After Password Change Or Reset",
        "Whether a user's other sessions end when the password was changed.",
    ),
    flag("Account Unlock", "Whether users can unlock their accounts."),
    Field(
        name="Local Identity Profile",
        description="The profile by which users register themselves.",
        lacks="local identity profiles",
    ),
    chosen(
        "Notification Publisher",
        "Sends these messages. If not set, the default publisher does.",
        NOTIFICATION_PUBLISHERS,
    ),
    flag("Enable Username Recovery", "Whether users can have their user name sent to them."),
    flag("Require Verified Email", "Whether only verified addresses are used for that."),
)
_ONLY_WITH = {
    **counting_with("Session State", ("Globally", "Per Adapter"), "Session Timeout", "Session Max Timeout"),
    **counting_with("Enable 'Remember My Username'", (), "'Remember My Username' Lifetime"),
    **counting_with("Enable 'This is My Device'", (), "'This is My Device' Lifetime"),
    **counting_with(
        "Allow Password Changes",
        (),
        "Change Password Policy Contract",
        "Change Password Email Notification",
        "Change Password Template",
        "Change Password Message Template",
        "Post-Password Change Re-Authentication Delay",
        "Require Re-Authentication for Change Password Flow",
    ),
    **counting_with("Change Password Email Notification", (), "Change Password Email Template"),
    **counting_with(
        "Show Password Expiring Warning",
        (),
        "Expiring Password Warning Template",
        "Threshold for Expiring Password Warning",
        "Snooze Interval for Expiring Password Warning",
        "Require Re-Authentication For Expiring Password Flow",
    ),
    **counting_with(
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
    **counting_with("Password Reset Type", (_BY_LINK,), "Password Reset One-Time Link Email Template"),
    **counting_with(
        "Password Reset Type",
        (_BY_CODE,),
        "Password Reset One-Time Password Email Template",
        "Password Reset Code Template",
        "OTP Length",
        "Allowed OTP Character Set",
        "OTP Time to Live",
    ),
    **counting_with("Account Unlock", (), "Account Unlock Template", "Account Unlock Email Template"),
    **counting_with(
        "Enable Username Recovery",
        (),
        "Require Verified Email",
        "Username Recovery Template",
        "Username Recovery Info Template",
        "Username Recovery Email Template",
    ),
}
FORM = Form(
    description="Asks for a user name and a password on a page of this server.",
    fields=dependent((*_SIGNING_IN, *_ACCOUNTS, *ADVANCED), _ONLY_WITH),
    tables=(
        Table(
            name=VALIDATORS,
            description="What looks at the password, in this order, until one accepts it.",
            columns=(
                Field(
                    name=VALIDATOR,
                    description="A password credential validator.",
                    type=FieldType.SELECT,
                    reference=PASSWORD_VALIDATORS,
                    required=True,
                    unique="This validator is in the list already.",
                ),
            ),
        ),
    ),
)
