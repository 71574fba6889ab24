"""Provisioning into data stores: users of a partner become entries of a directory or rows of a table.

Everything here blocks: call `save` by `services.work.run`. Values of users are escaped in filters and names of entries,
and bound in statements.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from hanse.data_stores.client_pool import DataStoreClients
from hanse.data_stores.settings import SourceFailed, writable
from hanse.data_stores.templates import fill, required_names
from hanse.engine.signin.contracts import Value
from hanse.engine.snapshot.data_stores import DataStores
from hanse.engine.snapshot.partner_accounts import DirectoryRepository, TableRepository
from hanse.kit.texts.messages import message

if TYPE_CHECKING:
    from hanse.data_stores.ldap import Directory, DirectoryEntry

_OBJECT_CLASS: Final = "objectclass"
_Attributes = Mapping[str, Value]


@dataclass(frozen=True)
class StoreProvisioning:
    """Writes users into the data stores of a snapshot."""

    stores: DataStores
    clients: DataStoreClients

    def save(
        self,
        repository: DirectoryRepository | TableRepository,
        mapped: _Attributes,
        named: _Attributes,
        *,
        updates: bool,
    ) -> None:
        """Create the user unless there is one, and update the values of existing users if `updates` is true.

        `mapped` are the values to write, and `named` those that filters can use. Raises SourceFailed.
        """
        if isinstance(repository, DirectoryRepository):
            self._save_entry(repository, mapped, named, updates=updates)
        else:
            self._save_row(repository, mapped, updates=updates)

    def _save_row(self, repository: TableRepository, mapped: _Attributes, *, updates: bool) -> None:
        # Imported here: most servers have no database to write into.
        from hanse.data_stores.table_rows import UserRow  # noqa: PLC0415 - the comment above says why.

        settings = self.stores.databases.get(repository.store)
        if settings is None:
            raise SourceFailed(message("The data store '{id}' is not usable.", id=repository.store))
        # A column has one value.
        values = {name: found[0] for name, value in mapped.items() if (found := _listed(value))}
        if not values.get(repository.key):
            raise SourceFailed(message("There is no value for the column {name}.", name=repository.key))
        row = UserRow(repository.table, repository.schema, repository.key, values)
        row.save(self.clients.tables(writable(settings)), updates=updates)

    def _save_entry(
        self, repository: DirectoryRepository, mapped: _Attributes, named: _Attributes, *, updates: bool
    ) -> None:
        settings = self.stores.directories.get(repository.store)
        if settings is None:
            raise SourceFailed(message("The data store '{id}' is not usable.", id=repository.store))
        for name in required_names(repository.filter):
            if not any(_listed(named.get(name, ""))):
                # A search without the value would find other people.
                raise SourceFailed(message("There is no value for ${{{name}}}.", name=name))
        directory = self.clients.directory(settings)
        found = _entry(directory, repository, named)
        attributes = {name: values for name, value in mapped.items() if (values := _listed(value))}
        if found is None:
            if _add(directory, repository, attributes, named):
                return
            # A simultaneous sign-in may have created it.
            found = _entry(directory, repository, named)
            if found is None:
                raise SourceFailed("Another entry has the name of the user.")
        if updates:
            _update(directory, found.dn, repository, attributes)


def _entry(directory: "Directory", repository: DirectoryRepository, named: _Attributes) -> "DirectoryEntry | None":
    found = directory.search(repository.base, repository.filter, named, most=2)
    if len(found) > 1:
        raise SourceFailed("Several entries match the filter of the user.")
    return found[0] if found else None


def _add(
    directory: "Directory",
    repository: DirectoryRepository,
    attributes: Mapping[str, Sequence[str]],
    named: _Attributes,
) -> bool:
    from hanse.data_stores.ldap_changes import add_entry  # noqa: PLC0415 - only directories need the library.
    from hanse.data_stores.ldap_filters import dn_value  # noqa: PLC0415 - only directories need the library.

    naming = repository.naming.lower()
    own = next((values for name, values in attributes.items() if name.lower() == naming), None)
    values = own or [fill(repository.naming_value, named, str)]
    if not values[0]:
        raise SourceFailed(message("There is no value for the attribute {name}.", name=repository.naming))
    # The entry must have the value of its name (RFC 4511, section 4.7).
    entry = attributes if own else {**attributes, repository.naming: values}
    dn = f"{repository.naming}={dn_value(values[0])},{repository.base}"
    return directory.change(partial(add_entry, dn=dn, attributes=entry))


def _update(
    directory: "Directory", dn: str, repository: DirectoryRepository, attributes: Mapping[str, Sequence[str]]
) -> None:
    """Replace the values of an entry, except those that determine its kind and its name."""
    from hanse.data_stores.ldap_changes import replace_attributes  # noqa: PLC0415 - only directories need the library.

    fixed = (_OBJECT_CLASS, repository.naming.lower())
    changes = {name: values for name, values in attributes.items() if name.lower() not in fixed}
    if changes and not directory.change(partial(replace_attributes, dn=dn, attributes=changes)):
        raise SourceFailed("The entry of the user was deleted.")


def _listed(value: Value) -> list[str]:
    values = [value] if isinstance(value, str) else list(value)
    return [each for each in values if each]
