"""The accounts of local identity profiles, for functions that block."""

from hanse.engine.services import Services
from hanse.engine.snapshot.local_profiles import LOCAL_PROFILES
from hanse.engine.snapshot.model import Snapshot
from hanse.kit.errors import Unavailable
from hanse.plugins.local_identities.accounts import LocalAccounts


def local_accounts(services: Services, snapshot: Snapshot, profile: str) -> LocalAccounts:
    """Return the accounts of a profile by its id. Raises Unavailable if the profile cannot be used."""
    found = snapshot.part(LOCAL_PROFILES).get(profile)
    if found is None:
        raise Unavailable(f"The local identity profile '{profile}' cannot be used.")
    return LocalAccounts(
        found, services.local_users, services.passwords, services.breached, services.clock, services.randomness
    )
