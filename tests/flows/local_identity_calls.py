"""Valid calls for local identity profiles, and the roles that may make them."""

from hanse.kit.local_users import LocalUsers
from tests.flows.role_table import collection
from tests.flows.server import API, Client, FlowServer
from tests.flows.valid_call import GoodCall, Key
from tests.support.local_identities import local_user, profile
from tests.support.mappings import contract

PROFILES = f"{API}/localIdentity/identityProfiles"
PROFILE = "profile-0"
_BELOW = "/localIdentity/identityProfiles/{id}"


def add_profile(admin: Client) -> None:
    """Create the profiles, and the contract that they refer to, unless they exist."""
    for path, body in (
        (f"{API}/authenticationPolicyContracts", contract()),
        (PROFILES, profile()),
        (PROFILES, profile("users")),
    ):
        made = admin.post(path, body)
        assert made.status_code in (201, 422), made.text


USERS = f"{PROFILES}/{{id}}/users"
_USER = f"{USERS}/{{userId}}"
# A profile, and its user with the same ID, because a call has one value for all parameters of its path.
OWNER = "profile-users"


def add_local_user(server: FlowServer) -> None:
    """Store a user like an engine, unless it exists."""
    server.core.configuration.ports.get(LocalUsers).create(local_user(id=OWNER, profile=OWNER))


LOCAL_IDENTITY_CALLS: dict[Key, GoodCall] = {
    ("GET", PROFILES): GoodCall(),
    ("POST", PROFILES): GoodCall(201, body=lambda serial, _c: profile(f"made-{serial}")),
    ("GET", f"{PROFILES}/{{id}}"): GoodCall(target=PROFILE),
    ("PUT", f"{PROFILES}/{{id}}"): GoodCall(body=lambda serial, _c: profile(0, name=f"New {serial}"), target=PROFILE),
    ("DELETE", f"{PROFILES}/{{id}}"): GoodCall(204, target=PROFILE),
    ("GET", f"{API}/internal/history{_BELOW}"): GoodCall(target=PROFILE),
    ("GET", f"{API}/internal/usedBy{_BELOW}"): GoodCall(target=PROFILE),
    ("GET", USERS): GoodCall(target=OWNER),
    ("GET", _USER): GoodCall(target=OWNER),
    ("PUT", _USER): GoodCall(body=lambda _s, _c: {"status": "DISABLED"}, target=OWNER),
    ("POST", f"{_USER}/resetPassword"): GoodCall(target=OWNER),
    ("DELETE", _USER): GoodCall(204, target=OWNER),
}


def local_identity_roles(
    *, sees: frozenset[str], configures: frozenset[str], sees_users: frozenset[str], manages_users: frozenset[str]
) -> dict[Key, frozenset[str]]:
    """Return the roles that may make each call."""
    return {
        ("GET", USERS): sees_users,
        ("GET", _USER): sees_users,
        ("PUT", _USER): manages_users,
        ("POST", f"{_USER}/resetPassword"): manages_users,
        ("DELETE", _USER): manages_users,
        **collection(PROFILES, sees=sees, changes=configures),
        ("DELETE", f"{PROFILES}/{{id}}"): configures,
    }
