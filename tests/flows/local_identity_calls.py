"""Valid calls for local identity profiles, and the roles that may make them."""

from typing import Any

from hanse.kit.local_users import EmbeddedLocalUsers
from tests.flows.role_table import collection
from tests.flows.server import API, Client, FlowServer
from tests.flows.valid_call import GoodCall, Key
from tests.support.instances import publisher
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
    server.core.configuration.ports.get(EmbeddedLocalUsers).create(local_user(id=OWNER, profile=OWNER))


def add_publisher(admin: Client) -> None:
    """Add a default notification publisher, unless it exists, and the base URL, so that links can be sent."""
    made = admin.post(f"{API}/notificationPublishers", publisher("links", 25))
    assert made.status_code in (201, 422), made.text
    settings = {"defaultNotificationPublisherRef": {"id": "publisher-links"}}
    assert admin.put(f"{API}/notificationPublishers/settings", settings).status_code == 200
    stored = admin.get(f"{API}/serverSettings").json()
    federation = {**stored.get("federationInfo", {}), "baseUrl": "https://sso.example.com:9031"}
    assert admin.put(f"{API}/serverSettings", {**stored, "federationInfo": federation}).status_code == 200


def _attributes(serial: str) -> list[dict[str, Any]]:
    name = f"user-of-call-{serial}"
    return [{"name": "login", "values": [name]}, {"name": "mail", "values": [f"{name}@hanse.example"]}]


LOCAL_IDENTITY_CALLS: dict[Key, GoodCall] = {
    ("GET", PROFILES): GoodCall(),
    ("POST", PROFILES): GoodCall(201, body=lambda serial, _c: profile(f"made-{serial}")),
    ("GET", f"{PROFILES}/{{id}}"): GoodCall(target=PROFILE),
    ("PUT", f"{PROFILES}/{{id}}"): GoodCall(body=lambda serial, _c: profile(0, name=f"New {serial}"), target=PROFILE),
    ("DELETE", f"{PROFILES}/{{id}}"): GoodCall(204, target=PROFILE),
    ("GET", f"{API}/internal/history{_BELOW}"): GoodCall(target=PROFILE),
    ("GET", f"{API}/internal/usedBy{_BELOW}"): GoodCall(target=PROFILE),
    ("GET", f"{API}/localIdentity/userProfiles"): GoodCall(),
    ("GET", USERS): GoodCall(target=OWNER),
    ("POST", USERS): GoodCall(201, body=lambda serial, _c: {"attributes": _attributes(serial)}, target=OWNER),
    ("GET", _USER): GoodCall(target=OWNER),
    ("PUT", _USER): GoodCall(body=lambda _s, _c: {"status": "DISABLED"}, target=OWNER),
    ("POST", f"{_USER}/resetPassword"): GoodCall(target=OWNER),
    ("POST", f"{_USER}/sendPasswordLink"): GoodCall(204, target=OWNER),
    ("POST", f"{_USER}/sendVerificationLink"): GoodCall(204, target=OWNER),
    ("POST", f"{_USER}/endSessions"): GoodCall(target=OWNER),
    ("DELETE", _USER): GoodCall(204, target=OWNER),
}


def local_identity_roles(
    *, sees: frozenset[str], configures: frozenset[str], sees_users: frozenset[str], manages_users: frozenset[str]
) -> dict[Key, frozenset[str]]:
    """Return the roles that may make each call."""
    return {
        ("GET", f"{API}/localIdentity/userProfiles"): sees_users,
        ("GET", USERS): sees_users,
        ("POST", USERS): manages_users,
        ("GET", _USER): sees_users,
        ("PUT", _USER): manages_users,
        ("POST", f"{_USER}/resetPassword"): manages_users,
        ("POST", f"{_USER}/sendPasswordLink"): manages_users,
        ("POST", f"{_USER}/sendVerificationLink"): manages_users,
        ("POST", f"{_USER}/endSessions"): manages_users,
        ("DELETE", _USER): manages_users,
        **collection(PROFILES, sees=sees, changes=configures),
        ("DELETE", f"{PROFILES}/{{id}}"): configures,
    }
