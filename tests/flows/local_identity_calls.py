"""Valid calls for local identity profiles, and the roles that may make them."""

from tests.flows.role_table import collection
from tests.flows.server import API, Client
from tests.flows.valid_call import GoodCall, Key
from tests.support.local_identities import profile
from tests.support.mappings import contract

PROFILES = f"{API}/localIdentity/identityProfiles"
PROFILE = "profile-0"
_BELOW = "/localIdentity/identityProfiles/{id}"


def add_profile(admin: Client) -> None:
    """Create the profile, and the contract that it refers to, unless they exist."""
    for path, body in ((f"{API}/authenticationPolicyContracts", contract()), (PROFILES, profile())):
        made = admin.post(path, body)
        assert made.status_code in (201, 422), made.text


LOCAL_IDENTITY_CALLS: dict[Key, GoodCall] = {
    ("GET", PROFILES): GoodCall(),
    ("POST", PROFILES): GoodCall(201, body=lambda serial, _c: profile(f"made-{serial}")),
    ("GET", f"{PROFILES}/{{id}}"): GoodCall(target=PROFILE),
    ("PUT", f"{PROFILES}/{{id}}"): GoodCall(body=lambda serial, _c: profile(0, name=f"New {serial}"), target=PROFILE),
    ("DELETE", f"{PROFILES}/{{id}}"): GoodCall(204, target=PROFILE),
    ("GET", f"{API}/internal/history{_BELOW}"): GoodCall(target=PROFILE),
    ("GET", f"{API}/internal/usedBy{_BELOW}"): GoodCall(target=PROFILE),
}


def local_identity_roles(*, sees: frozenset[str], configures: frozenset[str]) -> dict[Key, frozenset[str]]:
    """Return the roles that may make each call."""
    return {
        **collection(PROFILES, sees=sees, changes=configures),
        ("DELETE", f"{PROFILES}/{{id}}"): configures,
    }
