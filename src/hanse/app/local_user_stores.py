"""The stores of local users for the admin API: the run-time state, and directories of the saved configuration."""

from dataclasses import dataclass

from hanse.config.declare.ports import Ports
from hanse.config.declare.view import View
from hanse.crypto.passwords import PasswordDigests
from hanse.data_stores.client_pool import DataStoreClients
from hanse.kit.local_users import EmbeddedLocalUsers, LocalUsers
from hanse.plugins.local_identities.passwords import UserPasswords
from hanse.plugins.local_identities.profile import LocalProfile
from hanse.plugins.local_identities.stores import stores_of
from hanse.resources.system.data_stores import open_directory


@dataclass(frozen=True)
class ConfiguredLocalUserStores:
    """Stores of profiles as they are configured; implements `LocalUserStores`."""

    embedded: EmbeddedLocalUsers
    digests: PasswordDigests
    clients: DataStoreClients

    def of_profile(self, profile: LocalProfile, view: View) -> tuple[LocalUsers, UserPasswords]:
        """Return the users of a profile and their passwords."""
        ports, storage = Ports({DataStoreClients: self.clients}), profile.directory
        # The view is valid only now, but a client connects when it is used.
        opened = {} if storage is None else {storage.store: open_directory(view, ports, storage.store)}
        return stores_of(profile, self.embedded, self.digests, opened.__getitem__)
