"""Checks users' passwords with the configured validators. Everything here blocks: call it by `services.work.run`."""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, cast

import structlog

from hanse.crypto.passwords import PasswordDigests
from hanse.engine.local_accounts import is_validator_of, profile_storage
from hanse.engine.snapshot.configuration_parts import VALIDATORS
from hanse.engine.snapshot.model import Snapshot
from hanse.engine.thread_pools import Bulkhead
from hanse.kit.errors import Unavailable
from hanse.kit.randomness import Randomness
from hanse.plugins.contracts.users import AttributeValue, CredentialResult
from hanse.plugins.contracts.validators import (
    Attributes,
    DetailedValidator,
    PasswordManager,
    PasswordValidator,
    ValidatorServices,
)
from hanse.plugins.validators.local_identities.directory_users import DirectoryUsersValidator, searches_in

if TYPE_CHECKING:
    from hanse.data_stores.ldap import Directory
    from hanse.plugins.local_identities.accounts import LocalAccounts
    from hanse.plugins.validators.local_identities.directory_users import DirectoryPasswordValidator

LOG = structlog.stdlib.get_logger("hanse.password-validators")
# At most half of the pool may wait for one directory or RADIUS server. The other half is for other validators.
MOST_AT_ONE_DIRECTORY: Final = 16
_PATIENCE_SECONDS: Final = 0.5


@dataclass(frozen=True)
class PasswordChecks:
    """Calls password credential validators.

    `directory` opens a data store of the type LDAP, and `local_accounts` a local identity profile, by its id.
    """

    passwords: PasswordDigests
    directory: Callable[[Snapshot, str], "Directory"]
    local_accounts: Callable[[Snapshot, str], "LocalAccounts"]
    randomness: Randomness
    bulkhead: Bulkhead = field(default_factory=lambda: Bulkhead(MOST_AT_ONE_DIRECTORY, _PATIENCE_SECONDS))

    def check(
        self, snapshot: Snapshot, validator: str, username: str, password: str, profile: str = ""
    ) -> CredentialResult:
        """Return a validator's result for a password. Raises Unavailable if it cannot be called.

        `profile` is the local identity profile of the adapter that calls the validator; empty for none.
        """
        with ExitStack() as places:
            plugin, services = self._opened(snapshot, validator, places, profile)
            if isinstance(plugin, DetailedValidator):
                result = plugin.check(username, password, services)
            else:
                found = plugin.validate(username, password, services)
                result = CredentialResult(valid=found is not None, attributes=_plain(found or {}))
        # Neither the user name nor the reason is logged, because people type passwords into the wrong field.
        LOG.debug("password checked", validator=validator, right=result.valid)
        return result

    def manages(self, snapshot: Snapshot, validator: str) -> bool:
        """Return whether a validator can change passwords."""
        instance = snapshot.part(VALIDATORS).get(validator)
        return instance is not None and isinstance(instance.plugin, PasswordManager)

    def accounts(self, snapshot: Snapshot, validator: str, profile: str) -> "LocalAccounts | None":
        """Return the accounts of a profile if the validator's users are those of the profile; None otherwise."""
        instance = snapshot.part(VALIDATORS).get(validator)
        is_own = instance is not None and bool(profile) and is_validator_of(snapshot, instance.plugin, profile)
        return self.local_accounts(snapshot, profile) if is_own else None

    def manager(
        self, snapshot: Snapshot, validator: str, profile: str = ""
    ) -> tuple[PasswordManager, ValidatorServices]:
        """Return a validator that can change passwords, and its services. Raises Unavailable."""
        plugin, services = self._opened(snapshot, validator, None, profile)
        if not isinstance(plugin, PasswordManager):
            raise Unavailable(f"The password credential validator '{validator}' cannot change passwords.")
        return plugin, services

    def _opened(
        self, snapshot: Snapshot, validator: str, places: ExitStack | None = None, profile: str = ""
    ) -> tuple[PasswordValidator, ValidatorServices]:
        """Return a validator and its services.

        A caller that opens a directory holds one of its places until `places` ends.
        """
        instance = snapshot.part(VALIDATORS).get(validator)
        if instance is None or instance.plugin is None:
            raise Unavailable(f"The password credential validator '{validator}' is not usable.")
        contract = instance.settings.attribute_contract
        extended = () if contract is None else tuple(each.name for each in contract.extended_attributes)

        def directory(id_: str) -> "Directory":
            if places is not None:
                places.enter_context(self.bulkhead.place(id_))
            return self.directory(snapshot, id_)

        def accounts(id_: str) -> "LocalAccounts":
            storage = profile_storage(snapshot, id_)
            if places is not None and storage is not None:
                places.enter_context(self.bulkhead.place(storage.store))
            return self.local_accounts(snapshot, id_)

        services = ValidatorServices(
            self.passwords,
            directory,
            extended,
            self.randomness,
            self.bulkhead.place,
            accounts,
        )
        storage = profile_storage(snapshot, profile)
        if storage is None or not searches_in(instance.plugin, storage):
            return instance.plugin, services
        inner = cast("DirectoryPasswordValidator", instance.plugin)
        return DirectoryUsersValidator(inner, self.local_accounts(snapshot, profile)), services


def _plain(attributes: Attributes) -> dict[str, AttributeValue]:
    return {name: value if isinstance(value, str) else list(value) for name, value in attributes.items()}
