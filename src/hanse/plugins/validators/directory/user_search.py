"""The search for users in a directory, and the attributes of their entries."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from hanse.config.declare.plugin_fields import TRUE
from hanse.config.plugins.plugin import Settings
from hanse.plugins.validators.directory.fields import (
    BASE,
    DISABLED,
    DISPLAY_NAME,
    FILTER,
    MAIL_ATTRIBUTE,
    MAIL_FILTER,
    MAIL_VERIFIED,
    ONE_LEVEL,
    SCOPE,
    TRIM,
    USERNAME_ATTRIBUTE,
)

if TYPE_CHECKING:
    from hanse.data_stores.ldap import Directory, DirectoryEntry

GIVEN_NAME, MAIL, USERNAME = "givenName", "mail", "username"
# If more entries than this share an address, it is the address of a group.
_MOST: Final = 5


@dataclass(frozen=True)
class UserSearch:
    """The search settings for users, and the names of the attributes that are read."""

    base: str
    filter: str
    mail_filter: str
    is_one_level: bool
    trims: bool
    disabled: str
    display: str
    mail: str
    verified: str
    username: str

    @classmethod
    def read(cls, settings: Settings) -> "UserSearch":
        """Return the search of an instance."""
        return cls(
            base=settings.text(BASE),
            filter=settings.text(FILTER),
            mail_filter=settings.text(MAIL_FILTER),
            is_one_level=settings.text(SCOPE) == ONE_LEVEL,
            trims=settings.flag(TRIM),
            disabled=settings.text(DISABLED),
            display=settings.text(DISPLAY_NAME),
            mail=settings.text(MAIL_ATTRIBUTE),
            verified=settings.text(MAIL_VERIFIED),
            username=settings.text(USERNAME_ATTRIBUTE),
        )

    def sought(self, username: str) -> str:
        """Return the user name in the form that is searched for."""
        return username.strip(" ") if self.trims else username

    def entry(self, directory: "Directory", username: str, attributes: Sequence[str]) -> "DirectoryEntry | None":
        """Return the entry that the filter finds, or None if there is none or more than one."""
        found = self._found(directory, self.filter, {USERNAME: self.sought(username)}, attributes, 2)
        return found[0] if len(found) == 1 else None

    def by_email(
        self, directory: "Directory", email: str, attributes: Sequence[str]
    ) -> Sequence[tuple["DirectoryEntry", str]]:
        """Return the entries with an address, and their user names; none if the settings do not allow this search."""
        if not self.mail_filter or not self.username:
            return ()
        found = self._found(directory, self.mail_filter, {MAIL: email}, attributes, _MOST)
        named = ((each, _first(each, self.username)) for each in found)
        return tuple((each, name) for each, name in named if name)

    def is_disabled(self, entry: "DirectoryEntry") -> bool:
        """Return whether an entry says that its account is disabled."""
        return self._is_true(entry, self.disabled)

    def is_verified(self, entry: "DirectoryEntry") -> bool | None:
        """Return whether the address is verified, or None if this is unknown."""
        return self._is_true(entry, self.verified) if self.verified else None

    def display_name(self, entry: "DirectoryEntry") -> str:
        """Return the name with which messages address the user."""
        return _first(entry, self.display)

    def email(self, entry: "DirectoryEntry") -> str:
        """Return the address for messages."""
        return _first(entry, self.mail)

    def _is_true(self, entry: "DirectoryEntry", attribute: str) -> bool:
        # Directories write TRUE (RFC 4517, section 3.3.3); some use another text instead.
        values = entry.attributes.get(attribute, ()) if attribute else ()
        return any(value.lower() == TRUE for value in values)

    def _found(
        self, directory: "Directory", template: str, values: dict[str, str], attributes: Sequence[str], most: int
    ) -> "list[DirectoryEntry]":
        # Imported here: the library takes as long to import as all others together, and most servers have no directory.
        from hanse.data_stores.ldap import LdapSearchScope  # noqa: PLC0415 - the comment above says why.

        scope = LdapSearchScope.ONE_LEVEL if self.is_one_level else LdapSearchScope.SUBTREE
        own = (self.disabled, self.display, self.mail, self.verified, self.username)
        wanted = dict.fromkeys(each for each in (GIVEN_NAME, MAIL, *attributes, *own) if each)
        return directory.search(self.base, template, values, list(wanted), scope=scope, most=most)


def _first(entry: "DirectoryEntry", attribute: str) -> str:
    return next(iter(entry.attributes.get(attribute, ())), "") if attribute else ""
