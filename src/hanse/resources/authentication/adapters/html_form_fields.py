"""What can be set at an HTML form adapter, by the names, and with the defaults, that existing configurations have."""

from hanse.config.plugins.fields import Field, FieldType, Form, Table
from hanse.config.plugins.making import choice, chosen, flag, number
from hanse.config.plugins.numbers import NumberCheck
from hanse.resources.authentication.adapters.html_form_advanced import ADVANCED

VALIDATORS, VALIDATOR = "Credential Validators", "Password Credential Validator Instance"
CHALLENGES = "Challenge Retries"
VALIDATORS_PATH = "/passwordCredentialValidators"
_CONTRACTS, _PUBLISHERS = "/authenticationPolicyContracts", "/notificationPublishers"
_YEAR_OF_MINUTES = 525_600


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
    chosen(
        "Change Password Policy Contract", "The contract of the policy that precedes a changed password.", _CONTRACTS
    ),
    flag("Change Password Email Notification", "Whether users are told by e-mail that their password was changed."),
    flag("Show Password Expiring Warning", "Whether users are told that their password is about to expire."),
    choice(
        "Password Reset Type",
        "How users who forgot their password prove who they are.",
        "NONE",
        ("NONE", "Not at all"),
        ("OTL", "By a link in an e-mail"),
        ("OTP", "By a code in an e-mail"),
    ),
    chosen("Password Reset Policy Contract", "The contract of the policy that precedes a reset password.", _CONTRACTS),
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
    chosen("Notification Publisher", "Who sends these messages; by default the server's own choice.", _PUBLISHERS),
    flag("Enable Username Recovery", "Whether users can have their user name sent to them."),
    flag("Require Verified Email", "Whether only verified addresses are used for that."),
)
FORM = Form(
    description="Asks for a user name and a password on a page of this server.",
    fields=(*_SIGNING_IN, *_ACCOUNTS, *ADVANCED),
    tables=(
        Table(
            name=VALIDATORS,
            description="What looks at the password, in this order, until one accepts it.",
            columns=(
                Field(
                    name=VALIDATOR,
                    description="A password credential validator.",
                    type=FieldType.SELECT,
                    reference=VALIDATORS_PATH,
                    required=True,
                    unique="This validator is in the list already.",
                ),
            ),
        ),
    ),
)
