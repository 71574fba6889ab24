"""What can be set at a validator that asks a directory, by the names that existing configurations have."""

from hanse.config.plugins.fields import TRUE, Field, FieldType, Form, Option
from hanse.config.plugins.making import flag
from hanse.plugins.resource_paths import DATA_STORES
from hanse.plugins.validators.directory.error_overrides import TABLE

STORE, BASE, FILTER, SCOPE = "LDAP Datastore", "Search Base", "Search Filter", "Scope of Search"
CASE_SENSITIVE = "Case-Sensitive Matching"
TRIM, DISABLED = "Trim Username Spaces For Search", "Account Disabled Attribute"
EXPECT_EXPIRED = "Expect Password Expired Control"
ONE_LEVEL, SUBTREE = "One Level", "Subtree"


def _filter_error(text: str) -> str | None:
    from hanse.sources.filters import filter_error  # noqa: PLC0415 - the library is slow to import.

    return filter_error(text)


def _check_filter(text: str) -> str | None:
    if "${username}" not in text:
        return "A filter says where the user name goes: uid=${username}."
    return _filter_error(text)


def _attribute(name: str, about: str, default: str | None = None) -> Field:
    return Field(name=name, description=about, default=default, advanced=True, maximum_length=256)


_SEARCH = (
    Field(
        name=STORE,
        description="The directory.",
        type=FieldType.SELECT,
        reference=DATA_STORES,
        required=True,
    ),
    Field(
        name=BASE,
        description="Where in the directory the search begins, such as ou=people,dc=example,dc=com.",
        required=True,
        maximum_length=1024,
    ),
    Field(
        name=FILTER,
        description="What finds the user: uid=${username}, or sAMAccountName=${username}.",
        required=True,
        maximum_length=2048,
        check=_check_filter,
    ),
    Field(
        name=SCOPE,
        description="How far below the search base it goes.",
        type=FieldType.RADIO_GROUP,
        options=(Option("One level", ONE_LEVEL), Option("Subtree", SUBTREE)),
        default=SUBTREE,
    ),
    flag(
        CASE_SENSITIVE,
        "Whether messages fit an override only in the same letter case. User names are compared as the directory"
        " compares them.",
        TRUE,
    ),
)
_ADVANCED = (
    _attribute("Display Name Attribute", "By what name messages about passwords address the user.", "displayName"),
    _attribute("Mail Attribute", "Where those messages go.", "mail"),
    _attribute("SMS Attribute", "The telephone number for codes by text message."),
    _attribute("PingID Username Attribute", "By what name PingID knows the user."),
    Field(
        name="Mail Search Filter",
        description="What finds the user who forgot the user name: mail=${mail}.",
        advanced=True,
        maximum_length=2048,
        check=_filter_error,
    ),
    _attribute("Username Attribute", "What such a user is then told."),
    _attribute("Mail Verified Attribute", "Whether the address is known to be the user's: true or false."),
    flag(TRIM, "Whether spaces around the user name are left out of the search.", TRUE, advanced=True),
    _attribute(DISABLED, "What says that an account is disabled: a user of whom it is true does not sign in."),
    flag(
        "Enable PingDirectory Detailed Password Policy Requirement Messaging",
        "Whether users who choose a password are told what PingDirectory asks of it.",
        advanced=True,
    ),
    flag(
        EXPECT_EXPIRED,
        "Whether a directory that lets somebody in and says, by a control, that the password has expired is taken to"
        " refuse.",
        advanced=True,
    ),
)
FORM = Form(
    description="Searches a directory for the user, and tries the password there.",
    fields=(*_SEARCH, *_ADVANCED),
    tables=(TABLE,),
)
