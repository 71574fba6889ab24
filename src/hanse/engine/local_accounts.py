"""The accounts of local identity profiles: for functions that block, and questions from the event loop."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from hanse.data_stores.client_pool import DataStoreClients
from hanse.engine.services import Purpose, Services
from hanse.engine.snapshot.configuration_parts import ADAPTERS, VALIDATORS
from hanse.engine.snapshot.data_stores import DATA_STORE_SETTINGS
from hanse.engine.snapshot.local_profiles import LOCAL_PROFILES
from hanse.engine.snapshot.model import Snapshot
from hanse.kit.errors import Unavailable
from hanse.kit.local_users import LocalUser, LocalUsers
from hanse.plugins.local_identities.accounts import LocalAccounts
from hanse.plugins.local_identities.directory.entry_form import profile_of
from hanse.plugins.local_identities.profile import DirectoryStorage, LocalProfile
from hanse.plugins.local_identities.stores import stores_of
from hanse.plugins.validators.local_identities.directory_users import searches_in

if TYPE_CHECKING:
    from hanse.data_stores.ldap import Directory

T = TypeVar("T")


def open_directory(services: Services, snapshot: Snapshot, id_: str) -> "Directory":
    """Return the client of a data store. Raises Unavailable if it cannot be used as a directory."""
    settings = snapshot.part(DATA_STORE_SETTINGS).directories.get(id_)
    if settings is None:
        raise Unavailable(f"The data store '{id_}' cannot be used as a directory.")
    return services.ports.get(DataStoreClients).directory(settings)


def local_accounts(services: Services, snapshot: Snapshot, profile: str) -> LocalAccounts:
    """Return the accounts of a profile by its id. Raises Unavailable if the profile cannot be used."""
    found = snapshot.part(LOCAL_PROFILES).get(profile)
    if found is None:
        raise Unavailable(f"The local identity profile '{profile}' cannot be used.")
    directory = partial(open_directory, services, snapshot)
    users, passwords = stores_of(found, services.local_users, services.passwords, directory)
    return LocalAccounts(found, users, passwords, services.breached, services.clock, services.randomness)


def is_validator_of(snapshot: Snapshot, validator: object, profile: str) -> bool:
    """Return whether a validator signs in users of a profile, and nobody else."""
    storage = profile_storage(snapshot, profile)
    in_directory = storage is not None and searches_in(validator, storage)
    return in_directory or getattr(validator, "local_profile", "") == profile


def profile_adapters(snapshot: Snapshot, profile: str) -> tuple[str, ...]:
    """Return the adapters that sign in users of a profile and nobody else.

    An adapter with another validator as well could sign in another user of the same name.
    """
    validators = snapshot.part(VALIDATORS)
    own = {id_ for id_, each in validators.items() if is_validator_of(snapshot, each.plugin, profile)}
    found = ((id_, getattr(each.plugin, "validators", ())) for id_, each in snapshot.part(ADAPTERS).items())
    return tuple(id_ for id_, used in found if used and own.issuperset(used))


def profile_storage(snapshot: Snapshot, profile: str) -> DirectoryStorage | None:
    """Return the directory in which the users of a profile are stored; None if the server stores them."""
    found = snapshot.part(LOCAL_PROFILES).get(profile) if profile else None
    return None if found is None else found.directory


@dataclass(frozen=True)
class LocalUserLookups:
    """Looks up local users by ID, for coroutines. Users in a directory are looked up on another thread.

    All methods raise Unavailable if a directory does not answer.
    """

    services: Services

    async def get(self, snapshot: Snapshot, profile: str, id_: str) -> LocalUser | None:
        """Return a user by ID."""
        if not profile_of(id_):
            return await self.services.state.local_users.get(profile, id_)
        return await self._look_up(
            snapshot, id_, lambda users, own: users.get(profile, id_) if own == profile else None
        )

    async def is_active(self, snapshot: Snapshot, id_: str) -> bool:
        """Return whether a user exists and is not disabled."""
        if not profile_of(id_):
            return await self.services.state.local_users.is_active(id_)
        return bool(await self._look_up(snapshot, id_, lambda users, own: users.is_active(own, id_)))

    async def has_namesake(self, snapshot: Snapshot, id_: str, name: str) -> bool:
        """Return whether another user of the user's profile has a name."""
        if not profile_of(id_):
            return await self.services.state.local_users.has_namesake(id_, name)
        return bool(await self._look_up(snapshot, id_, lambda users, own: users.has_namesake(own, id_, name)))

    async def record_sign_in(self, snapshot: Snapshot, id_: str, now: float) -> None:
        """Store the time of a sign-in."""
        if not profile_of(id_):
            await self.services.state.local_users.record_sign_in(id_, now)
        else:
            await self._look_up(snapshot, id_, lambda users, own: users.record_sign_in(own, id_, now))

    async def _look_up(self, snapshot: Snapshot, id_: str, question: Callable[[LocalUsers, str], T]) -> T | None:
        """Return the answer of the directory of a user; None if the profile does not exist any more."""
        profile: LocalProfile | None = snapshot.part(LOCAL_PROFILES).get(profile_of(id_))
        if profile is None or profile.directory is None:
            return None
        accounts = local_accounts(self.services, snapshot, profile.id)
        return await self.services.work.run(Purpose.LOOKUPS, question, accounts.users, profile.id)
