"""Finding users in a directory, and what their entries say of them."""

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
# More entries than these share no address but one of a group.
_MOST: Final = 5


@dataclass(frozen=True)
class UserSearch:
    """Where users are looked for, and the names of the attributes that say something of them."""

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
        """Return what is searched for."""
        return username.strip(" ") if self.trims else username

    def entry(self, directory: "Directory", username: str, attributes: Sequence[str]) -> "DirectoryEntry | None":
        """Return the one entry that the filter finds; of several it is nobody's."""
        found = self._found(directory, self.filter, {USERNAME: self.sought(username)}, attributes, 2)
        return found[0] if len(found) == 1 else None

    def by_email(
        self, directory: "Directory", email: str, attributes: Sequence[str]
    ) -> Sequence[tuple["DirectoryEntry", str]]:
        """Return the entries with an address, and their user names; none where the settings do not say how."""
        if not self.mail_filter or not self.username:
            return ()
        found = self._found(directory, self.mail_filter, {MAIL: email}, attributes, _MOST)
        named = ((each, _first(each, self.username)) for each in found)
        return tuple((each, name) for each, name in named if name)

    def is_disabled(self, entry: "DirectoryEntry") -> bool:
        """Return whether an entry says that its account is disabled."""
        return self._says(entry, self.disabled)

    def is_verified(self, entry: "DirectoryEntry") -> bool | None:
        """Return whether the address is known to be the user's; None where nothing says so."""
        return self._says(entry, self.verified) if self.verified else None

    def display_name(self, entry: "DirectoryEntry") -> str:
        """Return by what name messages address the user."""
        return _first(entry, self.display)

    def email(self, entry: "DirectoryEntry") -> str:
        """Return where messages go."""
        return _first(entry, self.mail)

    def _says(self, entry: "DirectoryEntry", attribute: str) -> bool:
        # TRUE is how directories write it (RFC 4517, section 3.3.3); some have a text in its place.
        values = entry.attributes.get(attribute, ()) if attribute else ()
        return any(value.lower() == TRUE for value in values)

    def _found(
        self, directory: "Directory", template: str, values: dict[str, str], attributes: Sequence[str], most: int
    ) -> "list[DirectoryEntry]":
        # Imported here: the library takes as long as all others together, and most servers have no directory.
        from hanse.data_stores.ldap import LdapSearchScope  # noqa: PLC0415 - the comment above says why.

        scope = LdapSearchScope.ONE_LEVEL if self.is_one_level else LdapSearchScope.SUBTREE
        own = (self.disabled, self.display, self.mail, self.verified, self.username)
        wanted = dict.fromkeys(each for each in (GIVEN_NAME, MAIL, *attributes, *own) if each)
        return directory.search(self.base, template, values, list(wanted), scope=scope, most=most)


def _first(entry: "DirectoryEntry", attribute: str) -> str:
    return next(iter(entry.attributes.get(attribute, ())), "") if attribute else ""
