"""The accounts of a profile, and its users, for operations of the admin API."""

from hanse.config.http.operation import Call
from hanse.crypto.breached_passwords import BreachedPasswords
from hanse.kit.clock import Clock
from hanse.kit.errors import NotFound
from hanse.kit.local_users import LocalUser
from hanse.kit.randomness import Randomness
from hanse.plugins.local_identities.accounts import LocalAccounts
from hanse.plugins.local_identities.stores import LocalUserStores
from hanse.resources.authentication.local_identities.resource import LOCAL_IDENTITY_PROFILES
from hanse.resources.authentication.local_identities.runtime import local_profile


def accounts_of(call: Call) -> LocalAccounts:
    """Return the accounts of the profile in the path. Raises NotFound."""
    ports = call.ports
    with call.configuration.reading() as view:
        profile = local_profile(call.path["id"], view.model(LOCAL_IDENTITY_PROFILES, call.path["id"]))
        users, passwords = ports.get(LocalUserStores).of_profile(profile, view)
    return LocalAccounts(
        profile,
        users,
        passwords,
        ports.get(BreachedPasswords),
        ports.get(Clock),
        ports.get(Randomness),
        actor=call.principal.username,
    )


def user_of(call: Call, accounts: LocalAccounts) -> LocalUser:
    """Return the user in the path. Raises NotFound."""
    return existing(accounts.get(call.path["userId"]))


def existing(user: LocalUser | None) -> LocalUser:
    """Return a user who exists. Raises NotFound."""
    if user is None:
        raise NotFound("The user does not exist.")
    return user
