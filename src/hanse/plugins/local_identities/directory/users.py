"""The store of users who are entries of a directory."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final

import structlog

from hanse.data_stores.settings import SourceFailed
from hanse.kit.errors import Unavailable
from hanse.kit.local_users import (
    PASSWORD_IN_DIRECTORY,
    LocalUser,
    LocalUserEvent,
    LocalUserPage,
    LocalUserStatus,
    PasswordRefused,
    TooManyUsers,
    comparable,
)
from hanse.kit.texts.messages import message
from hanse.plugins.local_identities.directory.entry_form import EntryForm
from hanse.plugins.local_identities.directory.entry_search import EntrySearch
from hanse.plugins.local_identities.directory.records import UserRecords

if TYPE_CHECKING:
    from hanse.data_stores.ldap import Directory

LOG = structlog.stdlib.get_logger("hanse.accounts")
# Directories cannot continue a list after a user, so each page reads the names of all users that match.
MOST_LISTED: Final = 5_000
# For unknown users the store binds with this name, so that they take as long as a wrong password.
_NOBODY: Final = "cn=nobody"


@dataclass(frozen=True)
class DirectoryLocalUsers:
    """Users in the directory of one profile; implements `kit.local_users.LocalUsers` and `passwords.UserPasswords`."""

    form: EntryForm
    # Opens the directory; raises Unavailable.
    directory: "Callable[[], Directory]"
    records: UserRecords

    def create(self, user: LocalUser, event: LocalUserEvent | None = None) -> LocalUser | None:
        """Add an entry, and set its password."""
        from hanse.data_stores.ldap_changes import add_entry, delete_entry  # noqa: PLC0415 - the library is slow to import.

        with self._asking() as found:
            dn, attributes = self.form.new_entry(user)
            if found.has_others(user, "") or not found.client.change(partial(add_entry, dn=dn, attributes=attributes)):
                return None
            try:
                created = self._created(found, dn, user, event)
            except (SourceFailed, Unavailable):
                found.client.change(partial(delete_entry, dn=dn))
                raise
            if created is None:
                found.client.change(partial(delete_entry, dn=dn))
            return created

    def _created(self, found: EntrySearch, dn: str, user: LocalUser, event: LocalUserEvent | None) -> LocalUser | None:
        """Complete a new entry. Returns None if another user has one of the names or links."""
        if user.password:
            self._set_password(found, dn, user.password)
        entry = found.by_dn(dn)
        if entry is None:
            raise SourceFailed("The directory does not return a new entry.")
        created = replace(user, id=entry.id, dn=entry.dn, password=PASSWORD_IN_DIRECTORY, version=0)
        # Another server may have added an entry with one of the names at the same moment.
        is_alone = not found.has_others(user, entry.id)
        return created if is_alone and self.records.create(created, event) else None

    def update(self, user: LocalUser, event: LocalUserEvent | None = None) -> bool:
        """Change the record, and then the entry. A failure in between leaves the entry as it was."""
        with self._asking() as found:
            before = found.by_id(user.id)
            if before is None or before.version != user.version or found.has_others(user, user.id):
                return False
            sets_password = user.password not in ("", PASSWORD_IN_DIRECTORY)
            # A refused password must not end the demand for another one, and a temporary one is demanded to be changed
            # before it works.
            if sets_password and not user.must_change_password:
                self._set_password(found, before.dn, user.password)
            if not self.records.update(user):
                return False
            if sets_password and user.must_change_password:
                self._set_password(found, before.dn, user.password)
            if not self._change_entry(found, before, user):
                return False
        if event is not None:
            self.records.add_event(user.id, event)
        return True

    def _change_entry(self, found: EntrySearch, before: LocalUser, user: LocalUser) -> bool:
        from hanse.data_stores.ldap_changes import rename_entry, replace_attributes  # noqa: PLC0415 - see `create`.

        old, new = self.form.attributes_of(before), self.form.attributes_of(user)
        changed = {name: values for name, values in new.items() if old[name] != values}
        dn, rdn = before.dn, self.form.renamed(before, user)
        if rdn:
            if not found.client.change(partial(rename_entry, dn=dn, rdn=rdn)):
                return False
            renamed = found.by_id(user.id)
            dn = dn if renamed is None else renamed.dn
        return not changed or found.client.change(partial(replace_attributes, dn=dn, attributes=changed))

    def delete(self, profile: str, id_: str) -> bool:
        """Delete the entry and the record."""
        from hanse.data_stores.ldap_changes import delete_entry  # noqa: PLC0415 - see `create`.

        with self._asking() as found:
            user = found.by_id(id_) if self._is_own(profile) else None
            deleted = user is not None and found.client.change(partial(delete_entry, dn=user.dn))
        if deleted:
            self.records.delete(id_)
        return deleted

    def get(self, profile: str, id_: str) -> LocalUser | None:
        """Return a user by ID."""
        with self._asking() as found:
            return found.by_id(id_) if self._is_own(profile) else None

    def by_name(self, profile: str, name: str) -> LocalUser | None:
        """Return the user with one of the names. Nobody is meant by a name that several entries have."""
        with self._asking() as search:
            found = search.named(name) if self._is_own(profile) else []
        if len(found) > 1:
            LOG.warning("several users of a directory have the same name", profile=profile)
        return found[0] if len(found) == 1 else None

    def by_link(self, profile: str, link: str) -> LocalUser | None:
        """Return the user with a link to a user of another system."""
        record = self.records.by_link(link) if self._is_own(profile) else None
        return None if record is None else self.get(profile, record.id)

    def by_dn(self, profile: str, dn: str) -> LocalUser | None:
        """Return the user with an entry."""
        with self._asking() as found:
            user = found.by_dn(dn) if self._is_own(profile) and dn else None
        if user is not None:
            self.records.ensure(user)
        return user

    def by_email(self, profile: str, email: str, most: int) -> Sequence[LocalUser]:
        """Return the users with an address."""
        with self._asking() as found:
            return found.of_email(email, most) if self._is_own(profile) else ()

    def page(self, profile: str, *, search: str, after: str, most: int) -> LocalUserPage:
        """Return users whose names or address contain a text."""
        if not self._is_own(profile):
            return LocalUserPage((), None)
        with self._asking() as found:
            entries = found.containing(search, MOST_LISTED + 1)
            if len(entries) > MOST_LISTED:
                raise TooManyUsers(MOST_LISTED)
            users = [(self.form.user_of(each, None), each) for each in entries]
            users.sort(key=lambda each: (comparable(each[0].username).encode(), each[0].id))
            start = next((index + 1 for index, each in enumerate(users) if each[0].id == after), None if after else 0)
            chosen = [] if start is None else users[start : start + most]
            items = tuple(found.with_records([entry for _, entry in chosen]))
        has_more = start is not None and len(users) > start + most
        return LocalUserPage(items, items[-1].id if has_more else None)

    def add_event(self, profile: str, id_: str, event: LocalUserEvent) -> None:
        """Add an event that did not change the entry."""
        user = self.get(profile, id_)
        if user is not None:
            self.records.ensure(user)
            self.records.add_event(id_, event)

    def events(self, id_: str, most: int) -> Sequence[LocalUserEvent]:
        """Return the newest events of a user."""
        return self.records.events(id_, most)

    def record_sign_in(self, profile: str, id_: str, now: float) -> None:
        """Store the time of a sign-in."""
        if self._is_own(profile):
            self.records.record_sign_in(id_, now)

    def is_active(self, profile: str, id_: str) -> bool:
        """Return whether a user exists and is not disabled."""
        user = self.get(profile, id_)
        return user is not None and user.status is LocalUserStatus.ACTIVE

    def has_namesake(self, profile: str, id_: str, name: str) -> bool:
        """Return whether another user of the profile has a name."""
        found = self.by_name(profile, name)
        return found is not None and found.id != id_

    def prepare(self, password: str) -> str:
        """Return the password itself: the directory computes its digest."""
        return password

    def matches(self, password: str, user: LocalUser | None) -> bool:
        """Bind with a password."""
        with self._asking() as found:
            dn = f"{_NOBODY},{self.form.storage.base}" if user is None else user.dn
            is_right = found.client.authenticate(dn, password)
        if user is None or not is_right:
            return False
        self.records.ensure(user)
        return True

    def _set_password(self, found: EntrySearch, dn: str, password: str) -> None:
        objection = found.client.change_password(dn, None, password)
        if objection is not None:
            LOG.info("password refused by a directory", profile=self.form.profile.id, reason=objection)
            raise PasswordRefused(message("The directory does not accept the password: {value}.", value=objection))

    def _is_own(self, profile: str) -> bool:
        return profile == self.form.profile.id

    @contextmanager
    def _asking(self) -> Iterator[EntrySearch]:
        """Yield the searches. A failure is logged, because users see only that sign-in is not possible now."""
        try:
            yield EntrySearch(self.form, self.directory(), self.records)
        except SourceFailed as error:
            storage, profile = self.form.storage, self.form.profile.id
            LOG.warning("directory of local users failed", profile=profile, data_store=storage.store, reason=str(error))
            text = message("The directory of the profile's users cannot be used: {error}", error=error)
            raise Unavailable(text) from error
