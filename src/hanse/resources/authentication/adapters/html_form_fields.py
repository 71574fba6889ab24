"""What can be set at an HTML form adapter, by the names, and with the defaults, that existing configurations have."""

from hanse.config.plugins.fields import FALSE, TRUE, Check, Field, FieldType, Form, Option, Table
from hanse.config.plugins.numbers import number_check

VALIDATORS, VALIDATOR = "Credential Validators", "Password Credential Validator Instance"
CHALLENGES = "Challenge Retries"
VALIDATORS_PATH = "/passwordCredentialValidators"
_YEAR_OF_MINUTES = 525_600


def _flag(name: str, description: str, default: str = FALSE, *, advanced: bool = False) -> Field:
    return Field(name=name, description=description, type=FieldType.CHECK_BOX, default=default, advanced=advanced)


def _number(name: str, description: str, default: int, check: Check, *, advanced: bool = False) -> Field:
    return Field(name=name, description=description, default=str(default), check=check, advanced=advanced)


def _template(name: str, default: str) -> Field:
    words = name.removesuffix(" Template").lower()
    about = f"The page or message for: {words}."
    return Field(name=name, description=about, default=default, advanced=True, maximum_length=256)


def _choice(name: str, description: str, default: str, *options: tuple[str, str]) -> Field:
    offered = tuple(Option(label, value) for value, label in options)
    return Field(name=name, description=description, type=FieldType.RADIO_GROUP, options=offered, default=default)


_SIGNING_IN = (
    _number(CHALLENGES, "How often a user may try before the account is locked for a while.", 3, number_check(1, 100)),
    _choice(
        "Session State",
        "Whether a user who has signed in here is asked again, by this adapter or by any other of its kind.",
        "None",
        ("Globally", "Globally"),
        ("Per Adapter", "Per adapter"),
        ("None", "None"),
    ),
    _number("Session Timeout", "After how many idle minutes a session ends.", 60, number_check(1, _YEAR_OF_MINUTES)),
    _number(
        "Session Max Timeout",
        "After how many minutes a session ends in any case.",
        480,
        number_check(1, _YEAR_OF_MINUTES),
    ),
)
_ACCOUNTS = (
    _flag("Allow Password Changes", "Whether users can change their passwords."),
    Field(
        name="Password Management System",
        description="The address of another system at which users change their passwords.",
        maximum_length=2048,
    ),
    _flag("Enable 'Remember My Username'", "Whether browsers can remember the user name."),
    _flag("Enable 'This is My Device'", "Whether users can say that a device is theirs."),
    _flag("Change Password Email Notification", "Whether users are told by e-mail that their password was changed."),
    _flag("Show Password Expiring Warning", "Whether users are told that their password is about to expire."),
    _choice(
        "Password Reset Type",
        "How users who forgot their password prove who they are.",
        "NONE",
        ("NONE", "Not at all"),
        ("OTL", "By a link in an e-mail"),
        ("OTP", "By a code in an e-mail"),
    ),
    _flag("Account Unlock", "Whether users can unlock their accounts."),
    _flag("Enable Username Recovery", "Whether users can have their user name sent to them."),
    _flag("Require Verified Email", "Whether only verified addresses are used for that."),
)
_ADVANCED = (
    _template("Login Template", "html.form.login.template.html"),
    Field(name="Logout Path", description="Where users sign out.", advanced=True, maximum_length=1024),
    Field(name="Logout Redirect", description="Where users are then sent.", advanced=True, maximum_length=2048),
    _template("Logout Template", "idp.logout.success.page.template.html"),
    _template("Change Password Template", "html.form.change.password.template.html"),
    _template("Change Password Message Template", "html.form.message.template.html"),
    _template("Password Management System Message Template", "html.form.message.template.html"),
    _template("Change Password Email Template", "message-template-end-user-password-change.html"),
    _template("Expiring Password Warning Template", "html.form.password.expiring.notification.template.html"),
    _number(
        "Threshold for Expiring Password Warning",
        "How many days before it expires the warning begins.",
        7,
        number_check(1, 365),
        advanced=True,
    ),
    _number(
        "Snooze Interval for Expiring Password Warning",
        "After how many hours it is repeated.",
        24,
        number_check(0, 8760),
        advanced=True,
    ),
    _template("Login Challenge Template", "html.form.login.challenge.template.html"),
    _number(
        "'Remember My Username' Lifetime",
        "For how many days browsers remember.",
        30,
        number_check(1, 3650),
        advanced=True,
    ),
    _number(
        "'This is My Device' Lifetime",
        "For how many days a device is the user's.",
        30,
        number_check(1, 3650),
        advanced=True,
    ),
    _flag(
        "Allow Username Edits During Chaining",
        "Whether a user name that an earlier step brought can be changed.",
        advanced=True,
    ),
    _flag("Track Authentication Time", "Whether it is kept when a user signed in.", TRUE, advanced=True),
    _number(
        "Post-Password Change Re-Authentication Delay",
        "How many milliseconds pass before a changed password is tried.",
        0,
        number_check(0, 60_000),
        advanced=True,
    ),
    _template("Password Reset Username Template", "forgot-password.html"),
    _template("Password Reset Code Template", "forgot-password-resume.html"),
    _template("Password Reset Template", "forgot-password-change.html"),
    _template("Password Reset Error Template", "forgot-password-error.html"),
    _template("Password Reset Success Template", "forgot-password-success.html"),
    _template("Account Unlock Template", "account-unlock.html"),
    _number("OTP Length", "How many characters a code has.", 8, number_check(5, 100), advanced=True),
    _number("OTP Time to Live", "For how many minutes a code counts.", 10, number_check(1, 1440), advanced=True),
    _template("Username Recovery Template", "username.recovery.template.html"),
    _template("Username Recovery Info Template", "username.recovery.info.template.html"),
    _template("Username Recovery Email Template", "message-template-username-recovery.html"),
)
FORM = Form(
    description="Asks for a user name and a password on a page of this server.",
    fields=(*_SIGNING_IN, *_ACCOUNTS, *_ADVANCED),
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
