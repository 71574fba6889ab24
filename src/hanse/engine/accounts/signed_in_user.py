"""The local user of a sign-in."""

from hanse.engine.local_accounts import local_accounts
from hanse.engine.services import Services
from hanse.engine.signin.contracts import SignedIn
from hanse.engine.snapshot.model import Snapshot
from hanse.kit.local_users import LocalUser
from hanse.plugins.local_identities.profile import LocalProfile
from hanse.resources.mapping.model import SourceType


def user_of(services: Services, snapshot: Snapshot, profile: LocalProfile, result: SignedIn) -> LocalUser | None:
    """Return the user of a profile who has signed in, and still may; None for other users. Blocks.

    A policy must have ended with the contract of the profile.
    """
    origin = result.origin
    if origin.type == SourceType.AUTHENTICATION_POLICY_CONTRACT and origin.id != profile.contract:
        return None
    accounts = local_accounts(services, snapshot, profile.id)
    user = accounts.get(result.local_user) if result.local_user else None
    return user if user is not None and accounts.may_sign_in(user) else None
