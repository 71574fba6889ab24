"""The validator that asks a directory: it searches for the user, and binds as the entry that it finds."""

import re
from typing import TYPE_CHECKING

from hanse.config.plugins.fields import TRUE, Field, FieldType, Form, Option
from hanse.config.plugins.plugin import Plugin, Settings
from hanse.kit.errors import Unavailable
from hanse.sources.settings import SourceFailed

if TYPE_CHECKING:
    from hanse.resources.system.password_validators.validator import Attributes, Means
    from hanse.sources.ldap import Directory, Entry

STORE, BASE, FILTER, SCOPE = "LDAP Datastore", "Search Base", "Search Filter", "Scope of Search"
CASE_SENSITIVE = "Case-Sensitive Matching"
ONE_LEVEL, SUBTREE = "One Level", "Subtree"
DN, GIVEN_NAME, MAIL, USERNAME = "DN", "givenName", "mail", "username"
STORES_PATH = "/dataStores"
# The attribute that a filter compares with the user name.
_COMPARED = re.compile(r"([A-Za-z][A-Za-z0-9-]*)\s*=\s*\$\{username\}\s*(?:\)|$)")
# No user: what the name of somebody who is not there is bound with, so that it takes as long as a wrong password.
_NOBODY = "cn=nobody"


class DirectoryValidator:
    """Searches and binds; the interface is `validator.PasswordValidator`."""

    def __init__(self, settings: Settings) -> None:
        self._store = settings.text(STORE)
        self._base = settings.text(BASE)
        self._filter = settings.text(FILTER)
        self._is_one_level = settings.text(SCOPE) == ONE_LEVEL
        self._compared = tuple(_COMPARED.findall(self._filter)) if settings.flag(CASE_SENSITIVE) else ()

    def validate(self, username: str, password: str, means: "Means") -> "Attributes | None":
        """Tell whether the password is that of the one entry that the filter finds; of several it is nobody's.

        A bind without a password would succeed anonymously (RFC 4513, section 5.1.2), and is never made.
        """
        if not username or not password:
            return None
        try:
            directory = means.directory(self._store)
            entry = self._entry_of(directory, username, means)
            right = directory.authenticate(f"{_NOBODY},{self._base}" if entry is None else entry.dn, password)
        except SourceFailed as error:
            raise Unavailable(f"The directory does not say: {error}") from error
        if entry is None or not right:
            return None
        known = {
            name: values[0] if len(values) == 1 else values
            for name in (GIVEN_NAME, MAIL, *means.attributes)
            if (values := entry.attributes.get(name))
        }
        return {**known, DN: entry.dn, USERNAME: username}

    def _entry_of(self, directory: "Directory", username: str, means: "Means") -> "Entry | None":
        # Imported here: the library takes as long as all others together, and most servers have no directory.
        from hanse.sources.ldap import SearchScope  # noqa: PLC0415 - the comment above says why.

        scope = SearchScope.ONE_LEVEL if self._is_one_level else SearchScope.SUBTREE
        wanted = dict.fromkeys((GIVEN_NAME, MAIL, *means.attributes, *self._compared))
        values = {USERNAME: username}
        found = directory.search(self._base, self._filter, values, list(wanted), scope=scope, most=2)
        if len(found) != 1:
            return None
        (entry,) = found
        # Directories compare names without regard to letter case.
        exact = not self._compared or any(username in entry.attributes.get(name, ()) for name in self._compared)
        return entry if exact else None


def _check_filter(text: str) -> str | None:
    from hanse.sources.ldap import filter_error  # noqa: PLC0415 - the library is slow to import.

    if "${username}" not in text:
        return "A filter says where the user name goes: uid=${username}."
    return filter_error(text)


LDAP = Plugin(
    kind="passwordCredentialValidator",
    # The id that existing configurations of this API have.
    id="org.sourceid.saml20.domain.LDAPUsernamePasswordCredentialValidator",
    name="LDAP Username Password Credential Validator",
    make=DirectoryValidator,
    attribute_contract=(DN, GIVEN_NAME, MAIL, USERNAME),
    supports_extended_contract=True,
    form=Form(
        description="Searches a directory for the user, and tries the password there.",
        fields=(
            Field(
                name=STORE,
                description="The directory.",
                type=FieldType.SELECT,
                reference=STORES_PATH,
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
            Field(
                name=CASE_SENSITIVE,
                description="Whether a user name counts only as the directory writes it. Directories themselves take"
                " capital and small letters for the same.",
                type=FieldType.CHECK_BOX,
                default=TRUE,
            ),
        ),
    ),
)
