"""Fields of the LDAP validator, with the names of existing configurations."""

from hanse import handles
from hanse.config.declare.plugin_fields import TRUE, Field, FieldType, Form, Option
from hanse.config.plugins.field_shorthands import flag
from hanse.plugins.validators.directory.error_overrides import TABLE

STORE, BASE, FILTER, SCOPE = "LDAP Datastore", "Search Base", "Search Filter", "Scope of Search"
CASE_SENSITIVE = "Case-Sensitive Matching"
TRIM, DISABLED = "Trim Username Spaces For Search", "Account Disabled Attribute"
EXPECT_EXPIRED = "Expect Password Expired Control"
DISPLAY_NAME, MAIL_ATTRIBUTE, MAIL_FILTER = "Display Name Attribute", "Mail Attribute", "Mail Search Filter"
USERNAME_ATTRIBUTE, MAIL_VERIFIED = "Username Attribute", "Mail Verified Attribute"
ONE_LEVEL, SUBTREE = "One Level", "Subtree"


def _filter_error(text: str) -> str | None:
    from hanse.data_stores.ldap_filters import filter_error  # noqa: PLC0415 - the library is slow to import.

    return filter_error(text)


def _check_filter(text: str) -> str | None:
    if "${username}" not in text:
        return "Include ${username} in the filter, such as uid=${username}."
    return _filter_error(text)


def _attribute(name: str, about: str, default: str | None = None, lacks: str = "") -> Field:
    return Field(name=name, description=about, default=default, advanced=True, maximum_length=256, lacks=lacks)


_SEARCH = (
    Field(
        name=STORE,
        description="LDAP data store to search.",
        type=FieldType.SELECT,
        reference=handles.DATA_STORES,
        required=True,
    ),
    Field(
        name=BASE,
        description="Distinguished name at which the search starts, such as ou=people,dc=example,dc=com.",
        required=True,
        maximum_length=1024,
    ),
    Field(
        name=FILTER,
        description="LDAP filter that finds the user, such as uid=${username} or sAMAccountName=${username}.",
        required=True,
        maximum_length=2048,
        check=_check_filter,
    ),
    Field(
        name=SCOPE,
        description="Depth of the search below the search base.",
        type=FieldType.RADIO_GROUP,
        options=(Option("One level", ONE_LEVEL), Option("Subtree", SUBTREE)),
        default=SUBTREE,
    ),
    flag(
        CASE_SENSITIVE,
        "Compare messages with match expressions case-sensitively. The directory itself decides how it compares"
        " usernames.",
        TRUE,
    ),
)
_ADVANCED = (
    _attribute(
        "Display Name Attribute", "Attribute with the name that e-mails use to address the user.", "displayName"
    ),
    _attribute(MAIL_ATTRIBUTE, "Attribute with the user's e-mail address.", "mail"),
    _attribute("SMS Attribute", "Attribute with the telephone number for text messages.", lacks="text messages"),
    _attribute("PingID Username Attribute", "Attribute with the user's name in PingID.", lacks="PingID"),
    Field(
        name=MAIL_FILTER,
        description="LDAP filter that finds the user by e-mail address for username recovery, such as mail=${mail}.",
        advanced=True,
        maximum_length=2048,
        check=_filter_error,
    ),
    _attribute(USERNAME_ATTRIBUTE, "Attribute with the username that is sent to the user for username recovery."),
    _attribute(MAIL_VERIFIED, "Attribute that says whether the e-mail address is verified: true or false."),
    flag(TRIM, "Remove spaces before and after the username.", TRUE, advanced=True),
    _attribute(DISABLED, "Attribute that marks a disabled account. Users with the value true cannot sign in."),
    flag(
        "Enable PingDirectory Detailed Password Policy Requirement Messaging",
        "Show users the password policy of PingDirectory when they choose a password.",
        advanced=True,
        lacks="messages of PingDirectory's password policies",
    ),
    flag(
        EXPECT_EXPIRED,
        "Refuse a sign-in when the directory accepts the password but reports with a control that it has expired.",
        advanced=True,
    ),
)
FORM = Form(
    description="Finds the user in an LDAP directory and verifies the password with a bind.",
    fields=(*_SEARCH, *_ADVANCED),
    tables=(TABLE,),
)
