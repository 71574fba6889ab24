"""Administrators find, create, change, disable and delete local users, and help them with passwords."""

from dataclasses import replace
from typing import Any

import pytest
from structlog.testing import capture_logs

from hanse.kit.local_users import EmbeddedLocalUsers, LocalUser
from tests.flows.local_identity_calls import PROFILES, add_profile, add_publisher
from tests.flows.server import API, Client, FlowServer, account
from tests.support.local_identities import PASSWORD, local_user, profile

USERS = f"{PROFILES}/profile-0/users"


@pytest.fixture
def users(server: FlowServer, admin: Client) -> EmbeddedLocalUsers:
    """Return the store with three users; the profiles exist."""
    add_profile(admin)
    users = server.core.configuration.ports.get(EmbeddedLocalUsers)
    for number in (1, 2, 3):
        users.create(local_user(number, password="$argon2id$secret-digest"))
    return users


def user(users: EmbeddedLocalUsers, id_: str = "user-1") -> LocalUser:
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
    read = admin.get(f"{USERS}/user-2")
    assert read.json().items() >= found.json()["items"][0].items()
    assert read.json()["attributes"][0] == {"name": "login", "values": ["user2"]}
    assert "digest" not in read.text


def test_a_user_is_disabled_and_enabled(admin: Client, users: EmbeddedLocalUsers) -> None:
    for status in ("DISABLED", "ACTIVE"):
        assert admin.put(f"{USERS}/user-1", {"status": status}).json()["status"] == status
        assert user(users).status == status
    assert admin.put(f"{USERS}/user-1", {"status": "GONE"}).status_code == 422


def test_a_reset_password_is_shown_once_and_must_be_changed(
    server: FlowServer, admin: Client, users: EmbeddedLocalUsers
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


def test_a_user_of_another_profile_is_not_found(admin: Client, users: EmbeddedLocalUsers) -> None:
    other = f"{PROFILES}/profile-users/users/user-1"
    assert admin.get(other).status_code == 404
    assert admin.put(other, {"status": "DISABLED"}).status_code == 404
    assert admin.post(f"{other}/resetPassword", None).status_code == 404
    assert admin.delete(other).status_code == 404
    assert admin.get(f"{PROFILES}/nothing/users").status_code == 404
    assert user(users).status == "ACTIVE"


def test_auditors_read_and_change_nothing(server: FlowServer, admin: Client, users: EmbeddedLocalUsers) -> None:
    assert admin.post(f"{API}/administrativeAccounts", account("audit", auditor=True)).status_code == 200
    auditor = server.basic("audit")
    assert auditor.get(USERS).status_code == 200
    assert auditor.put(f"{USERS}/user-1", {"status": "DISABLED"}).status_code == 403
    assert auditor.delete(f"{USERS}/user-1").status_code == 403
    assert user(users).status == "ACTIVE"


def attributes(**values: str) -> list[dict[str, Any]]:
    return [{"name": name, "values": [value]} for name, value in values.items()]


ADA = attributes(login="ada", mail="ada@hanse.example", city="Visby")


def test_an_administrator_creates_a_user_without_a_password(admin: Client, users: EmbeddedLocalUsers) -> None:
    made = admin.post(USERS, {"attributes": ADA, "emailVerified": True})
    assert made.status_code == 201, made.text
    stored = user(users, made.json()["id"])
    assert (stored.username, stored.email, stored.email_verified, stored.password) == (
        "ada",
        "ada@hanse.example",
        True,
        "",
    )
    assert made.json()["hasPassword"] is False
    assert [(each["type"], each["administrator"]) for each in made.json()["events"]] == [("CREATED", "Administrator")]


def test_a_given_password_must_be_changed_unless_the_call_states_otherwise(
    server: FlowServer, admin: Client, users: EmbeddedLocalUsers
) -> None:
    for name, given, is_temporary in (("ada", {}, True), ("bob", {"passwordIsTemporary": False}, False)):
        values = attributes(login=name, mail=f"{name}@hanse.example")
        made = admin.post(USERS, {"attributes": values, "password": PASSWORD, **given})
        assert made.status_code == 201, made.text
        assert PASSWORD not in made.text
        assert (made.json()["hasPassword"], made.json()["mustChangePassword"]) == (True, is_temporary)
        assert server.core.passwords.matches(PASSWORD, user(users, made.json()["id"]).password)


@pytest.mark.parametrize(
    ("password", "text"),
    [
        ("short", "Enter at least 12 characters."),
        ("Password1234", "This password is easy to guess. Enter another one."),
        ("Ada@hanse.example", "The password must differ from the username and the e-mail address."),
    ],
)
@pytest.mark.usefixtures("users")
def test_a_password_that_a_user_could_not_choose_is_refused(admin: Client, password: str, text: str) -> None:
    refused = admin.post(USERS, {"attributes": ADA, "password": password})
    assert [(each["fieldPath"], each["message"]) for each in refused.json()["validationErrors"]] == [("password", text)]


@pytest.mark.parametrize(
    ("given", "path"),
    [
        (attributes(login="ada"), "attributes.mail"),
        (attributes(login="ada", mail="nowhere"), "attributes.mail"),
        (attributes(login="USER1", mail="ada@hanse.example"), "attributes.login"),
        ([*ADA, {"name": "role", "values": ["admin"]}], "attributes.role"),
        ([*ADA[:2], {"name": "city", "values": ["Visby", "Reval"]}], "attributes.city"),
        (attributes(login="ada", mail="ada@hanse.example", city="two\nlines"), "attributes.city"),
    ],
)
@pytest.mark.usefixtures("users")
def test_values_that_a_user_could_not_enter_are_refused(admin: Client, given: list[dict[str, Any]], path: str) -> None:
    refused = admin.post(USERS, {"attributes": given})
    assert refused.status_code == 422
    assert [each["fieldPath"] for each in refused.json()["validationErrors"]] == [path]
    changed = admin.put(f"{USERS}/user-2", {"attributes": given})
    assert [each["fieldPath"] for each in changed.json()["validationErrors"]] == [path]


def test_a_profile_without_unique_fields_has_no_users(admin: Client) -> None:
    add_profile(admin)
    bare = profile("bare", fieldConfig=None, registrationEnabled=False, profileEnabled=False)
    assert admin.post(PROFILES, bare).status_code == 201
    refused = admin.post(f"{PROFILES}/profile-bare/users", {"attributes": []})
    assert [each["fieldPath"] for each in refused.json()["validationErrors"]] == ["attributes"]


def test_changed_data_has_a_history_and_another_address_is_not_verified(
    admin: Client, users: EmbeddedLocalUsers
) -> None:
    users.update(replace(user(users), email_verified=True))
    same = attributes(login="user1", mail="user1@hanse.example", city="Visby")
    assert admin.put(f"{USERS}/user-1", {"attributes": same}).json()["emailVerified"] is True
    assert admin.put(f"{USERS}/user-1", {"attributes": ADA}).json()["emailVerified"] is False
    assert admin.put(f"{USERS}/user-1", {"emailVerified": True}).json()["emailVerified"] is True
    admin.put(f"{USERS}/user-1", {"status": "DISABLED"})
    admin.post(f"{USERS}/user-1/endSessions", None)
    read = admin.get(f"{USERS}/user-1").json()
    assert [each["type"] for each in read["events"]] == [
        "SESSIONS_ENDED",
        "DISABLED",
        "EMAIL_VERIFIED",
        "CHANGED",
        "CHANGED",
    ]
    assert user(users).username == "ada"


def test_links_need_an_address_a_publisher_and_the_base_url(admin: Client, users: EmbeddedLocalUsers) -> None:
    for path in ("sendPasswordLink", "sendVerificationLink"):
        refused = admin.post(f"{USERS}/user-1/{path}", None)
        assert (refused.status_code, refused.json()["validationErrors"][0]["errorId"]) == (422, "no_publisher")
    add_publisher(admin)
    assert admin.post(f"{USERS}/user-1/sendPasswordLink", None).status_code == 204
    assert [each["type"] for each in admin.get(f"{USERS}/user-1").json()["events"]] == ["PASSWORD_LINK_SENT"]
    users.update(replace(user(users), email=""))
    refused = admin.post(f"{USERS}/user-1/sendPasswordLink", None)
    assert refused.json()["validationErrors"][0]["errorId"] == "no_address"


def test_a_user_administrator_reads_the_profiles_without_the_configuration(server: FlowServer, admin: Client) -> None:
    add_profile(admin)
    body = account("people", auditor=False, roles=["USER_ADMINISTRATOR"])
    assert admin.post(f"{API}/administrativeAccounts", body).status_code == 200
    people = server.basic("people")
    found = people.get(f"{API}/localIdentity/userProfiles").json()["items"]
    assert [each["id"] for each in found] == ["profile-0", "profile-users"]
    assert [each["id"] for each in found[0]["fields"]] == ["login", "mail", "city", "verified"]
    assert people.get(PROFILES).status_code == 403
    assert people.post(USERS, {"attributes": ADA}).status_code == 201
