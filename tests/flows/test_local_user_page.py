"""The page with local users: found, created, changed, disabled and deleted by forms that work without scripts."""

from typing import Any
from urllib.parse import quote

import pytest

from hanse.kit.local_users import EmbeddedLocalUsers, LocalUser
from tests.flows.local_identity_calls import PROFILES, add_profile, add_publisher
from tests.flows.pages import FRAME, follow, send, visit
from tests.flows.server import API, Client, FlowServer, account
from tests.support.directory import free_port
from tests.support.local_identities import directory_storage, local_user, profile
from tests.support.stores import ldap_store

PAGE = "localUsers"
OF_ADA = f"{PAGE}?profile=profile-0&user=user-1"


@pytest.fixture
def admin(server: FlowServer) -> Client:
    server.set_up()
    admin = server.client().sign_in()
    add_profile(server.basic("Administrator"))
    return admin


@pytest.fixture
def users(server: FlowServer, admin: Client) -> EmbeddedLocalUsers:
    """Return the store with Ada, who is user-1, and Bob."""
    users = server.core.configuration.ports.get(EmbeddedLocalUsers)
    for number, name in ((1, "ada"), (2, "bob")):
        users.create(named(number, name))
    return users


def named(number: int, name: str, **more: Any) -> LocalUser:
    mail = f"{name}@hanse.example"
    return local_user(
        number, username=name, names=(mail,), email=mail, attributes={"login": name, "mail": mail}, **more
    )


def stored(users: EmbeddedLocalUsers, id_: str = "user-1") -> LocalUser:
    found = users.get("profile-0", id_)
    assert found is not None
    return found


def test_the_page_says_what_it_is_for_with_and_without_profiles(server: FlowServer) -> None:
    server.set_up()
    admin = server.client().sign_in()
    description = "Users of local identity profiles: their data, passwords and sign-ins."
    empty = visit(admin, PAGE)
    assert "Users belong to a local identity profile. Add a profile first." in empty.texts
    assert description in empty.texts
    add_profile(server.basic("Administrator"))
    filled = visit(admin, f"{PAGE}?profile=profile-0")
    assert "Users register on the sign-in page, or administrators create them." in filled.texts
    assert description in filled.texts


def test_users_are_found_page_by_page(admin: Client, users: EmbeddedLocalUsers) -> None:
    for number in range(60):
        users.create(named(100 + number, f"member{number:02}"))
    first = visit(admin, f"{PAGE}?profile=profile-0")
    assert {"ada", "bob", "Active", "Not verified", "Never"} <= set(first.texts)
    assert "member48" not in first.texts
    last = visit(admin, first.links["Next page"].removeprefix(f"{FRAME}/"))
    assert "member59" in last.texts
    assert "ada" not in last.texts
    found = visit(admin, f"{PAGE}?profile=profile-0&search=BOB@")
    assert "bob" in found.texts
    assert "ada" not in found.texts
    assert "Nothing found" in visit(admin, f"{PAGE}?profile=profile-0&search=nobody").texts


@pytest.mark.usefixtures("users")
def test_without_a_profile_in_the_address_the_first_one_is_shown(admin: Client) -> None:
    page = visit(admin, PAGE)
    assert "ada" in page.texts
    assert "Profile users" in page.texts


def test_a_user_is_created_and_wrong_values_are_shown_again(admin: Client, users: EmbeddedLocalUsers) -> None:
    form = visit(admin, f"{PAGE}?profile=profile-0&do=create")
    values = {"field.login": "BOB", "field.mail": "eve@hanse.example", "field.city": "Visby", "_do": "create"}
    wrong = send(admin, form, values)
    assert wrong.status == 422
    assert "Another user has this value." in wrong.texts
    assert wrong.fields["field.city"] == ["Visby"]
    done = follow(admin, send(admin, form, {**values, "field.login": "eve"}))
    assert {"The user was saved.", "eve", "Visby", "Not set", "Created"} <= set(done.texts)
    made = users.by_name("profile-0", "eve")
    assert made is not None
    assert not made.password


def test_data_is_edited_and_the_history_names_the_administrator(admin: Client, users: EmbeddedLocalUsers) -> None:
    form = visit(admin, f"{OF_ADA}&do=edit")
    assert form.fields["field.login"] == ["ada"]
    done = follow(admin, send(admin, form, {"field.city": "Riga", "emailVerified": "true", "_do": "edit"}))
    assert {"Riga", "Verified", "Data changed", "Administrator"} <= set(done.texts)
    assert stored(users).attributes["city"] == "Riga"
    assert stored(users).email_verified


def test_a_user_is_disabled_after_a_confirmation_and_enabled(admin: Client, users: EmbeddedLocalUsers) -> None:
    question = visit(admin, f"{OF_ADA}&do=disable")
    assert stored(users).status == "ACTIVE"
    done = follow(admin, send(admin, question, {"_do": "disable"}))
    assert {"The user was disabled. Sessions and grants of the user have ended.", "Disabled"} <= set(done.texts)
    assert stored(users).status == "DISABLED"
    done = follow(admin, send(admin, done, {"_do": "enable"}))
    assert "The user was enabled." in done.texts
    assert stored(users).status == "ACTIVE"


def test_a_temporary_password_is_shown_once_and_not_in_an_address(
    server: FlowServer, admin: Client, users: EmbeddedLocalUsers
) -> None:
    question = visit(admin, f"{OF_ADA}&do=reset")
    done = send(admin, question, {"_do": "reset"})
    assert done.status == 200
    assert "Pass it on to the user now. It is not shown again." in done.texts
    assert any(server.core.passwords.matches(each, stored(users).password) for each in done.texts if len(each) == 20)
    assert "Pass it on to the user now. It is not shown again." not in visit(admin, OF_ADA).texts


def test_links_and_the_mark_of_a_verified_address(server: FlowServer, admin: Client, users: EmbeddedLocalUsers) -> None:
    page = visit(admin, OF_ADA)
    refused = follow(admin, send(admin, page, {"_do": "password-link"}))
    assert "No message can be sent. Choose a default notification publisher." in refused.texts
    add_publisher(server.basic("Administrator"))
    sent = follow(admin, send(admin, page, {"_do": "password-link"}))
    assert {"A link to set a password is sent to the user.", "Password link sent"} <= set(sent.texts)
    marked = follow(admin, send(admin, page, {"_do": "verify"}))
    assert "The e-mail address was marked as verified." in marked.texts
    assert stored(users).email_verified
    ended = follow(admin, send(admin, visit(admin, f"{OF_ADA}&do=end-sessions"), {"_do": "end-sessions"}))
    assert {"0 sessions ended", "Sessions ended"} <= set(ended.texts)


def test_a_user_is_deleted(admin: Client, users: EmbeddedLocalUsers) -> None:
    question = visit(admin, f"{OF_ADA}&do=delete")
    done = follow(admin, send(admin, question, {"_do": "delete"}))
    assert "The user was deleted." in done.texts
    assert users.get("profile-0", "user-1") is None
    again = follow(admin, send(admin, question, {"_do": "delete"}))
    assert "The user does not exist." in again.texts
    assert visit(admin, OF_ADA).status == 404


def test_the_page_links_to_second_factors_and_to_the_trace_of_the_user(
    admin: Client, users: EmbeddedLocalUsers
) -> None:
    users.create(named(3, "eve & co"))
    links = visit(admin, f"{PAGE}?profile=profile-0&user=user-3").links
    assert links["Second factors"] == "/authentication/integration/second-factors?user=eve%20%26%20co"
    assert links["Sign-in trace"] == "/system/server/sign-in-trace?user=eve%20%26%20co"
    assert (
        visit(admin, "secondFactors?user=ada").links["Local users"] == "/authentication/policies/local-users?search=ada"
    )


def test_values_of_users_cannot_add_markup(admin: Client, users: EmbeddedLocalUsers) -> None:
    hostile = "<b>eve</b>"
    users.create(local_user(4, username=hostile, names=(), email="", attributes={"login": hostile}))
    addresses = (
        f"profile=profile-0&search={quote(hostile)}",
        "user=user-4",
        "user=user-4&do=edit",
        "user=user-4&do=delete",
    )
    for address in addresses:
        page = visit(admin, f"{PAGE}?profile=profile-0&{address}")
        assert page.status == 200
        assert "<b>" not in page.answer.text


def test_user_administrators_change_and_all_others_read_at_most(
    server: FlowServer, admin: Client, users: EmbeddedLocalUsers
) -> None:
    owner = server.basic("Administrator")
    for name, auditor, roles in (
        ("people", False, ["USER_ADMINISTRATOR"]),
        ("reader", True, []),
        ("config", False, ["ADMINISTRATOR"]),
        ("keys", False, ["CRYPTO_ADMINISTRATOR"]),
    ):
        body = account(name, auditor=auditor, roles=roles)
        assert owner.post(f"{API}/administrativeAccounts", body).status_code == 200
    people = server.client().sign_in("people")
    own = visit(people, OF_ADA)
    assert "Actions" in own.texts
    assert "Second factors" not in own.links
    for name in ("reader", "config"):
        browser = server.client().sign_in(name)
        page = visit(browser, f"{OF_ADA}&do=delete")
        assert {"ada", "History"} <= set(page.texts)
        assert "Actions" not in page.texts
        assert page.action == ""
        # The form of the user administrator, with a token of this account's session.
        token = visit(browser, "redirectValidation").fields["_token"]
        assert send(browser, own, {"_do": "delete", "_token": token}).status == 403
        assert send(browser, own, {"_do": "delete"}).status == 403
    assert visit(server.client().sign_in("keys"), PAGE).status == 403
    assert visit(server.client(), PAGE).status == 401
    assert stored(users).username == "ada"


def test_a_list_that_cannot_be_read_says_why(server: FlowServer, admin: Client) -> None:
    configurator = server.basic("Administrator")
    store = {**ldap_store(0), "hostnames": [f"127.0.0.1:{free_port()}"], "hostnamesTags": None}
    made = configurator.post(f"{API}/dataStores", store, headers={"X-BypassExternalValidation": "true"})
    assert made.status_code == 201, made.text
    away = configurator.post(PROFILES, profile("away", dataStoreConfig=directory_storage()))
    assert away.status_code == 201, away.text
    page = visit(admin, f"{PAGE}?profile=profile-away")
    assert "The users cannot be listed" in page.texts
    assert any("cannot be reached" in each for each in page.texts)
    assert admin.get(f"{PROFILES}/profile-away/users").status_code == 503
