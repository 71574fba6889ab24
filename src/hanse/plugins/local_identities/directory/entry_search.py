"""Searches for the entries of a profile's users."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hanse.kit.local_users import LocalUser, comparable
from hanse.plugins.local_identities.directory.entry_form import ENTRY_ID, EntryForm, entry_id_of
from hanse.plugins.local_identities.directory.records import UserRecords

if TYPE_CHECKING:
    from hanse.data_stores.ldap import Directory, DirectoryEntry, LdapSearchScope

_EQUAL, _CONTAINS = "${text}", "*${text}*"
# More entries with one address are those of a group; more entries with one name are an error of the directory.
_MOST_NAMESAKES = 10


@dataclass(frozen=True)
class EntrySearch:
    """Finds users in a directory. All methods raise SourceFailed."""

    form: EntryForm
    client: "Directory"
    records: UserRecords

    def by_id(self, id_: str) -> LocalUser | None:
        """Return a user by ID."""
        entry_id = entry_id_of(id_)
        found = [] if entry_id is None else self._entries((ENTRY_ID,), _EQUAL, entry_id, 1)
        user = self.form.user_of(found[0], self.records.get(id_)) if found else None
        return user if user is not None and user.id == id_ else None

    def by_dn(self, dn: str) -> LocalUser | None:
        """Return the user with an entry."""
        from hanse.data_stores.ldap import LdapSearchScope  # noqa: PLC0415 - the library is slow to import.

        found = self._entries((), "", "", 1, scope=LdapSearchScope.OBJECT, base=dn)
        return next(iter(self.with_records(found)), None)

    def named(self, name: str) -> list[LocalUser]:
        """Return the users with a name."""
        return self._equal(self.form.name_attributes, name, _MOST_NAMESAKES)

    def of_email(self, email: str, most: int) -> list[LocalUser]:
        """Return the users with an address."""
        return self._equal((self.form.email_attribute,), email, most)

    def containing(self, text: str, most: int) -> "list[DirectoryEntry]":
        """Return the entries of users whose names or address contain a text."""
        names = dict.fromkeys((*self.form.name_attributes, self.form.email_attribute))
        return self._entries([each for each in names if each] if text else (), _CONTAINS, text, most, paged=True)

    def has_others(self, user: LocalUser, id_: str) -> bool:
        """Return whether another user than the one with an ID has one of a user's names."""
        names = dict.fromkeys(each for each in (user.username, *user.names) if each)
        return any(each.id != id_ for name in names for each in self.named(name))

    def with_records(self, entries: "Sequence[DirectoryEntry]") -> list[LocalUser]:
        """Return the users of entries, with what the records of the server have."""
        users = [self.form.user_of(each, None) for each in entries]
        records = self.records.of_users([each.id for each in users])
        return [self.form.user_of(entry, records.get(user.id)) for entry, user in zip(entries, users, strict=True)]

    def _equal(self, attributes: Sequence[str], text: str, most: int) -> list[LocalUser]:
        """Return the users with a value. The directory may also find values that are only similar."""
        if not text or not any(attributes):
            return []
        found, wanted = self._entries(attributes, _EQUAL, text, most), comparable(text)
        names = {each.lower() for each in attributes}
        return self.with_records(
            [
                entry
                for entry in found
                for name, values in entry.attributes.items()
                if name.lower() in names and wanted in map(comparable, values)
            ][:most]
        )

    def _entries(
        self,
        attributes: Sequence[str],
        pattern: str,
        text: str,
        most: int,
        *,
        scope: "LdapSearchScope | None" = None,
        base: str = "",
        paged: bool = False,
    ) -> "list[DirectoryEntry]":
        from hanse.data_stores.ldap import LdapSearchScope  # noqa: PLC0415 - the library is slow to import.

        return self.client.search(
            base or self.form.storage.base,
            self.form.filter_of(attributes, pattern),
            {"text": text},
            self.form.wanted,
            scope=scope or LdapSearchScope.SUBTREE,
            most=most,
            paged=paged,
        )
