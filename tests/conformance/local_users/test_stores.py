"""Requirements for every store of local users."""

from dataclasses import replace
from typing import Any

import pytest

from hanse.kit.local_users import LocalUser, LocalUserEvent, LocalUserEventKind, LocalUserStatus
from hanse.plugins.local_identities.user_values import with_values
from tests.conformance.local_users.conftest import StoreOfUsers
from tests.support.local_identities import PASSWORD

NOW = 1_800_000_000.0
ADA: dict[str, Any] = {
    "login": "Ada",
    "mail": "Ada@hanse.example",
    "name": "Ada Ümläut",
    "surname": "Lovelace",
    "groups": ["crew", "owners"],
    "news": "true",
}


def new(store: StoreOfUsers, login: str = "bob", *, id_: str = "", **values: Any) -> LocalUser:
    bare = LocalUser(id=id_ or f"new-{login}", profile="staff", username="", names=(), created=NOW, updated=NOW)
    given = {"login": login, "mail": f"{login.lower()}@hanse.example", "name": "x", "surname": "x", **values}
    return with_values(store.profile, bare, {name: value for name, value in given.items() if value}, verified=False)


def added(store: StoreOfUsers, login: str = "bob", **values: Any) -> LocalUser:
    created = store.users.create(new(store, login, **values))
    assert created is not None
    return created


def test_a_user_is_found_by_any_name_in_any_letter_case(store: StoreOfUsers) -> None:
    ada = added(store, **ADA)
    assert ada.attributes == ADA
    for name in ("ada", "ADA", "aDa@HANSE.example"):
        found = store.users.by_name("staff", name)
        assert found is not None
        assert (found.id, found.username, found.email, dict(found.attributes)) == (ada.id, "Ada", ADA["mail"], ADA)
    assert [each.id for each in store.users.by_email("staff", "ada@hanse.EXAMPLE", 5)] == [ada.id]
    assert store.users.get("staff", ada.id) is not None
    for profile, name in (("guests", "ada"), ("staff", "ad"), ("staff", ""), ("staff", "*"), ("staff", "a*")):
        assert store.users.by_name(profile, name) is None
    assert store.users.get("guests", ada.id) is None
    assert store.users.get("staff", "nobody") is None
    assert list(store.users.by_email("staff", "", 5)) == []
    assert list(store.users.by_email("guests", "ada@hanse.example", 5)) == []


@pytest.mark.parametrize(
    "values", [{"login": "ADA"}, {"login": "eve", "mail": "ADA@hanse.example"}, {"login": "ada@hanse.example"}]
)
def test_no_two_users_of_a_profile_share_a_name(store: StoreOfUsers, values: dict[str, str]) -> None:
    ada = added(store, **ADA)
    assert store.users.create(new(store, **values)) is None
    assert [each.id for each in store.users.page("staff", search="", after="", most=9).items] == [ada.id]
    bob = added(store)
    taken = with_values(store.profile, bob, {**bob.attributes, **values}, verified=False)
    assert not store.users.update(taken)
    found = store.users.get("staff", bob.id)
    assert found is not None
    assert found.username == "bob"


def test_a_user_is_changed_and_the_former_names_are_free(store: StoreOfUsers) -> None:
    ada = added(store, **ADA)
    values = {"login": "lovelace", "mail": "new@hanse.example", "surname": "King", "name": "Ada", "news": "false"}
    changed = replace(with_values(store.profile, ada, values, verified=False), updated=NOW + 1)
    assert store.users.update(changed)
    # The second change of the same version comes too late.
    assert not store.users.update(changed)
    found = store.users.by_name("staff", "LOVELACE")
    assert found is not None
    assert (found.id, dict(found.attributes), found.version) == (ada.id, values, 1)
    assert store.users.by_name("staff", "ada") is None
    added(store, "ada")


def test_a_deleted_user_is_gone_with_names_and_history(store: StoreOfUsers) -> None:
    ada = added(store, **ADA)
    store.users.add_event("staff", ada.id, LocalUserEvent(time=NOW, kind=LocalUserEventKind.CHANGED))
    assert not store.users.delete("guests", ada.id)
    assert store.users.delete("staff", ada.id)
    assert not store.users.delete("staff", ada.id)
    assert store.users.by_name("staff", "ada") is None
    assert list(store.users.events(ada.id, 5)) == []
    assert added(store, **ADA).username == "Ada"


def pages(store: StoreOfUsers, search: str = "") -> list[list[str]]:
    """Return the usernames of each page."""
    found: list[list[str]] = []
    after: str | None = ""
    while after is not None:
        page = store.users.page("staff", search=search, after=after, most=2)
        found.append([each.username for each in page.items])
        after = page.next_after
    return found


def test_pages_follow_the_order_of_names_and_a_search_finds_parts_of_names(store: StoreOfUsers) -> None:
    for number, login in enumerate(("Zoe", "adam", "Ötzi", "Bea", "bea_1", "100%")):
        added(store, login, mail=f"{number}@MAIL.example")
    assert pages(store) == [["100%", "adam"], ["Bea", "bea_1"], ["Zoe", "Ötzi"]]
    assert pages(store, "EA") == [["Bea", "bea_1"]]
    # Characters with a meaning in patterns and filters stand for themselves.
    for text, names in (("_", ["bea_1"]), ("%", ["100%"]), ("!", []), ("*", []), ("2@mail", ["Ötzi"])):
        assert pages(store, text) == [names]
    assert store.users.page("staff", search="", after="nobody", most=5).items == ()
    assert store.users.page("guests", search="", after="", most=5).items == ()


def test_a_password_is_set_and_checked(store: StoreOfUsers) -> None:
    prepared = store.passwords.prepare(PASSWORD)
    ada = store.users.create(replace(new(store, "ada"), password=prepared))
    bob = added(store)
    assert ada is not None
    matches = store.passwords.matches
    assert matches(PASSWORD, store.users.get("staff", ada.id))
    for password, user in (("wrong", ada), ("", ada), (PASSWORD, bob), ("", bob), (PASSWORD, None), ("", None)):
        assert not matches(password, None if user is None else store.users.get("staff", user.id))
    other = store.passwords.prepare("another long password")
    found = store.users.get("staff", ada.id)
    assert found is not None
    assert store.users.update(replace(found, password=other, must_change_password=True))
    found = store.users.get("staff", ada.id)
    assert found is not None
    assert found.must_change_password
    assert matches("another long password", found)
    assert not matches(PASSWORD, found)
    # Other changes keep the password.
    assert store.users.update(with_values(store.profile, found, {**found.attributes, "name": "y"}, verified=False))
    assert matches("another long password", store.users.get("staff", ada.id))


def test_a_user_is_found_by_a_link_that_nobody_else_has(store: StoreOfUsers) -> None:
    linked = store.users.create(replace(new(store, "ada"), links=("directory\0ada", "other\0ada")))
    assert linked is not None
    found = store.users.by_link("staff", "other\0ada")
    assert found is not None
    assert (found.id, found.links) == (linked.id, linked.links)
    for profile, link in (("guests", "other\0ada"), ("staff", "ada"), ("staff", "directory\0ad")):
        assert store.users.by_link(profile, link) is None
    assert store.users.create(replace(new(store), links=("other\0ada",))) is None
    assert store.users.by_name("staff", "bob") is None
    assert store.users.update(replace(found, links=()))
    assert store.users.by_link("staff", "other\0ada") is None


def test_a_disabled_user_is_not_active(store: StoreOfUsers) -> None:
    ada = added(store, "ada")
    assert store.users.is_active("staff", ada.id)
    for version, status in enumerate((LocalUserStatus.DISABLED, LocalUserStatus.ACTIVE)):
        assert store.users.update(replace(ada, status=status, version=version))
        found = store.users.by_name("staff", "ada")
        assert found is not None
        assert found.status is status
        assert store.users.is_active("staff", ada.id) is (status is LocalUserStatus.ACTIVE)
    assert not store.users.is_active("staff", "nobody")


def test_events_and_sign_ins_are_recorded(store: StoreOfUsers) -> None:
    event = LocalUserEvent(time=NOW, kind=LocalUserEventKind.REGISTERED)
    ada = store.users.create(new(store, "ada"), event)
    assert ada is not None
    later = LocalUserEvent(time=NOW + 1, kind=LocalUserEventKind.CHANGED, actor="admin")
    assert store.users.update(ada, later)
    # A change that is refused is no event.
    assert not store.users.update(ada, later)
    store.users.add_event("guests", ada.id, later)
    assert list(store.users.events(ada.id, 5)) == [later, event]
    store.users.record_sign_in("staff", ada.id, NOW + 60)
    found = store.users.get("staff", ada.id)
    assert found is not None
    assert found.signed_in == NOW + 60


def test_a_name_may_belong_to_another_user_now(store: StoreOfUsers) -> None:
    ada, bob = added(store, "ada"), added(store)
    assert store.users.has_namesake("staff", ada.id, "BOB")
    assert not store.users.has_namesake("staff", bob.id, "bob")
    assert not store.users.has_namesake("staff", bob.id, "eve")
