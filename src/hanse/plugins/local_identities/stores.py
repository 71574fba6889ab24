"""The store of a profile's users: the server itself, or a directory."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Protocol

from hanse.config.declare.view import View
from hanse.crypto.passwords import PasswordDigests
from hanse.kit.local_users import EmbeddedLocalUsers, LocalUsers
from hanse.plugins.local_identities.directory.entry_form import EntryForm
from hanse.plugins.local_identities.directory.records import UserRecords
from hanse.plugins.local_identities.directory.users import DirectoryLocalUsers
from hanse.plugins.local_identities.passwords import StoredPasswords, UserPasswords
from hanse.plugins.local_identities.profile import LocalProfile

if TYPE_CHECKING:
    from hanse.data_stores.ldap import Directory


class LocalUserStores(Protocol):
    """Opens the stores of profiles for operations of the admin API."""

    def of_profile(self, profile: LocalProfile, view: View) -> tuple[LocalUsers, UserPasswords]:
        """Return the users of a profile and their passwords. Nothing is connected yet."""
        ...


def stores_of(
    profile: LocalProfile,
    embedded: EmbeddedLocalUsers,
    digests: PasswordDigests,
    open_directory: "Callable[[str], Directory]",
) -> tuple[LocalUsers, UserPasswords]:
    """Return the users of a profile and their passwords. `open_directory` opens a data store by its ID."""
    storage = profile.directory
    if storage is None:
        return embedded, StoredPasswords(digests)
    form, records = EntryForm(profile, storage), UserRecords(embedded, profile.id)
    users = DirectoryLocalUsers(form, partial(open_directory, storage.store), records)
    return users, users
