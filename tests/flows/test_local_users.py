"""Administrators find, disable and delete local users, and reset their passwords."""

import pytest
from structlog.testing import capture_logs

from hanse.kit.local_users import LocalUser, LocalUsers
from tests.flows.local_identity_calls import PROFILES, add_profile
from tests.flows.server import API, Client, FlowServer, account
from tests.support.local_identities import local_user

USERS = f"{PROFILES}/profile-0/users"


@pytest.fixture
def admin(server: FlowServer) -> Client:
    return server.set_up()


@pytest.fixture
def users(server: FlowServer, admin: Client) -> LocalUsers:
    """Return the store with three users; the profiles exist."""
    add_profile(admin)
    users = server.core.configuration.ports.get(LocalUsers)
    for number in (1, 2, 3):
        users.create(local_user(number, password="$argon2id$secret-digest"))
    return users


def user(users: LocalUsers, id_: str = "user-1") -> LocalUser:
    found = users.get("profile-0", id_)
    assert found is not None
    return found


@pytest.mark.usefixtures("users")
def test_users_are_found_page_by_page_without_their_secrets(admin: Client) -> None:
    first = admin.get(f"{USERS}?limit=2").json()
    assert [each["username"] for each in first["items"]] == ["user1", "user2"]
    last = admin.get(f"{USERS}?limit=2&after={first['nextAfter']}").json()
    assert [each["username"] for each in last["items"]] == ["user3"]
    assert "nextAfter" not in last
    found = admin.get(f"{USERS}?search=USER2@")
    assert [each["id"] for each in found.json()["items"]] == ["user-2"]
    assert found.json()["items"][0]["status"] == "ACTIVE"
    assert "digest" not in found.text
    assert admin.get(f"{USERS}/user-2").json() == found.json()["items"][0]


def test_a_user_is_disabled_and_enabled(admin: Client, users: LocalUsers) -> None:
    for status in ("DISABLED", "ACTIVE"):
        assert admin.put(f"{USERS}/user-1", {"status": status}).json()["status"] == status
        assert user(users).status == status
    assert admin.put(f"{USERS}/user-1", {"status": "GONE"}).status_code == 422


def test_a_reset_password_is_shown_once_and_must_be_changed(
    server: FlowServer, admin: Client, users: LocalUsers
) -> None:
    with capture_logs() as logs:
        answer = admin.post(f"{USERS}/user-1/resetPassword", None)
    password = answer.json()["password"]
    assert len(password) >= 20
    assert answer.headers["cache-control"] == "no-store"
    assert password not in str(logs)
    changed = user(users)
    assert changed.must_change_password
    assert server.core.passwords.matches(password, changed.password)


@pytest.mark.usefixtures("users")
def test_users_are_deleted_before_their_profile(admin: Client) -> None:
    assert admin.delete(f"{PROFILES}/profile-0").status_code == 422
    for number in (1, 2, 3):
        assert admin.delete(f"{USERS}/user-{number}").status_code == 204
    assert admin.delete(f"{USERS}/user-1").status_code == 404
    assert admin.delete(f"{PROFILES}/profile-0").status_code == 204


def test_a_user_of_another_profile_is_not_found(admin: Client, users: LocalUsers) -> None:
    other = f"{PROFILES}/profile-users/users/user-1"
    assert admin.get(other).status_code == 404
    assert admin.put(other, {"status": "DISABLED"}).status_code == 404
    assert admin.post(f"{other}/resetPassword", None).status_code == 404
    assert admin.delete(other).status_code == 404
    assert admin.get(f"{PROFILES}/nothing/users").status_code == 404
    assert user(users).status == "ACTIVE"


def test_auditors_read_and_change_nothing(server: FlowServer, admin: Client, users: LocalUsers) -> None:
    assert admin.post(f"{API}/administrativeAccounts", account("audit", auditor=True)).status_code == 200
    auditor = server.basic("audit")
    assert auditor.get(USERS).status_code == 200
    assert auditor.put(f"{USERS}/user-1", {"status": "DISABLED"}).status_code == 403
    assert auditor.delete(f"{USERS}/user-1").status_code == 403
    assert user(users).status == "ACTIVE"
